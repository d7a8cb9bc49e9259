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
import static io.calcitelens.tests.twin.Column.Trait.CONSTANT;
import static io.calcitelens.tests.twin.Column.Trait.DEFAULT_ON_INSERT;
import static io.calcitelens.tests.twin.Column.Trait.DEFAULT_ON_UPDATE;
import static io.calcitelens.tests.twin.Column.Trait.KEY;
import static io.calcitelens.tests.twin.Column.Trait.NEEDED;

import io.calcitelens.tests.twin.Embodiment.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The embodiments whose twin is one ordinary table. */
final class Embodiments {
  private static final String APPLY = "apply schema X";

  private Embodiments() {}

  static List<Embodiment> all() {
    List<Embodiment> all = new ArrayList<>();
    all.add(renamed());
    all.add(filtered());
    all.add(inverses());
    all.add(split("two-way split", "", ""));
    all.add(split("two-way split, tied", " references SA (id)", " default 4"));
    all.add(split("two-way split, cascading", " references SA (id) on update cascade", ""));
    all.add(optional());
    all.add(compositeKey());
    all.addAll(SharedEmbodiments.all());
    return all;
  }

  private static Embodiment renamed() {
    return new Embodiment(
        "renamed table",
        "X.R",
        List.of(
            Column.of("id", Kind.INT, Pools.range(1, 14), KEY),
            Column.of("name", Kind.TEXT, Pools.texts()),
            Column.of(
                "n",
                Kind.INT,
                Pools.of(0, 1, 2, 3, 8, 999, 1000, -1, null),
                DEFAULT_ON_INSERT,
                DEFAULT_ON_UPDATE),
            Column.of("flag", Kind.BOOLEAN, Pools.truths()),
            Column.of("price", Kind.DECIMAL, Pools.decimals())),
        List.of(
            "declare schema Y { table T1 (k int primary key, a varchar(12) unique,"
                + " b int not null default 5, f boolean, p decimal(8, 2),"
                + " hid varchar(5) default 'h', check (b < 1000)) using mem(); }",
            "declare logical schema X { table R (id int primary key, name varchar(12) unique,"
                + " n int not null default 5 check (n >= 0), flag boolean, price decimal(8, 2)); }",
            "declare lens for X over Y { view R as"
                + " select k as id, a as name, b as n, f as flag, p as price from T1; }",
            APPLY,
            "insert into Y.T1 (k, a, b, f, p, hid) values"
                + " (1, 'ada', 1, true, 1.50, 'h1'), (2, 'lin', 2, false, null, 'h2'),"
                + " (3, null, 3, null, 0, null)"),
        List.of(
            "create table R (id int primary key, name varchar(12) unique,"
                + " n int default 5 not null check (n >= 0 and n < 1000), flag boolean,"
                + " price decimal(8, 2), hid varchar(5) default 'h')",
            "insert into R values (1, 'ada', 1, true, 1.50, 'h1'), (2, 'lin', 2, false, null, 'h2'),"
                + " (3, null, 3, null, 0, null)"),
        () -> new DirectTwin("R", "R", "", run -> Set.of()),
        List.of(
            new State(
                "select id, name, n, flag, price from X.R",
                "select id, name, n, flag, price from R"),
            new State(
                "select k, a, b, f, p, hid from Y.T1",
                "select id, name, n, flag, price, hid from R")),
        List.of(
            new Op.Basis(
                "update Y.T1 set hid = 'b' where k < 3", "update R set hid = 'b' where id < 3")),
        true);
  }

