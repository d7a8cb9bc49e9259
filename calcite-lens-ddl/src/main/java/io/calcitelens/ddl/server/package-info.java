/**
 * A database for programs in other processes. Requests of Avatica's protocol come in over HTTP,
 * become calls of the driver's connections, and leave as its answers. Uses the driver, and
 * Avatica's server, which an application that only connects does not need.
 */
package io.calcitelens.ddl.server;
