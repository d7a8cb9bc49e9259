/**
 * Transactions over sessions of stores, whatever the stores are. Enters: requests for sessions,
 * marks, judgements. Leaves: commits and rollbacks.
 */
package io.calcitelens.adapters.transaction;
