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

import io.calcitelens.adapters.schema.CheckDefinition;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.ForeignKeyDefinition;
import io.calcitelens.adapters.schema.IndexDefinition;
import io.calcitelens.adapters.schema.KeyDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import io.calcitelens.ddl.parser.SqlColumnDeclarationNode;
import io.calcitelens.ddl.parser.SqlTableConstraint;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.validate.SqlValidator;

/** Reads what a store shall make from the declaration of a physical table. */
final class DefinitionReader {
  private final String schema;
  private final String name;
  private final SqlTableDeclaration table;
  private final SqlValidator types;
  private final List<LensException> faults;
  private final Set<String> columnNames = new HashSet<>();
  private final Set<String> primary = new HashSet<>();

  private DefinitionReader(
      String schema,
      String name,
      SqlTableDeclaration table,
      SqlValidator types,
      List<LensException> faults) {
    this.schema = schema;
    this.name = name;
    this.table = table;
    this.types = types;
    this.faults = faults;
  }

  /**
   * Reads a table.
   *
   * @param indexes what the schema declares on it
   * @param faults takes what is wrong; the result is then of no use
   */
  static TableDefinition read(
      String schema,
      String name,
      SqlTableDeclaration table,
      List<IndexDefinition> indexes,
      SqlValidator types,
      List<LensException> faults) {
    return new DefinitionReader(schema, name, table, types, faults).read(indexes);
  }

  private Site site() {
    return Site.table(schema + "." + name);
  }

  private TableDefinition read(List<IndexDefinition> indexes) {
    table.columns().forEach(c -> columnNames.add(fold(c.name().getSimple())));
    List<SqlTableConstraint> primaryKeys =
        table.constraints().stream()
            .filter(c -> c.kind() == SqlTableConstraint.Kind.PRIMARY_KEY)
            .toList();
    if (primaryKeys.size() > 1) {
      faults.add(
          Faults.at(
              LensCode.INVALID_DECLARATION,
              site(),
              primaryKeys.get(1),
              RESOURCE.secondPrimaryKey(site().table().orElseThrow())));
    }
    primaryKeys.forEach(k -> k.columns().forEach(c -> primary.add(fold(c.getSimple()))));
    List<ColumnDefinition> columns = new ArrayList<>();
    table.columns().forEach(c -> columns.add(column(c)));
    List<KeyDefinition> uniques = new ArrayList<>();
    List<CheckDefinition> checks = new ArrayList<>();
    List<ForeignKeyDefinition> foreignKeys = new ArrayList<>();
    Optional<KeyDefinition> primaryKey = Optional.empty();
    for (SqlTableConstraint constraint : table.constraints()) {
      requireColumns(constraint);
      switch (constraint.kind()) {
        case PRIMARY_KEY:
          primaryKey = Optional.of(key(constraint));
          break;
        case UNIQUE:
          requireWhole(constraint);
          uniques.add(key(constraint));
          break;
        case CHECK:
          checks.add(new CheckDefinition(name(constraint), constraint.condition().orElseThrow()));
          break;
        default:
          foreignKeys.add(foreignKey(constraint));
          break;
      }
    }
    return new TableDefinition(name, columns, primaryKey, uniques, checks, foreignKeys, indexes);
  }

  private ColumnDefinition column(SqlColumnDeclarationNode column) {
    boolean nullable = !column.notNull() && !primary.contains(fold(column.name().getSimple()));
    RelDataType type;
    try {
      type =
          types
              .getTypeFactory()
              .createTypeWithNullability(column.type().deriveType(types, nullable), nullable);
    } catch (CalciteException e) {
      faults.add(
          Faults.at(
              LensCode.INVALID_DECLARATION,
              Site.column(site().table().orElseThrow(), column.name().getSimple()),
              column.type(),
              RESOURCE.unknownType(column.type().toString())));
      type = types.getTypeFactory().createUnknownType();
    }
    return new ColumnDefinition(
        column.name().getSimple(),
        type,
        column.defaultValue(),
        column.generation(),
        column.computedAs());
  }

  private static KeyDefinition key(SqlTableConstraint constraint) {
    return new KeyDefinition(name(constraint), names(constraint.columns()));
  }

  private static ForeignKeyDefinition foreignKey(SqlTableConstraint constraint) {
    SqlIdentifier references = constraint.references().orElseThrow();
    int last = references.names.size() - 1;
    return new ForeignKeyDefinition(
        name(constraint),
        names(constraint.columns()),
        last == 0 ? Optional.empty() : Optional.of(references.names.get(last - 1)),
        references.names.get(last),
        names(constraint.referencedColumns()),
        constraint.onUpdate(),
        constraint.onDelete());
  }

  private void requireColumns(SqlTableConstraint constraint) {
    for (SqlIdentifier column : constraint.columns()) {
      if (!columnNames.contains(fold(column.getSimple()))) {
        faults.add(
            Faults.at(
                LensCode.INVALID_DECLARATION,
                site(),
                column,
                RESOURCE.unknownKeyColumn(column.getSimple(), site().table().orElseThrow())));
      }
    }
  }

  private void requireWhole(SqlTableConstraint constraint) {
    if (constraint.condition().isPresent()) {
      faults.add(
          Faults.at(
              LensCode.NOT_SUPPORTED,
              site(),
              constraint,
              RESOURCE.partialUniqueInStore(site().table().orElseThrow())));
    }
  }

  private static Optional<String> name(SqlTableConstraint constraint) {
    return constraint.name().map(SqlIdentifier::getSimple);
  }

  private static List<String> names(List<SqlIdentifier> identifiers) {
    return identifiers.stream().map(SqlIdentifier::getSimple).toList();
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
