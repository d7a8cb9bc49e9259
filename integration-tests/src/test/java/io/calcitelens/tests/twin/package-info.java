/**
 * The twin oracle. Random statements enter; each runs on a lens table and on an ordinary table with
 * the same rules, and what both show, count, return and refuse must agree. May touch JDBC only.
 */
package io.calcitelens.tests.twin;
