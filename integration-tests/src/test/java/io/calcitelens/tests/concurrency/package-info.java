/** Several sessions at once on one shared database: what they do adds up. May touch JDBC only. */
package io.calcitelens.tests.concurrency;
