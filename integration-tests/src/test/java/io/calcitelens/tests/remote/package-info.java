/** A database in another process: the server, and stock clients that know nothing of lenses. */
package io.calcitelens.tests.remote;
