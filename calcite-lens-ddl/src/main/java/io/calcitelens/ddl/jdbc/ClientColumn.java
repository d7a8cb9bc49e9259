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
package io.calcitelens.ddl.jdbc;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rel.type.RelDataType;

/**
 * A table's column as its clients see it.
 *
 * @param type the declared type, which may promise more than the planner may rely on
 * @param writable whether an update may assign it
 * @param autoIncrement whether the store numbers it
 */
record ClientColumn(RelDataType type, boolean writable, boolean autoIncrement) {
  ClientColumn {
    requireNonNull(type, "type");
  }
}
