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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.parser.SqlCreateTableNode;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.ddl.parser.SqlUsing;
import io.calcitelens.prover.LensCode;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.ddl.SqlCreateFunction;

/**
 * What a client of a server may not say: that the server connects elsewhere, loads a class, or
 * reads a file or an environment variable. It is refused when it is declared, so that nobody else
 * applies it unawares.
 */
final class Permissions {
  private Permissions() {}

  static void check(SqlNode statement, Client client) {
    if (client.admin()) {
      return;
    }
    if (statement instanceof SqlDeclareSchema schema) {
      check(schema.using());
      schema.items().forEach(Permissions::checkItem);
    } else if (statement instanceof SqlCreateTableNode create) {
      checkItem(create.declaration());
    } else if (statement instanceof SqlCreateFunction) {
      throw Faults.at(LensCode.NOT_ALLOWED, statement, RESOURCE.needsAdmin("create function"));
    }
  }

  private static void checkItem(SqlNode item) {
    if (item instanceof SqlTableDeclaration table) {
      check(table.using());
    }
  }

  private static void check(Optional<SqlUsing> using) {
    if (using.isPresent() && Modules.reachesOutside(using.get())) {
      throw Faults.at(
          LensCode.NOT_ALLOWED,
          using.get(),
          RESOURCE.needsAdmin("using " + using.get().module() + "(…)"));
    }
  }
}
