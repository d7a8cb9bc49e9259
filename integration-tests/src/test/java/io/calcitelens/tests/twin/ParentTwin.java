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
package io.calcitelens.tests.twin;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A twin of two base tables. Its H2 evaluates the expressions and judges the tables' rules; where
 * each value goes is written here anew, in the plainest way: read all, change, write all.
 */
final class ParentTwin extends TwinSide {
  private final Layout layout;

  ParentTwin(Layout layout) throws SQLException {
    this.layout = layout;
  }

  @Override
  Outcome attempt(Op.Run statement) throws SQLException {
    try {
      return put(statement);
    } catch (SQLDataException e) {
      return Outcome.error(e).or(Set.of("21", "23"));
    }
  }

  private Outcome put(Op.Run statement) throws SQLException {
    List<Map<String, Object>> children = load(layout.child());
    List<Map<String, Object>> parents = layout.self() ? children : load(layout.parent());
    ParentPut put = new ParentPut(layout, children, parents);
    Shape shape = statement.shape();
    List<String> returned = List.of();
    long count;
    if (shape instanceof Shape.Delete delete) {
      List<Object> keys = keys(delete.where(), statement);
      returned = returning(shape, keys);
      count = keys.size();
      children.removeIf(row -> keys.contains(row.get(layout.key())));
    } else if (shape instanceof Shape.Update update) {
      List<Map<String, Object>> captured = capture(update, statement);
      count = captured.size();
      put.update(captured, List.copyOf(update.set().keySet()));
    } else {
      List<Map<String, Object>> rows = source((Shape.Insert) shape, statement);
      count = rows.size();
      put.insert(rows);
    }
    if (put.avoided()) {
      return AVOIDED;
    }
    Outcome outcome = store(children, parents);
    if (!outcome.failed() && !holds()) {
      outcome = Outcome.error("23514", "check");
    }
    if (!put.errors().isEmpty()) {
      return new Outcome(-1, List.of(), put.errors(), "by the model")
          .or(outcome.errors())
          .or(outcome.failed() ? Set.of("22", "23") : Set.of());
    }
    if (outcome.failed()) {
      return outcome.or(alsoRight(outcome));
    }
    if (!(shape instanceof Shape.Delete)) {
      returned = returning(shape, put.keys());
    }
    return shape.returning().isEmpty() ? Outcome.count(count) : Outcome.rows(returned);
  }

  private static Set<String> alsoRight(Outcome outcome) {
    return outcome.errors().contains("22") ? Set.of("23") : Set.of("22");
  }

  private List<Object> keys(Fragment where, Op.Run statement) throws SQLException {
    Fragment select = Fragment.concat("select t." + layout.key() + " from {T} as t where ", where);
    return tuples(select.named("", layout.view(), ""), statement.values()).stream()
        .map(row -> row[0])
        .toList();
  }

  /** The matched rows: the old key under {@code null}, then what is assigned. */
  private List<Map<String, Object>> capture(Shape.Update update, Op.Run statement)
      throws SQLException {
    List<Fragment> items = new ArrayList<>();
    items.add(Fragment.of("t." + layout.key()));
    update.set().values().forEach(e -> items.add(Fragment.concat("(", e, ")")));
    Fragment select =
        Fragment.concat(
            "select ", Fragment.join(", ", items), " from {T} as t where (", update.where(), ")");
    List<Map<String, Object>> captured = new ArrayList<>();
    for (Object[] tuple : tuples(select.named("", layout.view(), ""), statement.values())) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put(null, tuple[0]);
      int i = 1;
      for (String column : update.set().keySet()) {
        row.put(column, tuple[i++]);
      }
      captured.add(row);
    }
    return captured;
  }

  /** The rows to insert; a column that is to take its default is missing. */
  private List<Map<String, Object>> source(Shape.Insert insert, Op.Run statement)
      throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    if (insert.rows().isEmpty()) {
      Fragment select = insert.select().named("", layout.view(), "");
      for (Object[] tuple : tuples(select, statement.values())) {
        Map<String, Object> row = new HashMap<>();
        for (int i = 0; i < tuple.length; i++) {
          row.put(insert.columns().get(i), tuple[i]);
        }
        rows.add(row);
      }
      return rows;
    }
    for (List<Fragment> values : insert.rows()) {
      Map<String, Object> row = new HashMap<>();
      for (int i = 0; i < values.size(); i++) {
        if (!values.get(i).text().equals("default")) {
          row.put(insert.columns().get(i), value(values.get(i), statement));
        }
      }
      rows.add(row);
    }
    return rows;
  }

  private Object value(Fragment fragment, Op.Run statement) throws SQLException {
    if (fragment.text().equals(String.valueOf(Fragment.MARK))) {
      return statement.values().get(fragment.holes().get(0));
    }
    return tuples(Fragment.of("select " + fragment.sql(statement.values(), true)), Map.of())
        .get(0)[0];
  }

  private List<String> returning(Shape shape, List<Object> keys) throws SQLException {
    if (shape.returning().isEmpty() || keys.isEmpty()) {
      return List.of();
    }
    return query(
        "select "
            + String.join(", ", shape.returning())
            + " from "
            + layout.view()
            + " where "
            + layout.key()
            + " in ("
            + String.join(", ", keys.stream().map(String::valueOf).toList())
            + ")");
  }

  private List<Map<String, Object>> load(String table) throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (ResultSet result = prepare("select * from " + table).executeQuery()) {
      var columns = result.getMetaData();
      while (result.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          row.put(columns.getColumnName(i), result.getObject(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private Outcome store(List<Map<String, Object>> children, List<Map<String, Object>> parents) {
    try {
      store(layout.child(), children);
      if (!layout.self()) {
        store(layout.parent(), parents);
      }
      return Outcome.count(0);
    } catch (SQLException e) {
      return Outcome.error(e);
    }
  }

  private void store(String table, List<Map<String, Object>> rows) throws SQLException {
    prepare("delete from " + table).executeUpdate();
    for (Map<String, Object> row : rows) {
      List<String> columns = List.copyOf(row.keySet());
      String marks = String.join(", ", columns.stream().map(c -> "?").toList());
      PreparedStatement insert =
          prepare(
              "insert into "
                  + table
                  + " ("
                  + String.join(", ", columns)
                  + ") values ("
                  + marks
                  + ")");
      for (int i = 0; i < columns.size(); i++) {
        insert.setObject(i + 1, row.get(columns.get(i)));
      }
      insert.executeUpdate();
    }
  }

  private boolean holds() throws SQLException {
    return load(layout.view()).stream().allMatch(layout.check());
  }
}
