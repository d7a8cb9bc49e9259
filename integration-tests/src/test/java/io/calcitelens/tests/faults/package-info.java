/**
 * Stores that fail. A driver that fails at its n-th call enters; that every statement is done whole
 * or not at all leaves.
 */
package io.calcitelens.tests.faults;
