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
package io.calcitelens.prover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.LensTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.config.Lex;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is learned from a body: its members, their roles and how their rows are found. */
class BodyAnalysisTest {
  private final SampleTable dept =
      new SampleTable("dept")
          .column("id", SqlTypeName.INTEGER, false)
          .column("name", SqlTypeName.VARCHAR, true)
          .key(0);
  private final SampleTable emp =
      new SampleTable("emp")
          .column("id", SqlTypeName.INTEGER, false)
          .column("name", SqlTypeName.VARCHAR, true)
          .column("dept", SqlTypeName.INTEGER, true)
          .column("active", SqlTypeName.BOOLEAN, false)
          .key(0)
          .references(dept, "dept", "id");
  private final SampleTable detail =
      new SampleTable("detail")
          .column("id", SqlTypeName.INTEGER, false)
          .column("note", SqlTypeName.VARCHAR, true)
          .key(0)
          .references(emp, "id", "id");
  private final SampleTable address =
      new SampleTable("address")
          .column("emp", SqlTypeName.INTEGER, false)
          .column("kind", SqlTypeName.INTEGER, false)
          .column("city", SqlTypeName.VARCHAR, true)
          .key(0, 1);
  private final SampleTable badge =
      new SampleTable("badge").column("emp", SqlTypeName.INTEGER, true).key(0);
  private final SampleTable loose =
      new SampleTable("loose")
          .column("emp", SqlTypeName.INTEGER, true)
          .column("v", SqlTypeName.INTEGER, true);

  private RelNode rel(String sql) {
    SchemaPlus root = Frameworks.createRootSchema(false);
    for (SampleTable table : List.of(dept, emp, detail, address, badge, loose)) {
      root.add(table.id().name(), table);
    }
    try (Planner planner =
        Frameworks.getPlanner(
            Frameworks.newConfigBuilder()
                .defaultSchema(root)
                .typeSystem(LensTypes.TYPE_SYSTEM)
                .parserConfig(SqlParser.config().withLex(Lex.JAVA))
                .sqlToRelConverterConfig(SqlToRelConverter.config().withExpand(false))
                .build())) {
      return planner.rel(planner.validate(planner.parse(sql))).rel;
    } catch (Exception e) {
      throw new AssertionError(sql, e);
    }
  }

  private Lens lens(String sql) {
    RelNode body = rel(sql);
    List<LogicalColumn> columns = new ArrayList<>();
    for (RelDataTypeField field : body.getRowType().getFieldList()) {
      columns.add(
          new LogicalColumn(
              field.getIndex(), field.getName(), field.getType(), Optional.empty(), Map.of()));
    }
    LogicalTable table =
        new LogicalTable(
            "x",
            "t",
            columns,
            List.of(new LogicalConstraint.Key("pk", true, List.of(0), Optional.empty(), Map.of())),
            Map.of());
    return LensAnalyzer.analyze(table, body, Map.of());
  }

