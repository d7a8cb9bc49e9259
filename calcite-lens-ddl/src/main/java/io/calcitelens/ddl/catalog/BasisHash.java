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
package io.calcitelens.ddl.catalog;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTypes;
import java.nio.charset.StandardCharsets;

/** A digest of what a basis looks like: equal for equal relations, whatever rows they hold. */
final class BasisHash {
  private BasisHash() {}

  static String of(BasisSchema schema) {
    Hasher hasher = Hashing.sha256().newHasher();
    for (BasisRelation relation : schema.relations()) {
      hasher.putString(relation.name(), StandardCharsets.UTF_8);
      if (relation.basis().isPresent()) {
        put(hasher, relation.basis().get());
      } else {
        String type = relation.table().getRowType(LensTypes.FACTORY).getFullTypeString();
        hasher.putString(type, StandardCharsets.UTF_8);
      }
    }
    return hasher.hash().toString().substring(0, 16);
  }

  private static void put(Hasher hasher, BasisTable table) {
    for (BasisColumn column : table.columns()) {
      hasher.putString(
          column.name() + column.type().getFullTypeString() + column.generation(),
          StandardCharsets.UTF_8);
      hasher.putString(column.defaultSql().orElse(""), StandardCharsets.UTF_8);
    }
    for (BasisKey key : table.keys()) {
      hasher.putString(key.columns().toString() + key.primary(), StandardCharsets.UTF_8);
    }
    table.foreignKeys().forEach(k -> hasher.putString(k.toString(), StandardCharsets.UTF_8));
    table.checks().forEach(c -> hasher.putString(c.sql(), StandardCharsets.UTF_8));
  }
}
