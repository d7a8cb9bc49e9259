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
package io.calcitelens.rules.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.config.Lex;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a query must read and do, given what the basis keeps. */
class NeededReadsTest {
  private static final SampleTable GRAND = new SampleTable("GRAND", "ID", "N?").key(0);
  private static final SampleTable PARENT =
      new SampleTable("PARENT", "ID", "G", "N?")
          .key(0)
          .references(GRAND, List.of("G"), List.of("ID"), true);
  private static final SampleTable PAIRED = new SampleTable("PAIRED", "A", "B", "N?").key(0, 1);

  /** P refers to a parent, Q perhaps, D is judged at commit only, L is not judged; U is unique. */
  private static final SampleTable CHILD =
      new SampleTable("CHILD", "ID", "P", "Q?", "D", "L", "U?", "A", "B")
          .key(0)
          .key(5)
          .references(PARENT, List.of("P"), List.of("ID"), true)
          .references(PARENT, List.of("Q"), List.of("ID"), true)
          .references(PARENT, List.of("D"), List.of("ID"), false)
          .references(PAIRED, List.of("A", "B"), List.of("A", "B"), true);

  private static RelNode needed(String sql) throws Exception {
    SchemaPlus root = Frameworks.createRootSchema(true);
    root.add("GRAND", GRAND);
    root.add("PARENT", PARENT);
    root.add("PAIRED", PAIRED);
    root.add("CHILD", CHILD);
    try (Planner planner =
        Frameworks.getPlanner(
            Frameworks.newConfigBuilder()
                .defaultSchema(root)
                .parserConfig(SqlParser.config().withLex(Lex.ORACLE))
                .build())) {
      RelNode rel = planner.rel(planner.validate(planner.parse(sql))).rel;
      RelNode reduced = MemberTrimmer.trimMembers(KeyReduction.reduce(FlatJoins.filterAbove(rel)));
      return MemberTrimmer.trimMembers(FlatJoins.filterBelow(reduced));
    }
  }

  private static List<String> tables(RelNode rel) {
    List<String> tables = new ArrayList<>();
    if (rel instanceof TableScan) {
      tables.add(rel.getTable().getQualifiedName().get(0));
    }
    rel.getInputs().forEach(input -> tables.addAll(tables(input)));
    return tables;
  }

