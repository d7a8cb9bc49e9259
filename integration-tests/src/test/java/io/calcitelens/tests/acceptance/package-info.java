/**
 * Cases in text files, run over JDBC. Statements and what they must do enter; verdicts leave. Knows
 * nothing of the product but its URL.
 */
package io.calcitelens.tests.acceptance;
