/** Quidem scripts: a manual that is run. May touch JDBC only. */
package io.calcitelens.tests.iq;
