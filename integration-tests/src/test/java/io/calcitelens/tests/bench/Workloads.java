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
import java.util.Optional;
import java.util.function.Function;

/** All benchmarks over a layout of the cars. */
final class Workloads {
  private final Layout layout;
  private final CarTable lens;
  private final List<Workload> all = new ArrayList<>();

  private Workloads(Layout layout) {
    this.layout = layout;
    this.lens = layout.lens();
  }

  static List<Workload> of(Layout layout) {
    Workloads workloads = new Workloads(layout);
    workloads.addBulk();
    workloads.addOneRow();
    workloads.addReads();
    return List.copyOf(workloads.all);
  }

  /** A write that a view with triggers can do as well. */
  private void add(
      String name,
      boolean single,
      Workload.Start start,
      Workload.SideOf hand,
      Function<CarTable, Workload.SideOf> through) {
    all.add(
        new Workload(
            name,
            start,
            single,
            hand,
            through.apply(lens),
            Optional.of(through.apply(layout.view()))));
  }

  private void addBulk() {
    Workload.Start empty = (fixture, rows, operations) -> fixture.empty();
    Workload.Start full = (fixture, rows, operations) -> fixture.refill();
    add(
        "bulk-insert",
        false,
        empty,
        (rows, operations) -> BulkSides.statements(layout.copies(0, "")),
        table ->
            (rows, operations) ->
                BulkSides.statements(
                    List.of(
                        table.insert()
                            + (table == lens ? layout.mountedSource() : layout.source())
                                .select())));
    add(
        "batch-insert",
        false,
        empty,
        (rows, operations) -> BulkSides.handBatches(layout, rows),
        table -> (rows, operations) -> BulkSides.batches(table, rows));
    Layout.Part second = layout.parts().get(1);
    add(
        "update-all",
        false,
        full,
        (rows, operations) ->
            BulkSides.statements(
                List.of(
                    "update %s set `%2$s` = `%2$s` + 1".formatted(second.name(), second.column()))),
        table ->
            (rows, operations) ->
                BulkSides.statements(
                    List.of(
                        "update %s set %2$s = %2$s + 1".formatted(table.name(), table.number()))));
    add(
        "delete-all",
        false,
        full,
        (rows, operations) -> BulkSides.statements(layout.deletes("")),
        table ->
            (rows, operations) -> BulkSides.statements(List.of("delete from " + table.name())));
  }

  private void addOneRow() {
    Workload.Start cut = (fixture, rows, operations) -> fixture.cut(rows);
    Workload.Start same = (fixture, rows, operations) -> {};
    add(
        "insert-one",
        true,
        cut,
        (rows, operations) -> RowSides.handInserts(layout, rows, operations),
        table -> (rows, operations) -> RowSides.inserts(table, rows, operations));
    Layout.Part first = layout.parts().get(0);
    Layout.Part second = layout.parts().get(1);
    String set = "update %s set `%s` = ? where `id` = ?";
    RowSides.Update makes =
        new RowSides.Update(set.formatted(first.name(), first.column()), true, false);
    RowSides.Update numbers =
        new RowSides.Update(set.formatted(second.name(), second.column()), false, true);
    add(
        "update-one",
        true,
        same,
        (rows, operations) -> RowSides.updates(List.of(numbers), rows, operations),
        table ->
            (rows, operations) ->
                RowSides.updates(List.of(table.updateNumber()), rows, operations));
    add(
        "update-row",
        true,
        same,
        (rows, operations) -> RowSides.updates(List.of(makes, numbers), rows, operations),
        table ->
            (rows, operations) -> RowSides.updates(List.of(table.updateBoth()), rows, operations));
    add(
        "delete-one",
        true,
        Fixture::extend,
        (rows, operations) -> RowSides.deletes(layout.deletes("where `id` = ?"), rows, operations),
        table ->
            (rows, operations) ->
                RowSides.deletes(
                    List.of("delete from %s where %s = ?".formatted(table.name(), table.id())),
                    rows,
                    operations));
    add(
        "insert-literal",
        true,
        cut,
        (rows, operations) -> RowSides.handLiteralInserts(layout, rows, operations),
        table -> (rows, operations) -> RowSides.literalInserts(table, rows, operations));
  }

  private void addReads() {
    String join = layout.join();
    String cars = lens.select();
    add(
        "point-read",
        true,
        (rows, operations) -> Reads.points(join + " where t0.`id` = ?", rows, operations),
        (rows, operations) -> Reads.points(cars + " where id = ?", rows, operations));
    add(
        "point-read-literal",
        true,
        (rows, operations) -> Reads.literalPoints(join + " where t0.`id` = ", rows, operations),
        (rows, operations) -> Reads.literalPoints(cars + " where id = ", rows, operations));
    add(
        "full-read",
        false,
        (rows, operations) -> Reads.full(join),
        (rows, operations) -> Reads.full(cars));
    // The speed's foreign key proves that the core's row is there: nothing else may be read.
    add(
        "one-member",
        false,
        (rows, operations) -> Reads.full("select id, top_speed from store.car_speed"),
        (rows, operations) -> Reads.full("select id, topSpeed from app.car"));
  }

  private void add(String name, boolean single, Workload.SideOf hand, Workload.SideOf ours) {
    Workload.Start start =
        single ? (fixture, rows, operations) -> {} : (fixture, rows, operations) -> fixture.touch();
    all.add(new Workload(name, start, single, hand, ours, Optional.empty()));
  }
}
