/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
/**
 * The JDBC driver: connections, statements, results, transactions, and the way of a statement from
 * its text to its rows. Enters: text and parameters. Leaves: rows, counts, or the JDBC exception of
 * a {@code LensException}. It hands DDL to the catalog and writes to the engine.
 */
package io.calcitelens.ddl.jdbc;
