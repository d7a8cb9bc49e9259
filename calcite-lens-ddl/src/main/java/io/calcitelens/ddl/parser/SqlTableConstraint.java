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
package io.calcitelens.ddl.parser;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.ReferentialAction;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A key, check or foreign key of a table declaration. */
public final class SqlTableConstraint extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("CONSTRAINT", SqlKind.OTHER);

  /** The kinds of rules. */
  public enum Kind {
    PRIMARY_KEY,
    UNIQUE,
    CHECK,
    FOREIGN_KEY
  }

  private final Kind kind;
  private final Optional<SqlIdentifier> name;
  private final List<SqlIdentifier> columns;
  private final Optional<SqlNode> condition;
  private final Optional<SqlIdentifier> references;
  private final List<SqlIdentifier> referencedColumns;
  private final ReferentialAction onUpdate;
  private final ReferentialAction onDelete;
  private final Optional<String> conflictAction;
  private final SqlTags tags;

  public SqlTableConstraint(
      SqlParserPos pos,
      Kind kind,
      Optional<SqlIdentifier> name,
      List<SqlIdentifier> columns,
      Optional<SqlNode> condition,
      Optional<SqlIdentifier> references,
      List<SqlIdentifier> referencedColumns,
      ReferentialAction onUpdate,
      ReferentialAction onDelete,
      Optional<String> conflictAction,
      SqlTags tags) {
    super(OPERATOR, pos);
    this.kind = requireNonNull(kind, "kind");
    this.name = requireNonNull(name, "name");
    this.columns = List.copyOf(columns);
    this.condition = requireNonNull(condition, "condition");
    this.references = requireNonNull(references, "references");
    this.referencedColumns = List.copyOf(referencedColumns);
    this.onUpdate = requireNonNull(onUpdate, "onUpdate");
    this.onDelete = requireNonNull(onDelete, "onDelete");
    this.conflictAction = requireNonNull(conflictAction, "conflictAction");
    this.tags = requireNonNull(tags, "tags");
  }

  public Kind kind() {
    return kind;
  }

  public Optional<SqlIdentifier> name() {
    return name;
  }

  public List<SqlIdentifier> columns() {
    return columns;
  }

  /** The condition of a check, or the {@code where} of a partial unique. */
  public Optional<SqlNode> condition() {
    return condition;
  }

  public Optional<SqlIdentifier> references() {
    return references;
  }

  public List<SqlIdentifier> referencedColumns() {
    return referencedColumns;
  }

  public ReferentialAction onUpdate() {
    return onUpdate;
  }

  public ReferentialAction onDelete() {
    return onDelete;
  }

  /** What the key declares to do on conflict, in lower case. */
  public Optional<String> conflictAction() {
    return conflictAction;
  }

  public SqlTags tags() {
    return tags;
  }

  private void writeForeignKey(SqlWriter writer) {
    writer.keyword("FOREIGN KEY");
    parenthesized(writer, columns);
    writer.keyword("REFERENCES");
    name(writer, references.orElseThrow());
    if (!referencedColumns.isEmpty()) {
      parenthesized(writer, referencedColumns);
    }
    writeAction(writer, "ON UPDATE", onUpdate);
    writeAction(writer, "ON DELETE", onDelete);
  }

  private static void writeAction(SqlWriter writer, String event, ReferentialAction action) {
    if (action != ReferentialAction.NO_ACTION) {
      writer.keyword(event);
      writer.keyword(action.sql().toUpperCase(Locale.ROOT));
    }
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(
        symbol(kind),
        orNull(name),
        nodes(columns),
        orNull(condition),
        orNull(references),
        nodes(referencedColumns),
        symbol(onUpdate),
        symbol(onDelete),
        text(conflictAction),
        tags);
  }

  @Override
  void write(SqlWriter writer) {
    if (name.isPresent()) {
      writer.keyword("CONSTRAINT");
      name(writer, name.get());
    }
    switch (kind) {
      case PRIMARY_KEY -> {
        writer.keyword("PRIMARY KEY");
        parenthesized(writer, columns);
      }
      case UNIQUE -> {
        writer.keyword("UNIQUE");
        parenthesized(writer, columns);
        if (condition.isPresent()) {
          writer.keyword("WHERE");
          expression(writer, condition.get());
        }
      }
      case CHECK -> {
        writer.keyword("CHECK");
        parenthesized(writer, condition.orElseThrow());
      }
      case FOREIGN_KEY -> writeForeignKey(writer);
    }
    if (conflictAction.isPresent()) {
      writer.keyword("ON CONFLICT");
      writer.keyword(conflictAction.get().toUpperCase(Locale.ROOT));
    }
    tags.write(writer);
  }
}
