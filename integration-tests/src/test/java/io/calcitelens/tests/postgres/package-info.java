/** A real PostgreSQL, started from its Maven artifact, and lenses over it. */
package io.calcitelens.tests.postgres;
