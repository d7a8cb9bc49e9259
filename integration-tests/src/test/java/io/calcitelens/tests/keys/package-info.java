/** Keys that move, on every store and every tie between members. May touch JDBC only. */
package io.calcitelens.tests.keys;
