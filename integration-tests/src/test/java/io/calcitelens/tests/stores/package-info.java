/** What every store does through a lens, by one class of tests that each store inherits. */
package io.calcitelens.tests.stores;
