/**
 * Stores behind JDBC: introspection, reading by one statement per store, keyed writing, and the
 * making of tables. Enters: rows, keys, queries, table definitions. Leaves: SQL in the dialect of
 * the store, or a {@code StoreException}. It knows nothing of lenses.
 */
package io.calcitelens.adapters.jdbc;
