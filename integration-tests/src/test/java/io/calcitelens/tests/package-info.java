/** What holds for all modules together. */
package io.calcitelens.tests;
