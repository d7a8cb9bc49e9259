/**
 * Reads as algebra: what basis keys and foreign keys prove of a query's rows, and the joins,
 * groupings and sort keys that it therefore does not need. Enters: trees with lens tables expanded
 * and sub-queries removed. Leaves: equivalent trees that read less.
 */
package io.calcitelens.rules.read;
