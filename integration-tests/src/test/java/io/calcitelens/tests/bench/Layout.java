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
package io.calcitelens.tests.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How cars are stored: a table for each column beside the key, where all others refer to the first.
 *
 * @param parts the tables, that of the make first
 */
record Layout(List<Part> parts) {
  private static final List<Part> ALL =
      List.of(
          new Part("car_core", "make", "varchar(40) not null", "make"),
          new Part("car_speed", "top_speed", "int", "topSpeed"),
          new Part("car_weight", "weight", "int", "weight"),
          new Part("car_seats", "seats", "int", "seats"),
          new Part("car_price", "price", "int", "price"));

  /** Makes and speeds. */
  static final Layout TWO = new Layout(ALL.subList(0, 2));

  /** Five columns, each in a table of its own. */
  static final Layout FIVE = new Layout(ALL);

  /**
   * A table of the store.
   *
   * @param column the one beside {@code id}
   * @param logical that column's name in the design
   */
  record Part(String table, String column, String type, String logical) {
    /** The table's name in the store, which has names between backticks. */
    String name() {
      return "`store`.`" + table + "`";
    }

    private String id(boolean anchor, String quote) {
      String parent = ALL.get(0).table();
      return anchor
          ? "%1$sid%1$s int primary key".formatted(quote)
          : "%1$sid%1$s int primary key references %3$s%1$s%2$s%1$s (%1$sid%1$s)"
              .formatted(quote, parent, quote.isEmpty() ? "" : "`store`.");
    }
  }

  /** The makes of cars by their ids. */
  static String make(int id) {
    return "make " + id;
  }

  /** What stands in the other columns, which are numbered from 1. */
  static int number(int column, int id) {
    return 100 * column + id % 100;
  }

  /** The cars as the lens shows them. */
  CarTable lens() {
    return new CarTable("app.car", columns(Part::logical));
  }

  /** The cars as a view of the store shows them, whose triggers write the tables. */
  CarTable view() {
    return new CarTable("`store`.`car_view`", columns(p -> "`" + p.column() + "`"));
  }

  /** New cars as the store calls them. */
  CarTable source() {
    return new CarTable("`store`.`new_car`", columns(p -> "`" + p.column() + "`"));
  }

  /** New cars as the lens's connection calls them. */
  CarTable mountedSource() {
    return new CarTable("store.new_car", columns(Part::column));
  }

  private List<String> columns(Function<Part, String> name) {
    List<String> columns = new ArrayList<>();
    columns.add(name.apply(parts.get(0)).startsWith("`") ? "`id`" : "id");
    parts.forEach(p -> columns.add(name.apply(p)));
    return columns;
  }

  /** The statements that make the tables. */
  List<String> tables() {
    List<String> texts = new ArrayList<>();
    texts.add("create schema `store`");
    texts.add(
        parts.stream()
            .map(p -> ", `" + p.column() + "` " + p.type())
            .collect(
                Collectors.joining(
                    "", "create table `store`.`new_car` (`id` int primary key", ")")));
    for (Part part : parts) {
      texts.add(
          "create table %s (%s, `%s` %s)"
              .formatted(part.name(), part.id(isFirst(part), "`"), part.column(), part.type()));
    }
    return texts;
  }

  private boolean isFirst(Part part) {
    return part.equals(parts.get(0));
  }

  /** The statements that make a view with triggers, in PostgreSQL. */
  List<String> triggers() {
    String inserts =
        each(p -> "insert into %s values (new.`id`, new.`%s`); ".formatted(p.name(), p.column()));
    String updates =
        each(
            p ->
                ("if new.`%2$s` is distinct from old.`%2$s` then"
                        + " update %1$s set `%2$s` = new.`%2$s` where `id` = old.`id`; end if; ")
                    .formatted(p.name(), p.column()));
    List<String> texts = new ArrayList<>();
    texts.add("create view `store`.`car_view` as " + join());
    texts.addAll(trigger("insert", inserts + "return new;"));
    texts.addAll(trigger("update", updates + "return new;"));
    texts.addAll(
        trigger("delete", String.join(" ", deletes("where `id` = old.`id`;")) + " return old;"));
    return texts;
  }

  private String each(Function<Part, String> text) {
    return parts.stream().map(text).collect(Collectors.joining());
  }

  private static List<String> trigger(String event, String body) {
    return List.of(
        "create function `store`.`car_%s`() returns trigger language plpgsql as $$ begin %s end $$"
            .formatted(event, body),
        ("create trigger `car_%1$s` instead of %1$s on `store`.`car_view`"
                + " for each row execute function `store`.`car_%1$s`()")
            .formatted(event));
  }

  /** All cars by hand. */
  String join() {
    return IntStream.range(1, parts.size())
        .mapToObj(i -> " join %s t%d on t%d.`id` = t0.`id`".formatted(parts.get(i).name(), i, i))
        .collect(
            Collectors.joining(
                "",
                IntStream.range(0, parts.size())
                    .mapToObj(i -> ", t%d.`%s`".formatted(i, parts.get(i).column()))
                    .collect(
                        Collectors.joining(
                            "", "select t0.`id`", " from " + parts.get(0).name() + " t0")),
                ""));
  }

  /** The inserts of one car, with parameters. */
  List<String> inserts() {
    return parts.stream().map(p -> "insert into " + p.name() + " values (?, ?)").toList();
  }

  /**
   * Copies of the new cars.
   *
   * @param above added to each id
   * @param condition at the end of each statement
   */
  List<String> copies(int above, String condition) {
    return parts.stream()
        .map(
            p ->
                "insert into %s select `id` + %d, `%s` from `store`.`new_car` %s"
                    .formatted(p.name(), above, p.column(), condition))
        .toList();
  }

  /** Deletes, what refers to others first. */
  List<String> deletes(String condition) {
    List<String> texts = new ArrayList<>();
    for (int i = parts.size() - 1; i >= 0; i--) {
      texts.add("delete from " + parts.get(i).name() + " " + condition);
    }
    return texts;
  }

  /** What tells the store how many rows there are, in PostgreSQL. */
  String analyze() {
    return parts.stream()
        .map(Part::name)
        .collect(Collectors.joining(", ", "analyze `store`.`new_car`, ", ""));
  }

  /** The declarations of tables and lens. */
  List<String> design(String using) {
    String source = each(p -> ", " + p.column() + " " + p.type());
    String tables =
        each(
            p ->
                " table %s (%s, %s %s) using %s;"
                    .formatted(p.table(), p.id(isFirst(p), ""), p.column(), p.type(), using));
    String logical = each(p -> ", " + p.logical() + " " + p.type());
    String selected = each(p -> ", " + p.column() + " as " + p.logical());
    String joined =
        parts.stream()
            .skip(1)
            .map(p -> " join " + p.table() + " using (id)")
            .collect(Collectors.joining());
    return List.of(
        "declare schema store { table new_car (id int primary key%s) using %s;%s }"
            .formatted(source, using, tables),
        "apply schema store",
        "declare logical schema app { table car (id int primary key%s); }".formatted(logical),
        "declare lens for app over store { view car as select id%s from %s%s; }"
            .formatted(selected, parts.get(0).table(), joined),
        "apply schema app");
  }
}