  private static Embodiment filtered() {
    return new Embodiment(
        "filtered table",
        "X.F",
        List.of(
            Column.of("id", Kind.INT, Pools.range(1, 14), KEY),
            Column.of("name", Kind.TEXT, Pools.texts()),
            Column.of("n", Kind.INT, Pools.of(0, 1, 2, 3, 8, 49, 50, -1, null), DEFAULT_ON_INSERT),
            Column.of(
                "kind",
                Kind.TEXT,
                Pools.of("x", "x", "x", "x", "y", null),
                APART,
                CONSTANT,
                DEFAULT_ON_INSERT)),
        List.of(
            "declare schema Y { table T2 (k int primary key, a varchar(12), b int default 5,"
                + " kind varchar(4), hid varchar(5) default 'h') using mem(); }",
            "declare logical schema X {"
                + " table F (id int primary key, name varchar(12), n int, kind varchar(4)); }",
            "declare lens for X over Y { view F as"
                + " select k as id, a as name, b as n, kind from T2 where kind = 'x' and b < 50; }",
            APPLY,
            "insert into Y.T2 (k, a, b, kind, hid) values (1, 'ada', 1, 'x', 'h1'),"
                + " (2, 'lin', 2, 'x', null), (3, 'mia', 3, 'y', 'h3'), (4, 'eve', 60, 'x', 'h4'),"
                + " (5, null, null, 'x', 'h5'), (9, 'Bob', 1, null, 'h9')"),
        List.of(
            "create table FB (id int primary key, name varchar(12), n int default 5,"
                + " kind varchar(4) default 'x', hid varchar(5) default 'h')",
            "create view F as select * from FB where kind = 'x' and n < 50",
            "insert into FB values (1, 'ada', 1, 'x', 'h1'), (2, 'lin', 2, 'x', null),"
                + " (3, 'mia', 3, 'y', 'h3'), (4, 'eve', 60, 'x', 'h4'),"
                + " (5, null, null, 'x', 'h5'), (9, 'Bob', 1, null, 'h9')"),
        () -> new DirectTwin("FB", "F", " and t.kind = 'x' and t.n < 50", Embodiments::otherKind),
        List.of(
            new State("select id, name, n, kind from X.F", "select id, name, n, kind from F"),
            new State(
                "select k, a, b, kind, hid from Y.T2", "select id, name, n, kind, hid from FB")),
        List.of(
            new Op.Basis(
                "delete from Y.T2 where kind is null or kind <> 'x' or b is null or b >= 50",
                "delete from FB where kind is null or kind <> 'x' or n is null or n >= 50"),
            new Op.Basis(
                "update Y.T2 set kind = 'x', b = 1 where k > 6",
                "update FB set kind = 'x', n = 1 where id > 6")),
        true);
  }

  /** An inserted row that contradicts {@code kind = 'x'}. */
  private static Set<String> otherKind(Op.Run run) {
    if (!(run.shape() instanceof Shape.Insert insert)) {
      return Set.of();
    }
    int kind = insert.columns().indexOf("kind");
    boolean other =
        kind >= 0
            && insert.rows().stream()
                .flatMap(row -> row.get(kind).holes().stream())
                .anyMatch(hole -> !"x".equals(run.values().get(hole)));
    return other ? Set.of("44") : Set.of();
  }

  private static Embodiment inverses() {
    return new Embodiment(
        "inferred inverses",
        "X.V",
        List.of(
            Column.of("id", Kind.INT, Pools.range(1, 14), KEY),
            Column.of("neg", Kind.INT, Pools.range(-3, 4)),
            Column.of("nf", Kind.BOOLEAN, Pools.truths()),
            Column.of("tri", Kind.INT, Pools.of(0, 3, 6, 9, -12, 300, null, 4), APART).withStep(3),
            Column.of("adj", Kind.INT, Pools.range(-3, 4)),
            Column.of("txt", Kind.TEXT, Pools.texts())),
        List.of(
            "declare schema Y { table T3 (k int primary key, b int, f boolean, c int, d int,"
                + " s varchar(12), hid varchar(5) default 'h') using mem(); }",
            "declare logical schema X { table V (id int primary key, neg int, nf boolean, tri int,"
                + " adj int, txt varchar(20)); }",
            "declare lens for X over Y { view V as select k as id, -b as neg, not f as nf,"
                + " c * 3 as tri, (d + 1) - 2 as adj, cast(s as varchar(20)) as txt from T3; }",
            APPLY,
            "insert into Y.T3 (k, b, f, c, d, s, hid) values"
                + " (1, 1, true, 1, 1, 'ada', 'h1'), (2, null, null, null, null, null, null)"),
        List.of(
            "create table V (id int primary key, neg int, nf boolean, tri int, adj int,"
                + " txt varchar(12), hid varchar(5) default 'h')",
            "insert into V values"
                + " (1, -1, false, 3, 0, 'ada', 'h1'), (2, null, null, null, null, null, null)"),
        () -> new DirectTwin("V", "V", "", Embodiments::noThird),
        List.of(
            new State(
                "select id, neg, nf, tri, adj, txt from X.V",
                "select id, neg, nf, tri, adj, txt from V"),
            new State(
                "select k, b, f, c, d, s, hid from Y.T3",
                "select id, -neg, not nf, tri / 3, adj + 1, txt, hid from V")),
        List.of(new Op.Basis("delete from Y.T3 where k > 9", "delete from V where id > 9")),
        true);
  }

