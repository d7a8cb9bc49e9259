/**
 * The catalog: what is declared, applied and deployed in one database, as an immutable state behind
 * one reference. Declarations enter as parsed nodes; a root schema for the planner leaves.
 */
package io.calcitelens.ddl.catalog;
