/**
 * Transactions over several stores. Pairs of real stores, faults of their connections and killed
 * processes enter; that a logical row is whole or absent leaves.
 */
package io.calcitelens.tests.transactions;
