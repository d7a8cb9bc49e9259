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
import io.calcitelens.ddl.parser.SqlCreateViewNode;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlDropLens;
import io.calcitelens.ddl.parser.SqlDropSchemaNode;
import io.calcitelens.ddl.parser.SqlExplainLens;
import io.calcitelens.ddl.parser.SqlSchemaCommand;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.ddl.SqlCreateFunction;
import org.apache.calcite.sql.ddl.SqlCreateSchema;
import org.apache.calcite.sql.ddl.SqlCreateType;
import org.apache.calcite.sql.ddl.SqlDropObject;

/** One DDL statement over a draft of the catalog. */
final class DdlRun {
  private final CatalogState before;
  private final CatalogDraft draft;
  private final PhysicalSchemas physical;
  private final ModelSchemas models;
  private final DdlSession session;
  private Change change = Change.NONE;
  private Optional<SqlInsert> afterwards = Optional.empty();

  DdlRun(CatalogState before, Stores stores, ModelSchemas models, DdlSession session) {
    this.before = before;
    this.draft = before.edit();
    this.physical = new PhysicalSchemas(stores);
    this.models = models;
    this.session = session;
  }

  /** What a statement did to the catalog. */
  enum Change {
    NONE,
    /** Something was declared; planners see no difference. */
    DECLARED,
    /** Planners see a difference. */
    VISIBLE
  }

  Change change() {
    return change;
  }

  CatalogDraft draft() {
    return draft;
  }

  /** A statement to be run once the catalog has changed. */
  Optional<SqlInsert> afterwards() {
    return afterwards;
  }

  DdlResult run(SqlNode statement) {
    Permissions.check(statement, session.client());
    if (statement instanceof SqlDeclareSchema schema) {
      new Declaring(draft).declare(schema);
      change = Change.DECLARED;
      return DdlResult.NONE;
    }
    if (statement instanceof SqlDeclareLens lens) {
      new Declaring(draft).declare(lens);
      change = Change.DECLARED;
      return DdlResult.NONE;
    }
    if (statement instanceof SqlExplainLens explain) {
      return new Describing(before, physical).explain(explain.table());
    }
    if (statement instanceof SqlSchemaCommand command) {
      return command(command);
    }
    requireNothingWritten();
    change = Change.VISIBLE;
    if (!create(statement) && !drop(statement)) {
      throw Faults.at(
          LensCode.NOT_SUPPORTED, statement, RESOURCE.unsupportedStatement(words(statement)));
    }
    return DdlResult.NONE;
  }

  private static String words(SqlNode statement) {
    return statement instanceof SqlCall call
        ? call.getOperator().getName()
        : statement.getKind().toString();
  }

  private DdlResult command(SqlSchemaCommand command) {
    switch (command.kind()) {
      case DIFF:
        return new Describing(before, physical).diff(command.name());
      case EXPORT:
        return new Describing(before, physical).export(command.name());
      default:
        break;
    }
    requireNothingWritten();
    Applying applying = new Applying(draft, physical);
    if (command.kind() == SqlSchemaCommand.Kind.APPLY) {
      applying.apply(command.name());
    } else {
      applying.refresh(command.name(), models);
    }
    if (applying.changed()) {
      change = Change.VISIBLE;
    }
    return DdlResult.NONE;
  }

  private boolean create(SqlNode statement) {
    Creating creating = new Creating(draft, physical, new SchemaNames(session.defaultSchemaPath()));
    if (statement instanceof SqlCreateTableNode create) {
      afterwards = creating.createTable(create);
    } else if (statement instanceof SqlCreateViewNode create) {
      creating.createView(create);
    } else if (statement instanceof SqlCreateSchema create) {
      creating.createSchema(create);
    } else if (statement instanceof SqlCreateType create) {
      creating.createType(create);
    } else if (statement instanceof SqlCreateFunction create) {
      creating.createFunction(create);
    } else {
      return false;
    }
    return true;
  }

  private boolean drop(SqlNode statement) {
    Dropping dropping = new Dropping(draft, physical, new SchemaNames(session.defaultSchemaPath()));
    if (statement instanceof SqlDropLens drop) {
      dropping.dropLens(drop);
    } else if (statement instanceof SqlDropSchemaNode drop) {
      dropping.dropSchema(drop);
    } else if (statement instanceof SqlDropObject drop) {
      switch (drop.getKind()) {
        case DROP_TABLE:
          dropping.dropTable(drop);
          break;
        case DROP_VIEW:
          dropping.dropView(drop);
          break;
        case DROP_TYPE:
          dropping.dropObject(drop, "type");
          break;
        case DROP_FUNCTION:
          dropping.dropObject(drop, "function");
          break;
        default:
          return false;
      }
    } else {
      return false;
    }
    return true;
  }

  private void requireNothingWritten() {
    if (session.hasWritten()) {
      throw LensException.of(LensCode.ACTIVE_TRANSACTION, RESOURCE.ddlInTransaction());
    }
  }
}