  private static String roles(Lens lens) {
    return String.join(
        " ",
        lens.members().stream()
            .map(m -> m.table().id().name() + ":" + m.role() + (m.optional() ? "?" : ""))
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select id, name from emp|emp:ANCHOR",
        "select e.id, d.name from emp e join dept d on d.id = e.dept|emp:ANCHOR dept:SHARED",
        "select e.id, d.name from dept d join emp e on d.id = e.dept|dept:SHARED emp:ANCHOR",
        "select e.id, x.note from emp e join detail x on x.id = e.id|emp:ANCHOR detail:OWNED",
        "select e.id, x.note from detail x join emp e on x.id = e.id|detail:OWNED emp:ANCHOR",
        "select e.id, x.note from emp e left join detail x on x.id = e.id"
            + "|emp:ANCHOR detail:OWNED?",
        "select e.id, x.note from detail x right join emp e on x.id = e.id"
            + "|detail:OWNED? emp:ANCHOR",
        "select e.id, b.emp from emp e left join badge b on b.emp = e.id|emp:ANCHOR badge:OWNED?",
        "select e.id, a.city from emp e left join address a on a.emp = e.id and a.kind = 1"
            + "|emp:ANCHOR address:OWNED?",
        "select e.id, m.name from emp e join emp m on m.id = e.dept|emp:ANCHOR emp:SHARED"
      })
  void membersHaveRoles(String sql, String expected) {
    assertEquals(expected, roles(lens(sql)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select e.id, a.city from emp e left join address a on a.emp = e.id"
            + "|address has no key on (emp)",
        "select e.id, l.v from emp e left join loose l on l.emp = e.id|loose has no key on (emp)",
        "select e.id, d.name from emp e cross join dept d|no join condition relates",
        "select e.id, a.city from emp e left join address a on a.emp = e.id where a.kind = 1"
            + "|address has no key on (emp)"
      })
  void aMissingKeyIsNamed(String sql, String expected) {
    LensColumn.Put.ReadOnly reason = lens(sql).readOnly().orElseThrow();
    assertEquals(LensCode.NOT_KEY_PRESERVED, reason.code());
    assertTrue(reason.reason().contains(expected), reason.reason());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select dept, count(*) from emp group by dept|grouping or distinct",
        "select distinct name from emp|grouping or distinct",
        "select id from emp union all select id from dept|a set operation",
        "select id from emp limit 3|limit or offset",
        "select e.id, d.id from emp e full join dept d on d.id = e.dept|a full join",
        "select id, row_number() over (order by id) from emp|a window",
        "select e.id, d.v from emp e left join (select id, 1 as v from dept) d on d.id = e.dept"
            + "|an expression below an outer join",
        "select * from (values (1)) as t(a)|values"
      })
  void whatCannotBeWrittenThroughIsNamed(String sql, String construct) {
    BodyFlattener.Unsupported unsupported =
        assertThrows(BodyFlattener.Unsupported.class, () -> BodyFlattener.flatten(rel(sql)));
    assertEquals(construct, unsupported.getMessage());
  }

  @Test
  void projectionsArePulledUp() throws BodyFlattener.Unsupported {
    FlatBody body =
        BodyFlattener.flatten(
            rel(
                "select e.k, d.name from (select id + 1 as k, dept as d from emp) e"
                    + " join (select name, id from dept) d on d.id = e.d order by e.k"));
    assertEquals(6, body.fieldCount());
    assertEquals("[+($0, 1), $5]", body.outputs().toString());
    assertEquals(List.of(0, 4), body.leaves().stream().map(FlatBody.Leaf::offset).toList());
  }

  @Test
  void equalitiesAndConstantsAreToldFromOtherConditions() throws BodyFlattener.Unsupported {
    BodyConditions conditions =
        BodyConditions.of(
            BodyFlattener.flatten(
                rel(
                    "select id from emp where active and name is null and dept = 5 and id = dept")));
    assertEquals(1, conditions.equals().size());
    assertEquals(
        Map.of(3, "true", 1, "null", 2, "5"),
        conditions.fixed().stream()
            .collect(
                java.util.stream.Collectors.toMap(
                    BodyConditions.Fixed::field, f -> String.valueOf(f.value()))));
    assertEquals(false, conditions.residual());
    assertEquals(
        true,
        BodyConditions.of(BodyFlattener.flatten(rel("select id from emp where dept > 5")))
            .residual());
  }

  @Test
  void aKeyIsKeptByTheAnchorNotByASharedParent() {
    Lens lens = lens("select e.id, d.id as d from emp e join dept d on d.id = e.dept");
    LogicalConstraint.Key byEmployee = lens.table().primaryKey().orElseThrow();
    assertEquals(
        "emp", KeyProof.governing(lens, byEmployee).orElseThrow().member().table().id().name());
    assertEquals(
        Optional.empty(),
        KeyProof.governing(
            lens, new LogicalConstraint.Key("u", false, List.of(1), Optional.empty(), Map.of())));
  }
}
