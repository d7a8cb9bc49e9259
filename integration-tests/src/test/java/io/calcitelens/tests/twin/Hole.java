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
package io.calcitelens.tests.twin;

import java.util.List;

/** A place in a statement where a drawn value stands, as a parameter or as a literal. */
final class Hole {
  final Kind kind;
  final List<Object> pool;
  final boolean literal;

  Hole(Kind kind, List<Object> pool, boolean literal) {
    this.kind = kind;
    this.pool = pool;
    this.literal = literal;
  }
}
