/**
 * Two-phase commit by Narayana. Branches of stores enter; all of them committed or rolled back
 * leave. Loaded anew for each database, which nothing else may refer to by its classes.
 */
package io.calcitelens.adapters.transaction.narayana;
