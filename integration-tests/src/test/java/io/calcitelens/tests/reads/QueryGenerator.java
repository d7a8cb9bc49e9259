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
package io.calcitelens.tests.reads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Random reads of the shared design, in SQL that the store understands as well. */
final class QueryGenerator {
  /** What a query reads, with the columns that it may name. */
  private record Source(String from, List<String> keys, List<String> numbers, List<String> texts) {
    List<String> columns() {
      List<String> all = new ArrayList<>(keys);
      all.addAll(numbers);
      all.addAll(texts);
      return all;
    }
  }

  private static final List<Source> SOURCES =
      List.of(
          new Source(
              "X.Car c",
              List.of("c.id", "c.vin"),
              List.of("c.price", "c.owner"),
              List.of("c.model", "c.maker", "c.country", "c.text")),
          new Source("X.Engine e", List.of("e.id"), List.of("e.hp"), List.of("e.vin", "e.fuel")),
          new Source(
              "X.Person p", List.of("p.id"), List.of(), List.of("p.name", "p.city", "p.street")),
          new Source("X.Owned o", List.of("o.id"), List.of(), List.of("o.vin", "o.owner")),
          source("X.Sale s join X.Car c on c.id = s.car", "s.id", "s.amount", "c.maker"),
          source("X.Sale s left join X.Car c on c.id = s.car", "c.id", "s.car", "c.text"),
          source("X.Car c left join X.Sale s on c.id = s.car", "c.id", "s.id", "c.vin"),
          source("X.Car c join X.Engine e on e.id = c.id", "e.id", "c.id", "e.fuel"),
          source("X.Car c left join X.Engine e on e.id = c.id", "e.id", "c.price", "c.vin"),
          source("X.Car c right join X.Engine e on e.id = c.id", "c.id", "e.hp", "c.model"),
          source("X.Car c join X.Person p on p.id = c.owner", "p.id", "c.id", "p.street"),
          source("X.Car c left join X.Person p on p.id = c.owner", "p.id", "c.id", "p.name"),
          source("X.Car c left join X.Owned o on o.id = c.id", "o.id", "c.price", "o.owner"),
          source("X.Car c join X.Car d on c.id = d.id", "d.id", "d.price", "d.vin"),
          source("X.Car c join X.Car d on c.vin = d.vin", "d.id", "c.price", "d.vin"),
          source("X.Car c left join X.Car d on c.vin = d.vin", "d.id", "d.owner", "d.vin"),
          source("X.Car c left join X.Car d on c.owner = d.owner", "d.id", "c.owner", "d.vin"),
          source(
              "X.Car c left join (X.Engine e join X.Sale s on s.car = e.id) on e.id = c.id",
              "e.id",
              "s.id",
              "c.text"),
          source(
              "X.Engine e, X.Car c, X.Person p where c.id = e.id and p.id = c.owner",
              "c.id",
              "p.id",
              "p.city"));

  private final Random random;

  QueryGenerator(long seed) {
    this.random = new Random(seed);
  }

  private static Source source(String from, String key, String number, String text) {
    return new Source(from, List.of(key), List.of(number), List.of(text));
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private List<String> some(List<String> of) {
    List<String> shuffled = new ArrayList<>(of);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, 1 + random.nextInt(Math.min(3, of.size())));
  }

  /** A query; its rows have no order unless it asks for one over all of its columns. */
  String next() {
    Source source = any(SOURCES);
    List<String> columns = some(source.columns());
    String list = named(columns);
    String from = " from " + source.from + where(source);
    return switch (random.nextInt(7)) {
      case 0 -> "select count(*) as n, count(distinct " + any(columns) + ") as d" + from;
      case 1 -> "select distinct " + list + from;
      case 2 ->
          "select "
              + list
              + ", count(*) as n, max("
              + any(source.columns())
              + ") as m"
              + from
              + " group by "
              + String.join(", ", columns);
      case 3 -> "select " + list + from + " order by " + ordinals(columns) + " limit 7";
      case 4 -> "select count(*) as n from (select distinct " + list + from + ") as q";
      default -> "select " + list + from;
    };
  }

  private static String named(List<String> columns) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      named.add(columns.get(i) + " as c" + i);
    }
    return String.join(", ", named);
  }

  private static String ordinals(List<String> columns) {
    return columns.stream().map(c -> c + " nulls last").collect(Collectors.joining(", "));
  }

  private String where(Source source) {
    List<String> conditions = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      conditions.add(condition(source));
    }
    if (conditions.isEmpty()) {
      return "";
    }
    return (source.from.contains(" where ") ? " and " : " where ")
        + String.join(" and ", conditions);
  }

  private String condition(Source source) {
    String column = any(source.columns());
    String number = source.numbers.isEmpty() ? source.keys.get(0) : any(source.numbers);
    String key = source.keys.get(0);
    return switch (random.nextInt(9)) {
      case 0 -> column + " is null";
      case 1 -> column + " is not null";
      case 2 -> number + " > " + random.nextInt(12);
      case 3 -> any(source.texts) + " like '%" + random.nextInt(4) + "%'";
      case 4 -> key + " in (select id from X.Engine)";
      case 5 -> number + " not in (select owner from X.Car where owner is not null)";
      case 6 -> "exists (select 1 from X.Owned w where w.id = " + key + ")";
      case 7 -> "not exists (select 1 from X.Person w where w.id = " + number + ")";
      default -> number + " = (select max(owner) from X.Car)";
    };
  }
}
