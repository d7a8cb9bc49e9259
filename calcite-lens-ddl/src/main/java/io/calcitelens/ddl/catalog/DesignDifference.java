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

import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** The difference of a deployed design and the declared one, a line for each change. */
final class DesignDifference {
  private final Optional<SqlDeclareSchema> before;
  private final SqlDeclareSchema after;
  private final List<String> lines = new ArrayList<>();

  DesignDifference(Optional<SqlDeclareSchema> before, SqlDeclareSchema after) {
    this.before = before;
    this.after = after;
  }

  List<String> lines() {
    Map<String, SqlTableDeclaration> old = before.map(DesignDifference::tables).orElse(Map.of());
    Map<String, SqlTableDeclaration> now = tables(after);
    String schema = after.name().getSimple();
    now.forEach(
        (name, table) -> {
          SqlTableDeclaration deployed = old.get(name);
          if (deployed == null) {
            lines.add("create " + text(table));
          } else {
            compare(schema + "." + table.name(), deployed, table);
          }
        });
    old.forEach(
        (name, table) -> {
          if (!now.containsKey(name)) {
            lines.add("drop table " + schema + "." + table.name());
          }
        });
    return lines;
  }

  private void compare(String name, SqlTableDeclaration old, SqlTableDeclaration now) {
    Map<String, String> oldColumns = new LinkedHashMap<>();
    old.columns().forEach(c -> oldColumns.put(fold(c.name().getSimple()), text(c)));
    Map<String, String> columns = new LinkedHashMap<>();
    now.columns().forEach(c -> columns.put(fold(c.name().getSimple()), text(c)));
    columns.forEach(
        (column, text) -> {
          if (!oldColumns.containsKey(column)) {
            lines.add("alter table " + name + " add column " + text);
          } else if (!oldColumns.get(column).equals(text)) {
            lines.add("alter table " + name + " alter column " + text);
          }
        });
    oldColumns.forEach(
        (column, text) -> {
          if (!columns.containsKey(column)) {
            lines.add("alter table " + name + " drop column " + text.split(" ", 2)[0]);
          }
        });
    List<String> oldRules = old.constraints().stream().map(DesignDifference::text).toList();
    List<String> rules = now.constraints().stream().map(DesignDifference::text).toList();
    rules.stream()
        .filter(r -> !oldRules.contains(r))
        .forEach(r -> lines.add("alter table " + name + " add " + r));
    oldRules.stream()
        .filter(r -> !rules.contains(r))
        .forEach(r -> lines.add("alter table " + name + " drop " + r));
    if (!old.tags().tags().equals(now.tags().tags())) {
      lines.add("alter table " + name + " " + text(now.tags()));
    }
  }

  private static Map<String, SqlTableDeclaration> tables(SqlDeclareSchema schema) {
    Map<String, SqlTableDeclaration> tables = new LinkedHashMap<>();
    for (SqlNode item : schema.items()) {
      if (item instanceof SqlTableDeclaration table) {
        tables.put(fold(table.name().getSimple()), table);
      }
    }
    return tables;
  }

  private static String text(SqlNode node) {
    return LensParsers.toSql(node).replaceAll("\\s+", " ");
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
