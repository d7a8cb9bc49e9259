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

/**
 * Where the lens side of a run stores and captures rows: nothing of it may be seen.
 *
 * @param home the home of captured rows
 * @param postgres whether the basis is PostgreSQL, else H2
 */
record Setting(String home, boolean postgres) {
  @Override
  public String toString() {
    return "home " + home + (postgres ? " on PostgreSQL" : "");
  }
}
