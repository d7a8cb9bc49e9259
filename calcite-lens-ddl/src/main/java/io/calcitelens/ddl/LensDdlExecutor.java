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
package io.calcitelens.ddl;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.catalog.DdlSession;
import io.calcitelens.ddl.catalog.LensDatabase;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlExplainLens;
import io.calcitelens.ddl.parser.SqlSchemaCommand;
import io.calcitelens.ddl.parser.SqlTransactionControl;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.io.Reader;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.server.DdlExecutor;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParserImplFactory;

/**
 * Runs the DDL of the product on a plain Calcite connection. The connection's root schema stands
 * for a private database, unless its model holds a {@link LensSchemaFactory}'s.
 */
public final class LensDdlExecutor implements DdlExecutor {
  /** What the connection property {@code parserFactory} names. */
  public static final SqlParserImplFactory PARSER_FACTORY =
      new SqlParserImplFactory() {
        @Override
        public SqlAbstractParserImpl getParser(Reader stream) {
          return LensParsers.FACTORY.getParser(stream);
        }

        @Override
        public DdlExecutor getDdlExecutor() {
          return INSTANCE;
        }
      };

  private static final LensDdlExecutor INSTANCE = new LensDdlExecutor();

  private final Map<CalciteSchema, RootMirror> roots = new WeakHashMap<>();

  private LensDdlExecutor() {}

  @Override
  public void executeDdl(CalcitePrepare.Context context, SqlNode node) {
    if (node instanceof SqlTransactionControl || answersRows(node)) {
      throw LensException.of(LensCode.NOT_SUPPORTED, RESOURCE.onlyThroughOwnDriver());
    }
    CalciteSchema root = context.getMutableRootSchema();
    RootMirror mirror;
    synchronized (roots) {
      mirror = roots.computeIfAbsent(root, RootMirror::of);
    }
    LensDatabase database = mirror.database();
    database.mount(mirror.foreign(root));
    database.execute(node, new PlainSession(context.getDefaultSchemaPath()));
    mirror.update(root);
  }

  private static boolean answersRows(SqlNode node) {
    if (node instanceof SqlSchemaCommand command) {
      return command.kind() == SqlSchemaCommand.Kind.DIFF
          || command.kind() == SqlSchemaCommand.Kind.EXPORT;
    }
    return node instanceof SqlExplainLens;
  }

  /** A plain connection has no transaction of ours. */
  private record PlainSession(List<String> defaultSchemaPath) implements DdlSession {
    @Override
    public boolean hasWritten() {
      return false;
    }

    @Override
    public void run(SqlNode statement) {
      throw LensException.of(LensCode.NOT_SUPPORTED, RESOURCE.onlyThroughOwnDriver());
    }
  }
}
