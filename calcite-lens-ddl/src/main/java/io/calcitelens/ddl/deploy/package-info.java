/**
 * Deployment: effective bodies are validated, planned, analysed and turned into tables that the
 * planner can read and write. Nothing here changes the catalog.
 */
package io.calcitelens.ddl.deploy;
