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
package io.calcitelens.prover;

import org.apache.calcite.runtime.Resources;
import org.apache.calcite.runtime.Resources.BaseMessage;
import org.apache.calcite.runtime.Resources.Inst;

/** Every message of the product, one method each. */
public interface LensResource {
  LensResource RESOURCE =
      Resources.create("io.calcitelens.prover.LensResource", LensResource.class);

  // --- text

  @BaseMessage("{0}")
  Inst syntax(String sentence);

  @BaseMessage("the '{' opened here is not closed")
  Inst unclosedBrace();
}
