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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.ddl.parser.SqlColumnDeclarationNode;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlTableConstraint;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.ddl.parser.SqlUsing;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalColumn;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.LogicalTable;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;

/** Reads the tables of a design from its declaration; all faults come in one exception. */
final class DesignReader {
  private final SqlDeclareSchema schema;
  private final SqlValidator types;
  private final List<LensException> faults = new ArrayList<>();

  private DesignReader(SqlDeclareSchema schema, SqlValidator types) {
    this.schema = schema;
    this.types = types;
  }

  /**
   * Reads a logical schema.
   *
   * @param types finds user-defined types
   */
  static List<LogicalTable> read(SqlDeclareSchema schema, SqlValidator types) {
    DesignReader reader = new DesignReader(schema, types);
    schema.using().ifPresent(reader::using);
    List<LogicalTable> tables = new ArrayList<>();
    for (SqlNode item : schema.items()) {
      if (item instanceof SqlTableDeclaration table) {
        tables.add(reader.table(table));
      } else {
        reader.physical(item);
      }
    }
    if (!reader.faults.isEmpty()) {
      throw LensException.all(reader.faults);
    }
    return tables;
  }

  private String schemaName() {
    return schema.name().getSimple();
  }

  private void using(SqlUsing using) {
    fault(
        LensCode.PHYSICAL_IN_LOGICAL,
        Site.NONE,
        using.getParserPosition(),
        RESOURCE.physicalInLogical("using " + using.module(), schemaName()));
  }

  private void physical(SqlNode item) {
    fault(
        LensCode.PHYSICAL_IN_LOGICAL,
        Site.NONE,
        item.getParserPosition(),
        RESOURCE.physicalInLogical(PhysicalItems.words(item), schemaName()));
  }

  private LogicalTable table(SqlTableDeclaration declaration) {
    String name = declaration.name().getSimple();
    String qualified = schemaName() + "." + name;
    declaration
        .using()
        .ifPresent(
            using ->
                fault(
                    LensCode.PHYSICAL_IN_LOGICAL,
                    Site.table(qualified),
                    using.getParserPosition(),
                    RESOURCE.physicalInLogical("using " + using.module(), qualified)));
    Set<String> primary = primaryColumns(declaration);
    List<LogicalColumn> columns = new ArrayList<>();
    Map<String, Integer> ordinals = new HashMap<>();
    for (SqlColumnDeclarationNode column : declaration.columns()) {
      String columnName = column.name().getSimple();
      ordinals.put(fold(columnName), columns.size());
      columns.add(column(qualified, column, columns.size(), primary.contains(fold(columnName))));
    }
    List<LogicalConstraint> constraints =
        new Constraints(qualified, name, declaration, ordinals).read();
    return new LogicalTable(
        schemaName(), name, columns, constraints, TagRegistry.normalize(declaration.tags()));
  }

  private static Set<String> primaryColumns(SqlTableDeclaration declaration) {
    Set<String> columns = new HashSet<>();
    for (SqlTableConstraint constraint : declaration.constraints()) {
      if (constraint.kind() == SqlTableConstraint.Kind.PRIMARY_KEY) {
        constraint.columns().forEach(c -> columns.add(fold(c.getSimple())));
      }
    }
    return columns;
  }

  private LogicalColumn column(
      String table, SqlColumnDeclarationNode column, int ordinal, boolean primary) {
    String name = column.name().getSimple();
    Site site = Site.column(table, name);
    if (column.generation() != BasisColumn.Generation.NONE) {
      fault(
          LensCode.PHYSICAL_IN_LOGICAL,
          site,
          column.getParserPosition(),
          RESOURCE.physicalInLogical("generated column " + name, table));
    }
    return new LogicalColumn(
        ordinal,
        name,
        type(column, site, column.notNull() || primary),
        column.defaultValue(),
        TagRegistry.normalize(column.tags()));
  }

  private RelDataType type(SqlColumnDeclarationNode column, Site site, boolean notNull) {
    try {
      RelDataType type = column.type().deriveType(types, !notNull);
      return types.getTypeFactory().createTypeWithNullability(type, !notNull);
    } catch (CalciteException e) {
      fault(
          LensCode.INVALID_DECLARATION,
          site,
          column.type().getParserPosition(),
          RESOURCE.unknownType(column.type().toString()));
      return types.getTypeFactory().createUnknownType();
    }
  }

