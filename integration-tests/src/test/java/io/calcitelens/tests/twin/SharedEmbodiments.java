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

import static io.calcitelens.tests.twin.Column.Trait.APART;
import static io.calcitelens.tests.twin.Column.Trait.DEFAULT_ON_INSERT;
import static io.calcitelens.tests.twin.Column.Trait.KEY;
import static io.calcitelens.tests.twin.Column.Trait.NEEDED;

import io.calcitelens.tests.twin.Embodiment.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The embodiments in which several logical rows read one basis row. */
final class SharedEmbodiments {
  private SharedEmbodiments() {}

  static List<Embodiment> all() {
    return List.of(sharedParent(true), sharedParent(false), selfJoin());
  }

  private static Embodiment sharedParent(boolean inner) {
    String notNull = inner ? " not null" : "";
    String join = inner ? " join " : " left join ";
    String view = "select id, name, n, dept, dname, budget from EE" + join + "DD on EE.dept = DD.d";
    Map<String, String> shared = new LinkedHashMap<>();
    shared.put("dname", "dname");
    shared.put("budget", "budget");
    Layout layout =
        new Layout(
            "Emp",
            "EE",
            "DD",
            inner,
            List.of("id", "name", "n", "dept"),
            "dept",
            "d",
            shared,
            Map.of("n", 1, "budget", 100),
            SharedEmbodiments::withinBudget);
    List<Object> departments = inner ? Pools.of(1, 1, 2, 3, 4, 77) : Pools.of(1, 2, 3, 4, 77, null);
    List<String> rows =
        List.of(
            "(d, dname, budget, hid) values (1, 'sales', 100, 'h1'), (2, null, null, null),"
                + " (3, 'shop', 5, 'h3')",
            "(id, name, n, dept) values (1, 'ada', 1, 1), (2, 'lin', 2, 1), (3, 'mia', null, 2),"
                + " (4, 'eve', 5, 3), (9, 'Bob', 1, 77)");
    String basis =
        " (d int primary key, dname varchar(12), budget int default 100,"
            + " hid varchar(5) default 'hd')";
    String child =
        " (id int primary key, name varchar(12), n int default 1, dept int" + notNull + ")";
    return new Embodiment(
        inner ? "shared parent" : "shared parent, left-joined",
        "X.Emp",
        List.of(
            Column.of("id", Kind.INT, Pools.range(1, 14), KEY),
            Column.of("name", Kind.TEXT, Pools.texts()),
            Column.of("n", Kind.INT, Pools.range(0, 6), DEFAULT_ON_INSERT),
            inner
                ? Column.of("dept", Kind.INT, departments, APART, NEEDED)
                : Column.of("dept", Kind.INT, departments, APART),
            Column.of("dname", Kind.TEXT, Pools.of("sales", "shop", "Zoë", null, null, null)),
            Column.of("budget", Kind.INT, Pools.of(100, 5, 7, 0, null, null, null))),
        List.of(
            "declare schema Y { table DD"
                + basis
                + " using mem(); table EE"
                + child
                + " using mem(); }",
            "declare logical schema X { table Emp (id int primary key, name varchar(12), n int,"
                + " dept int"
                + notNull
                + ", dname varchar(12), budget int,"
                + " check (n is null or budget is null or n <= budget)); }",
            "declare lens for X over Y { view Emp as " + view + "; }",
            "apply schema X",
            "insert into Y.DD " + rows.get(0),
            "insert into Y.EE " + rows.get(1)),
        List.of(
            "create table DD" + basis,
            "create table EE" + child,
            "create view Emp as " + view,
            "insert into DD " + rows.get(0),
            "insert into EE " + rows.get(1)),
        () -> new ParentTwin(layout),
        List.of(
            new State("select id, name, n, dept, dname, budget from X.Emp", "select * from Emp"),
            new State("select id, name, n, dept from Y.EE", "select * from EE"),
            new State("select d, dname, budget, hid from Y.DD", "select * from DD")),
        List.of(
            new Op.Basis(
                "update Y.EE set dept = 77, n = null where id = 4",
                "update EE set dept = 77, n = null where id = 4"),
            new Op.Basis("delete from Y.DD where d > 3", "delete from DD where d > 3"),
            new Op.Basis(
                "update Y.EE set dept = 1, n = null where id > 6",
                "update EE set dept = 1, n = null where id > 6")),
        false);
  }

  private static boolean withinBudget(Map<String, Object> row) {
    return !(row.get("n") instanceof Integer n)
        || !(row.get("budget") instanceof Integer budget)
        || n <= budget;
  }

  private static Embodiment selfJoin() {
    String view =
        "select e.id as id, e.name as name, e.boss as boss, b.name as bossname"
            + " from MM as e left join MM as b on e.boss = b.id";
    Layout layout =
        new Layout(
            "Man",
            "MM",
            "MM",
            false,
            List.of("id", "name", "boss"),
            "boss",
            "id",
            Map.of("bossname", "name"),
            Map.of(),
            row -> true);
    String table =
        "table MM (id int primary key, name varchar(12), boss int, hid varchar(5) default 'h')";
    String rows =
        "(id, name, boss, hid) values (1, 'ada', null, 'h1'), (2, 'lin', 1, 'h2'),"
            + " (3, 'mia', 1, null), (4, null, 2, 'h4'), (5, 'eve', 77, 'h5'), (6, 'x', 6, 'h6')";
    return new Embodiment(
        "self-join",
        "X.Man",
        List.of(
            Column.of("id", Kind.INT, Pools.range(1, 14), KEY),
            Column.of("name", Kind.TEXT, Pools.texts()),
            Column.of("boss", Kind.INT, Pools.range(1, 16), APART),
            Column.of("bossname", Kind.TEXT, Pools.of("ada", "lin", "Zoë", null, null, null))),
        List.of(
            "declare schema Y { " + table + " using mem(); }",
            "declare logical schema X { table Man (id int primary key, name varchar(12), boss int,"
                + " bossname varchar(12)); }",
            "declare lens for X over Y { view Man as " + view + "; }",
            "apply schema X",
            "insert into Y.MM " + rows),
        List.of("create " + table, "create view Man as " + view, "insert into MM " + rows),
        () -> new ParentTwin(layout),
        List.of(
            new State("select id, name, boss, bossname from X.Man", "select * from Man"),
            new State(
                "select id, name, boss, hid from Y.MM", "select id, name, boss, hid from MM")),
        List.of(
            new Op.Basis("delete from Y.MM where id > 11", "delete from MM where id > 11"),
            new Op.Basis(
                "update Y.MM set boss = null where id = boss",
                "update MM set boss = null where id = boss")),
        false);
  }
}
