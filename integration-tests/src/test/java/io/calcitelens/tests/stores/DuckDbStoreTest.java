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
package io.calcitelens.tests.stores;

import java.util.List;

/** A lens over DuckDB. */
class DuckDbStoreTest extends StoreTest {
  @Override
  StoreUnderTest store() {
    return StoreUnderTest.DUCKDB;
  }

  @Override
  String home() {
    return "garage";
  }

  /** The schema {@code main}, where tables stand otherwise, would be the lens's own. */
  @Override
  List<String> atFirst() {
    return List.of("create schema garage", "set schema = 'garage'");
  }

  /** There are no identities: a sequence numbers the rows. */
  @Override
  String identityColumn() {
    return "id int default nextval('garage.numbers') primary key";
  }

  @Override
  List<String> beforeIdentity() {
    return List.of("create sequence numbers");
  }

  @Override
  String generatedColumn() {
    return "twice int generated always as (n * 2) virtual";
  }

  @Override
  List<String> analyze() {
    return List.of("checkpoint");
  }
}
