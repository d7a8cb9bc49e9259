/** Reads through lenses: their plans are those of hand-written queries, their rows are right. */
package io.calcitelens.tests.reads;
