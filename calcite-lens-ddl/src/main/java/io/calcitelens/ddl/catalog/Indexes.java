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

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.Multimap;
import io.calcitelens.adapters.schema.IndexDefinition;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlIndexDeclaration;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.ddl.parser.SqlViewDeclaration;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlTableRef;

/**
 * Reads the indexes of a declared schema. A materialized view of one table's columns with an order
 * is an index: on the columns of the order, then on the others that it shows.
 */
final class Indexes {
  private final SqlDeclareSchema schema;
  private final List<LensException> faults;
  private final Multimap<String, IndexDefinition> byTable = LinkedHashMultimap.create();

  private Indexes(SqlDeclareSchema schema, List<LensException> faults) {
    this.schema = schema;
    this.faults = faults;
  }

  /** The indexes by table, whose name is in lower case. */
  static Multimap<String, IndexDefinition> read(
      SqlDeclareSchema schema, List<LensException> faults) {
    Indexes indexes = new Indexes(schema, faults);
    for (SqlNode item : schema.items()) {
      if (item instanceof SqlIndexDeclaration index) {
        indexes.add(index);
      } else if (item instanceof SqlViewDeclaration view && view.materialized()) {
        indexes.add(view);
      }
    }
    return indexes.byTable;
  }

  private void add(SqlIndexDeclaration index) {
    Optional<SqlTableDeclaration> table = table(index.table());
    if (table.isEmpty()) {
      faults.add(
          Faults.at(
              LensCode.INVALID_DECLARATION,
              index.table(),
              RESOURCE.indexOfNoTable(Faults.last(index.name()), index.table().toString())));
      return;
    }
    Map<String, IndexDefinition.Part> parts = new LinkedHashMap<>();
    for (SqlNode column : index.columns()) {
      part(column).ifPresent(p -> parts.put(fold(p.column()), p));
      requireColumn(table.get(), column);
    }
    put(table.get(), index.name(), index.unique(), parts);
  }

  private void add(SqlViewDeclaration view) {
    String name = Faults.last(view.name());
    if (!(view.query() instanceof SqlOrderBy order)
        || !(order.query instanceof SqlSelect select)
        || order.fetch != null
        || order.offset != null) {
      refuse(view, name, "it must be a SELECT with an ORDER BY and no limit");
      return;
    }
    if (!isPlain(select) || table((SqlIdentifier) source(select)).isEmpty()) {
      refuse(view, name, "it must read one table of the schema, without conditions or grouping");
      return;
    }
    SqlTableDeclaration table = table((SqlIdentifier) source(select)).orElseThrow();
    Map<String, IndexDefinition.Part> parts = new LinkedHashMap<>();
    List<SqlNode> columns = new ArrayList<>(order.orderList.getList());
    columns.addAll(select.getSelectList().getList());
    for (SqlNode column : columns) {
      Optional<IndexDefinition.Part> part = part(column);
      if (part.isEmpty()) {
        refuse(view, name, "it may show and order by plain columns only");
        return;
      }
      requireColumn(table, column);
      parts.putIfAbsent(fold(part.get().column()), part.get());
    }
    put(table, view.name(), false, parts);
  }

  private void put(
      SqlTableDeclaration table,
      SqlIdentifier name,
      boolean unique,
      Map<String, IndexDefinition.Part> parts) {
    byTable.put(
        fold(table.name().getSimple()),
        new IndexDefinition(Faults.last(name), unique, List.copyOf(parts.values())));
  }

  private void refuse(SqlViewDeclaration view, String name, String reason) {
    faults.add(Faults.at(LensCode.INVALID_DECLARATION, view, RESOURCE.notAnIndex(name, reason)));
  }

  private static SqlNode source(SqlSelect select) {
    SqlNode from = select.getFrom();
    if (from != null && from.getKind() == SqlKind.AS) {
      from = ((SqlCall) from).operand(0);
    }
    if (from instanceof SqlTableRef ref) {
      from = ref.operand(0);
    }
    return from;
  }

  private static boolean isPlain(SqlSelect select) {
    SqlNodeList group = select.getGroup();
    return source(select) instanceof SqlIdentifier
        && select.getWhere() == null
        && group == null
        && select.getHaving() == null
        && select.getQualify() == null
        && !select.isDistinct();
  }

  private Optional<SqlTableDeclaration> table(SqlIdentifier name) {
    boolean here =
        name.isSimple()
            || name.names.size() == 2
                && name.names.get(0).equalsIgnoreCase(schema.name().getSimple());
    return schema.items().stream()
        .filter(SqlTableDeclaration.class::isInstance)
        .map(SqlTableDeclaration.class::cast)
        .filter(t -> here && t.name().getSimple().equalsIgnoreCase(Faults.last(name)))
        .findFirst();
  }

  private void requireColumn(SqlTableDeclaration table, SqlNode column) {
    Optional<IndexDefinition.Part> part = part(column);
    boolean known =
        part.isPresent()
            && table.columns().stream()
                .anyMatch(c -> c.name().getSimple().equalsIgnoreCase(part.get().column()));
    if (!known) {
      faults.add(
          Faults.at(
              LensCode.INVALID_DECLARATION,
              column,
              RESOURCE.unknownKeyColumn(column.toString(), table.name().toString())));
    }
  }

  private static Optional<IndexDefinition.Part> part(SqlNode node) {
    if (node instanceof SqlIdentifier identifier && !identifier.isStar()) {
      return Optional.of(new IndexDefinition.Part(Faults.last(identifier), false));
    }
    if (node.getKind() == SqlKind.DESCENDING) {
      return part(((SqlCall) node).operand(0)).map(p -> new IndexDefinition.Part(p.column(), true));
    }
    return Optional.empty();
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