  private void fault(LensCode code, Site site, SqlParserPos pos, Resources.Inst sentence) {
    faults.add(
        LensException.of(code, site.withPosition(pos.getLineNum(), pos.getColumnNum()), sentence));
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The rules of one table. */
  private final class Constraints {
    private final String qualified;
    private final String table;
    private final SqlTableDeclaration declaration;
    private final Map<String, Integer> ordinals;
    private final Set<String> names = new HashSet<>();
    private final List<LogicalConstraint> read = new ArrayList<>();
    private boolean primarySeen;

    Constraints(
        String qualified,
        String table,
        SqlTableDeclaration declaration,
        Map<String, Integer> ordinals) {
      this.qualified = qualified;
      this.table = table;
      this.declaration = declaration;
      this.ordinals = ordinals;
    }

    List<LogicalConstraint> read() {
      for (SqlTableConstraint constraint : declaration.constraints()) {
        constraint.name().ifPresent(n -> addName(n));
      }
      for (SqlTableConstraint constraint : declaration.constraints()) {
        read(constraint);
      }
      return read;
    }

    private void addName(SqlIdentifier name) {
      if (!names.add(fold(name.getSimple()))) {
        fault(
            LensCode.INVALID_DECLARATION,
            Site.table(qualified),
            name.getParserPosition(),
            RESOURCE.duplicateConstraint(name.getSimple(), qualified));
      }
    }

    private void read(SqlTableConstraint constraint) {
      List<Integer> columns = columns(constraint);
      Map<String, String> tags = TagRegistry.normalize(constraint.tags());
      switch (constraint.kind()) {
        case PRIMARY_KEY:
          if (primarySeen) {
            fault(
                LensCode.INVALID_DECLARATION,
                Site.table(qualified),
                constraint.getParserPosition(),
                RESOURCE.secondPrimaryKey(qualified));
          }
          primarySeen = true;
          read.add(
              new LogicalConstraint.Key(
                  name(constraint, table + "_pk"), true, columns, Optional.empty(), tags));
          return;
        case UNIQUE:
          read.add(
              new LogicalConstraint.Key(
                  name(constraint, join(constraint) + "_key"),
                  false,
                  columns,
                  constraint.condition(),
                  tags));
          return;
        case CHECK:
          read.add(
              new LogicalConstraint.Check(
                  name(constraint, table + "_check"), constraint.condition().orElseThrow(), tags));
          return;
        default:
          read.add(foreignKey(constraint, columns, tags));
          return;
      }
    }

    private LogicalConstraint foreignKey(
        SqlTableConstraint constraint, List<Integer> columns, Map<String, String> tags) {
      SqlIdentifier references = constraint.references().orElseThrow();
      int last = references.names.size() - 1;
      String referencedSchema =
          last == 0 ? schemaName() : String.join(".", references.names.subList(0, last));
      return new LogicalConstraint.ForeignKey(
          name(constraint, join(constraint) + "_fkey"),
          columns,
          referencedSchema,
          references.names.get(last),
          constraint.referencedColumns().stream().map(SqlIdentifier::getSimple).toList(),
          constraint.onUpdate(),
          constraint.onDelete(),
          tags);
    }

    private String join(SqlTableConstraint constraint) {
      StringBuilder joined = new StringBuilder(table);
      constraint.columns().forEach(c -> joined.append('_').append(c.getSimple()));
      return joined.toString();
    }

    private String name(SqlTableConstraint constraint, String made) {
      if (constraint.name().isPresent()) {
        return constraint.name().get().getSimple();
      }
      String name = made;
      for (int i = 1; !names.add(fold(name)); i++) {
        name = made + i;
      }
      return name;
    }

    private List<Integer> columns(SqlTableConstraint constraint) {
      List<Integer> columns = new ArrayList<>();
      Set<Integer> seen = new HashSet<>();
      for (SqlIdentifier column : constraint.columns()) {
        Integer ordinal = ordinals.get(fold(column.getSimple()));
        if (ordinal == null || !seen.add(ordinal)) {
          fault(
              LensCode.INVALID_DECLARATION,
              Site.table(qualified),
              column.getParserPosition(),
              ordinal == null
                  ? RESOURCE.unknownKeyColumn(column.getSimple(), qualified)
                  : RESOURCE.repeatedKeyColumn(column.getSimple(), qualified));
        } else {
          columns.add(ordinal);
        }
      }
      return columns;
    }
  }
}
