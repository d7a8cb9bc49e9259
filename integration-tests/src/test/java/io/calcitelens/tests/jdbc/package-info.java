/** The driver as a Java program meets it: URLs, transactions, exceptions, models. JDBC only. */
package io.calcitelens.tests.jdbc;
