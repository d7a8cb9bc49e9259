/**
 * Paired benchmarks: what goes through a lens beside hand-written JDBC on the same store, in one
 * run. They are started by {@code integration-tests/bench} and are no tests.
 */
package io.calcitelens.tests.bench;