  /** A written value of {@code tri} that is no multiple of three. */
  private static Set<String> noThird(Op.Run run) {
    List<Fragment> written = new ArrayList<>();
    if (run.shape() instanceof Shape.Update update && update.set().containsKey("tri")) {
      written.add(update.set().get("tri"));
    } else if (run.shape() instanceof Shape.Insert insert) {
      int tri = insert.columns().indexOf("tri");
      insert.rows().stream().filter(r -> tri >= 0).forEach(r -> written.add(r.get(tri)));
    }
    boolean broken =
        written.stream()
            .flatMap(f -> f.holes().stream())
            .anyMatch(h -> run.values().get(h) instanceof Integer n && n % 3 != 0);
    return broken ? Set.of("44") : Set.of();
  }

  private static Embodiment split(String name, String tie, String mDefault) {
    boolean tied = !tie.isEmpty();
    List<String> lens = new ArrayList<>();
    lens.add(
        "declare schema Y { table SA (id int primary key, a varchar(12), n int,"
            + " hida varchar(5) default 'ha') using mem();"
            + (" table SB (id int primary key" + tie + ", b varchar(12), m int" + mDefault + ",")
            + " hidb varchar(5) default 'hb') using mem(); }");
    lens.add(
        "declare logical schema X { table S (id int primary key, a varchar(12), n int,"
            + " b varchar(12), m int, check (n is null or m is null or n <= m + 10)); }");
    lens.add(
        "declare lens for X over Y { view S as select id, a, n, b, m from SA join SB using (id); }");
    lens.add(APPLY);
    lens.add(
        "insert into Y.SA (id, a, n, hida) values (1, 'ada', 1, 'h1'), (2, 'lin', 2, null),"
            + " (9, 'mia', 3, 'h9')");
    lens.add("insert into Y.SB (id, b, m, hidb) values (1, 'x', 1, 'h1'), (2, null, null, null)");
    if (!tied) {
      lens.add("insert into Y.SB (id, b, m) values (11, 'orphan', 7)");
    }
    return new Embodiment(
        name,
        "X.S",
        List.of(
            Column.of("id", Kind.INT, Pools.range(1, 14), KEY),
            Column.of("a", Kind.TEXT, Pools.texts()),
            Column.of("n", Kind.INT, Pools.range(-1, 13)),
            Column.of("b", Kind.TEXT, Pools.texts()),
            mDefault.isEmpty()
                ? Column.of("m", Kind.INT, Pools.range(-2, 5))
                : Column.of("m", Kind.INT, Pools.range(-2, 5), DEFAULT_ON_INSERT)),
        lens,
        List.of(
            "create table FB (id int primary key, a varchar(12), n int, b varchar(12), m int"
                + mDefault
                + ", hida varchar(5) default 'ha', hidb varchar(5) default 'hb',"
                + " vis boolean default true, check (n is null or m is null or n <= m + 10))",
            "create view S as select id, a, n, b, m from FB where vis",
            "insert into FB values (1, 'ada', 1, 'x', 1, 'h1', 'h1', true),"
                + " (2, 'lin', 2, null, null, null, null, true),"
                + " (9, 'mia', 3, null, null, 'h9', null, false)"),
        () -> new DirectTwin("FB", "S", " and t.vis", run -> Set.of()),
        List.of(
            new State("select id, a, n, b, m from X.S", "select id, a, n, b, m from S"),
            new State("select id, a, n, hida from Y.SA", "select id, a, n, hida from FB"),
            new State(
                "select q.id, q.b, q.m, q.hidb from Y.SA as p join Y.SB as q on p.id = q.id",
                "select id, b, m, hidb from FB where vis")),
        List.of(
            new Op.Basis(
                "update Y.SB set hidb = null where id in (select p.id from Y.SA as p) and id < 4",
                "update FB set hidb = null where vis and id < 4")),
        true);
  }

