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
 * The engine's home in the store. What enters is a converted write; what leaves is statements over
 * sets of rows, which say the same as the engine's steps in the process. Anything that is not
 * certain beforehand is told by a count: if it is not as expected, what was written is taken back
 * and the rows are judged one by one. So all faults come from one place.
 */
package io.calcitelens.rules.set;
