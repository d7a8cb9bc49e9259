/**
 * Alignment of a design with a storage: from a logical table, an optional override and the basis's
 * relations to one effective {@code SELECT}. Works on syntax trees alone and plans nothing.
 */
package io.calcitelens.ddl.mapper;