  private static long count(RelNode rel, Class<? extends RelNode> of) {
    return (of.isInstance(rel) ? 1 : 0)
        + rel.getInputs().stream().mapToLong(input -> count(input, of)).sum();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A foreign key that the basis keeps, alone and in a chain.
        "select c.id from child c join parent p on p.id = c.p | CHILD",
        "select p.id, c.u from parent p, child c where p.id = c.p | CHILD",
        "select c.id from child c join parent p on p.id = c.p where p.id > 3 | CHILD",
        "select c.id, p.n from child c join parent p on p.id = c.p | CHILD PARENT",
        "select c.id from child c join parent p on p.id = c.p join grand g on g.id = p.g | CHILD",
        "select c.id from child c join (parent p join grand g on g.id = p.g) on p.id = c.p | CHILD",
        "select c.id, g.id from child c join parent p on p.id = c.p join grand g on g.id = p.g"
            + " | CHILD PARENT",
        "select c.id from child c join (select distinct id from parent) p on p.id = c.p | CHILD",
        "select c.id from child c join paired x on x.a = c.a and x.b = c.b | CHILD",
        "select count(*) from child c join parent p on p.id = c.p | CHILD",
        "select c.id from child c join parent p on p.id = c.q | CHILD",
        // No foreign key, or none that holds for all that is stored.
        "select c.id from child c join parent p on p.id = c.d | CHILD PARENT",
        "select c.id from child c join parent p on p.id = c.l | CHILD PARENT",
        "select c.id from child c join paired x on x.a = c.b and x.b = c.a | CHILD PAIRED",
        "select c.id from child c join paired x on x.a = c.a | CHILD PAIRED",
        "select c.id from child c join parent p on p.id = c.p + 1 | CHILD PARENT",
        "select p.id from child c join parent p on p.id = c.p | CHILD",
        "select p.n from child c join parent p on p.id = c.p | CHILD PARENT",
        // The parent's rows are not all there, or more is asked of them.
        "select c.id from child c join parent p on p.id = c.p and p.n > 1 | CHILD PARENT",
        "select c.id from child c join parent p on p.id = c.p where p.n is null | CHILD PARENT",
        "select c.id from child c join (select * from parent where n > 1) p on p.id = c.p"
            + " | CHILD PARENT",
        "select c.id from child c join (select * from parent fetch first 3 rows only) p"
            + " on p.id = c.p | CHILD PARENT",
        "select c.id from child c join (select p.* from parent p join child d on d.u = p.id) p"
            + " on p.id = c.p | CHILD CHILD",
        // Left joins by a key, and by none.
        "select c.id from child c left join parent p on p.id = c.l | CHILD",
        "select c.id from parent p right join child c on p.id = c.l | CHILD",
        "select c.id from child c left join parent p on p.id = c.l and p.n > 1 | CHILD",
        "select p.id from parent p left join child c on c.u = p.n | PARENT",
        "select p.id from parent p left join child c on c.u is not distinct from p.n"
            + " | PARENT CHILD",
        "select p.id from parent p left join child c on c.p = p.id | PARENT CHILD",
        "select c.id, p.id from child c left join parent p on p.id = c.l | CHILD PARENT",
        "select c.id from child c left join parent p on p.id = c.l where p.id is null"
            + " | CHILD PARENT",
        "select c.id from child c left join paired x on x.a = c.l and x.b = 3 | CHILD",
        "select c.id from child c left join paired x on x.a = c.l | CHILD PAIRED",
        "select c.id from child c full join parent p on p.id = c.p | CHILD PARENT",
        // A table beside itself.
        "select c.id, d.u from child c join child d on d.id = c.id | CHILD",
        "select c.id, d.u from child c join child d on d.u = c.u | CHILD",
        "select c.id from child c join child d on d.id = c.p | CHILD CHILD",
        "select c.id, d.u from child c join child d on d.p = c.p | CHILD CHILD",
        "select c.id, d.p from child c left join child d on d.u = c.u | CHILD CHILD"
      })
  void onlyTheseTablesAreRead(String sql, String expected) throws Exception {
    assertEquals(expected, String.join(" ", tables(needed(sql))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select distinct id, p from child | 0",
        "select distinct c.id, p.n from child c join parent p on p.id = c.l | 0",
        "select distinct c.id from child c left join parent p on p.id = c.l | 0",
        "select id, sum(p) from child group by id | 0",
        "select distinct p from child | 1",
        "select distinct u from child | 1",
        "select distinct c.id from parent p left join child c on c.p = p.id | 1",
        "select distinct p.id from parent p left join child c on c.p = p.id | 1",
        "select distinct u from child where u = 3 | 0"
      })
  void groupsOfOneRowAreRows(String sql, int groupings) throws Exception {
    assertEquals(groupings, count(needed(sql), Aggregate.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select id, p, u from child order by id, p, u | 1",
        "select id, p, u from child order by p, id, u | 2",
        "select id, p, u from child order by p, a, b | 3",
        "select id, p, u from child order by u, p | 2",
        "select c.id, p.n from child c left join parent p on p.id = c.l order by c.id, p.n | 1"
      })
  void nothingIsSortedBehindAKey(String sql, int keys) throws Exception {
    Sort sort = (Sort) needed(sql);
    assertEquals(keys, sort.getCollation().getFieldCollations().size());
  }

  @Test
  void distinctCallsOverAKeyAreCalls() throws Exception {
    Aggregate calls = (Aggregate) needed("select count(distinct u), count(distinct p) from child");
    assertEquals(
        List.of(false, true), calls.getAggCallList().stream().map(c -> c.isDistinct()).toList());
  }
}
