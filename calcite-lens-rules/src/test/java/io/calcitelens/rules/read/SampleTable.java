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
package io.calcitelens.rules.read;

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.TableId;
import io.calcitelens.rules.FakeTable;
import java.util.List;
import java.util.Optional;

/** A basis table of integers, without rows. */
final class SampleTable extends FakeTable<SampleTable> {
  /**
   * @param columns names; those that end in a question mark may be null
   */
  SampleTable(String name, String... columns) {
    super(new TableId("sample", List.of(name)), Optional.empty());
    for (String column : columns) {
      column(column.replace("?", ""), column.endsWith("?"));
    }
  }

  @Override
  protected SampleTable self() {
    return this;
  }

  SampleTable references(
      SampleTable parent, List<String> child, List<String> referenced, boolean guaranteed) {
    foreignKeys.add(
        new BasisForeignKey(
            "fk" + foreignKeys.size(),
            id(),
            child,
            parent.id(),
            referenced,
            ReferentialAction.NO_ACTION,
            ReferentialAction.NO_ACTION,
            guaranteed));
    return this;
  }
}
