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
package io.calcitelens.adapters.jdbc;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;

/** Which default values every store evaluates by itself. */
final class NativeDefaults {
  private static final Set<String> FUNCTIONS =
      Set.of("CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP");

  private NativeDefaults() {}

  /** Literals, also with a sign, and the standard's date-time functions. */
  static boolean knows(SqlNode node) {
    if (node instanceof SqlLiteral) {
      return true;
    }
    if (node instanceof SqlIdentifier id) {
      return id.isSimple() && FUNCTIONS.contains(id.getSimple().toUpperCase(Locale.ROOT));
    }
    if (node instanceof SqlCall call) {
      if (call.getKind() == SqlKind.MINUS_PREFIX || call.getKind() == SqlKind.PLUS_PREFIX) {
        return knows(call.operand(0));
      }
      return call.operandCount() == 0
          && FUNCTIONS.contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
    }
    return false;
  }
}
