/**
 * Definitions of basis tables: what a store is asked to make. Plain values; expressions are parse
 * trees, so that each store spells them in its own dialect.
 */
package io.calcitelens.adapters.schema;
