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

import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.ddl.parser.SqlUsing;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** Finds the store that a {@code using} names. */
final class Modules {
  private final Stores stores;

  Modules(Stores stores) {
    this.stores = stores;
  }

  /** Whether a {@code using} names a store that the database does not hold yet. */
  static boolean reachesOutside(SqlUsing module) {
    String name = module.module().toString();
    return !name.equalsIgnoreCase("mem") && !name.equalsIgnoreCase("store");
  }

  /** The store of a {@code using}; the database's own where there is none. */
  JdbcStore store(Optional<SqlUsing> using) {
    if (using.isEmpty()) {
      return stores.own();
    }
    SqlUsing module = using.get();
    String name = module.module().toString().toLowerCase(Locale.ROOT);
    switch (name) {
      case "mem":
        requireArguments(module, 0, 0);
        return stores.own();
      case "store":
        requireArguments(module, 1, 1);
        String store = text(module.arguments().get(0));
        return stores
            .named(store)
            .orElseThrow(
                () ->
                    Faults.at(
                        LensCode.INVALID_DECLARATION,
                        module,
                        RESOURCE.unknownStore(store, String.join(", ", stores.names()))));
      case "jdbc":
        return connect(module);
      default:
        throw Faults.at(LensCode.INVALID_DECLARATION, module, RESOURCE.unknownModule(name));
    }
  }

  private JdbcStore connect(SqlUsing module) {
    requireArguments(module, 1, 3);
    List<SqlNode> arguments = module.arguments();
    String url = secret(arguments.get(0));
    String user = arguments.size() > 1 ? secret(arguments.get(1)) : "";
    String password = arguments.size() > 2 ? secret(arguments.get(2)) : "";
    try {
      return stores.connect(url, user, password);
    } catch (StoreException e) {
      throw Faults.store(url, e);
    }
  }

  private static void requireArguments(SqlUsing module, int least, int most) {
    int given = module.arguments().size();
    if (given < least || given > most) {
      throw Faults.at(
          LensCode.INVALID_DECLARATION,
          module,
          RESOURCE.moduleArguments(module.module().toString()));
    }
  }

  private static String text(SqlNode argument) {
    if (argument instanceof SqlIdentifier identifier) {
      return identifier.toString();
    }
    if (argument instanceof SqlLiteral literal
        && literal.getTypeName().getFamily() == SqlTypeFamily.CHARACTER) {
      return literal.getValueAs(String.class);
    }
    throw Faults.at(LensCode.INVALID_DECLARATION, argument, RESOURCE.moduleText());
  }

  /**
   * A text, or what an environment variable or a file says: {@code env:NAME}, {@code file:PATH}.
   */
  private static String secret(SqlNode argument) {
    String text = text(argument);
    if (text.startsWith("env:")) {
      String value = System.getenv(text.substring(4));
      if (value == null) {
        throw Faults.at(
            LensCode.INVALID_DECLARATION, argument, RESOURCE.noVariable(text.substring(4)));
      }
      return value;
    }
    if (text.startsWith("file:")) {
      try {
        return Files.readString(Path.of(text.substring(5))).strip();
      } catch (IOException | RuntimeException e) {
        LensException fault =
            Faults.at(
                LensCode.INVALID_DECLARATION, argument, RESOURCE.noSecretFile(text.substring(5)));
        throw fault.because(e);
      }
    }
    return text;
  }
}