  private static Embodiment optional() {
    return new Embodiment(
        "optional member",
        "X.O",
        List.of(
            Column.of("id", Kind.INT, Pools.range(1, 14), KEY),
            Column.of("a", Kind.TEXT, Pools.texts(), NEEDED),
            Column.of("b", Kind.TEXT, Pools.texts()),
            Column.of("c", Kind.INT, Pools.of(1, 2, 3, null, null, null))),
        List.of(
            "declare schema Y { table OA (id int primary key, a varchar(12) not null,"
                + " hida varchar(5) default 'ha') using mem();"
                + " table OB (id int primary key, b varchar(12), c int,"
                + " hidb varchar(5) default 'hb') using mem(); }",
            "declare logical schema X { table O (id int primary key, a varchar(12) not null,"
                + " b varchar(12), c int, check (c is null or a <> 'x')); }",
            "declare lens for X over Y { view O as"
                + " select OA.id as id, a, b, c from OA left join OB on OA.id = OB.id; }",
            APPLY,
            "insert into Y.OA (id, a, hida) values (1, 'ada', 'h1'), (2, 'lin', null),"
                + " (3, 'mia', 'h3')",
            "insert into Y.OB (id, b, c, hidb) values (1, 'x', 1, 'hb'), (3, null, 3, 'data'),"
                + " (11, 'orphan', 7, 'hb')"),
        List.of(
            "create table O (id int primary key, a varchar(12) not null, b varchar(12), c int,"
                + " hida varchar(5) default 'ha', hidb varchar(5) default 'hb',"
                + " check (c is null or a <> 'x'))",
            "insert into O values (1, 'ada', 'x', 1, 'h1', 'hb'), (2, 'lin', null, null, null, 'hb'),"
                + " (3, 'mia', null, 3, 'h3', 'data')"),
        () -> new DirectTwin("O", "O", "", run -> Set.of()),
        List.of(
            new State("select id, a, b, c from X.O", "select id, a, b, c from O"),
            new State("select id, a, hida from Y.OA", "select id, a, hida from O"),
            new State(
                "select p.id, q.hidb from Y.OA as p join Y.OB as q on p.id = q.id"
                    + " where q.hidb <> 'hb'",
                "select id, hidb from O where hidb <> 'hb'")),
        List.of(
            new Op.Basis(
                "update Y.OB set hidb = 'data' where id = 2 and b is not null",
                "update O set hidb = 'data' where id = 2 and b is not null")),
        true);
  }

  private static Embodiment compositeKey() {
    return new Embodiment(
        "composite key",
        "X.C",
        List.of(
            Column.of("p", Kind.INT, Pools.range(1, 4), KEY),
            Column.of("q", Kind.TEXT, Pools.of("a", "b", "c", "é", "A", null), KEY, APART),
            Column.of("a", Kind.TEXT, Pools.texts()),
            Column.of("u", Kind.INT, Pools.range(1, 9)),
            Column.of("b", Kind.TEXT, Pools.texts())),
        List.of(
            "declare schema Y { table CA (p int, q varchar(4), a varchar(12), u int,"
                + " primary key (p, q), unique (p, u)) using mem();"
                + " table CB (p int, q varchar(4), b varchar(12), hid varchar(5) default 'h',"
                + " primary key (p, q)) using mem(); }",
            "declare logical schema X { table C (p int, q varchar(4), a varchar(12), u int,"
                + " b varchar(12), primary key (p, q), unique (p, u)); }",
            "declare lens for X over Y { view C as"
                + " select p, q, a, u, b from CA join CB using (p, q); }",
            APPLY,
            "insert into Y.CA (p, q, a, u) values (1, 'a', 'ada', 1), (1, 'b', null, 2),"
                + " (2, 'a', 'lin', 1)",
            "insert into Y.CB (p, q, b, hid) values (1, 'a', 'x', 'h1'), (1, 'b', null, 'h2'),"
                + " (2, 'a', null, null)"),
        List.of(
            "create table C (p int, q varchar(4), a varchar(12), u int, b varchar(12),"
                + " hid varchar(5) default 'h', primary key (p, q), unique (p, u))",
            "insert into C values (1, 'a', 'ada', 1, 'x', 'h1'), (1, 'b', null, 2, null, 'h2'),"
                + " (2, 'a', 'lin', 1, null, null)"),
        () -> new DirectTwin("C", "C", "", run -> Set.of()),
        List.of(
            new State("select p, q, a, u, b from X.C", "select p, q, a, u, b from C"),
            new State("select p, q, a, u from Y.CA", "select p, q, a, u from C"),
            new State("select p, q, b, hid from Y.CB", "select p, q, b, hid from C")),
        List.of(
            new Op.Basis(
                "update Y.CB set hid = q where p = 2", "update C set hid = q where p = 2")),
        true);
  }
}
