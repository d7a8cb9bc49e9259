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
package io.calcitelens.ddl.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.LensTypes;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlLensView;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalColumn;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.LogicalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** Overrides are merged with what the mapper finds; what cannot be is refused. */
class MapperTest {
  private static final RelDataType INT = LensTypes.FACTORY.createSqlType(SqlTypeName.INTEGER);
  private static final RelDataType TEXT = LensTypes.FACTORY.createSqlType(SqlTypeName.VARCHAR);

  private static final MapperBasis BASIS =
      new MapperBasis(
          List.of("Y"),
          List.of(
              relation("CarCore", "id", "make"),
              relation("CarPerf", "id", "speed", "torque"),
              relation("AuditLog", "id", "who", "ip")));

  private static MapperBasis.Relation relation(String name, String... columns) {
    List<MapperBasis.Column> all = new ArrayList<>();
    for (String column : columns) {
      all.add(new MapperBasis.Column(column, column.equals("id") ? INT : TEXT));
    }
    return new MapperBasis.Relation(name, all, List.of(List.of("id")));
  }

  private static LogicalTable table(String name, String... columns) {
    List<LogicalColumn> all = new ArrayList<>();
    for (String column : columns) {
      all.add(new LogicalColumn(all.size(), column, TEXT, Optional.empty(), Map.of()));
    }
    return new LogicalTable(
        "X",
        name,
        all,
        List.of(
            new LogicalConstraint.Key(name + "_pk", true, List.of(0), Optional.empty(), Map.of())),
        Map.of());
  }

  private static EffectiveBody map(LogicalTable table, String body) {
    SqlDeclareLens lens =
        (SqlDeclareLens) LensParsers.parse("declare lens for X over Y { view T as " + body + "; }");
    SqlLensView view = lens.views().get(0);
    return new DefaultMapper(BASIS).map(table, Optional.of(view.query()), List.of());
  }

  private static String sql(LogicalTable table, String body) {
    return oneLine(map(table, body).sql());
  }

  private static String oneLine(String sql) {
    return sql.replace("\"", "").replaceAll("\\s+", " ").trim();
  }

  private static LensException refused(LogicalTable table, String body) {
    return assertThrows(LensException.class, () -> map(table, body));
  }

  @Test
  void aRenameIsFilledUpFromTheSourcesByName() {
    EffectiveBody body =
        map(
            table("Car", "id", "maxSpeed", "make", "torque"),
            "select id, speed as maxSpeed from Y.CarCore join Y.CarPerf using (id)");
    assertEquals(
        "SELECT CarCore.id AS id, CarPerf.speed AS maxSpeed, CarCore.make AS make,"
            + " CarPerf.torque AS torque FROM Y.CarCore AS CarCore INNER JOIN Y.CarPerf AS"
            + " CarPerf ON CarCore.id = CarPerf.id",
        oneLine(body.sql()));
    assertEquals(
        List.of(
            ColumnSource.OVERRIDE,
            ColumnSource.OVERRIDE,
            ColumnSource.DEFAULT,
            ColumnSource.DEFAULT),
        body.sources());
  }

  @Test
  void mergedColumnsComeFromThePreservedSide() {
    LogicalTable car = table("Car", "id", "make");
    assertTrue(
        sql(car, "select id, make from CarCore c left join CarPerf p using (id)")
            .startsWith("SELECT c.id AS id"));
    assertTrue(
        sql(car, "select id, make from CarPerf p right join CarCore c using (id)")
            .startsWith("SELECT c.id AS id"));
    assertTrue(
        sql(car, "select id, make from CarCore c natural join CarPerf p")
            .endsWith("FROM Y.CarCore AS c INNER JOIN Y.CarPerf AS p ON c.id = p.id"));
  }

  @Test
  void everyReferenceIsQualified() {
    assertEquals(
        "SELECT a.id AS id, UPPER(a.who) AS label FROM Y.AuditLog AS a WHERE a.ip = 'x' AND"
            + " EXISTS (SELECT 1 FROM Y.CarCore AS CarCore WHERE CarCore.id = a.id)",
        sql(
            table("Audit", "id", "label"),
            "select id, upper(who) as label from AuditLog a where ip = 'x' and exists"
                + " (select 1 from CarCore where CarCore.id = a.id)"));
  }

  @Test
  void aStarCoversWhatItShows() {
    EffectiveBody body = map(table("Audit", "ip", "who"), "select * from AuditLog");
    assertEquals(List.of(ColumnSource.OVERRIDE, ColumnSource.OVERRIDE), body.sources());
    assertEquals(
        "SELECT AuditLog.ip AS ip, AuditLog.who AS who FROM Y.AuditLog AS AuditLog",
        oneLine(body.sql()));
  }

  @Test
  void aCommonTableShadowsTheBasisWithinItsScope() {
    LogicalTable audit = table("Audit", "id", "who");
    assertEquals(
        "WITH CarCore AS (SELECT AuditLog.id AS id, AuditLog.who AS who FROM Y.AuditLog AS"
            + " AuditLog) SELECT CarCore.id AS id, CarCore.who AS who FROM CarCore AS CarCore",
        sql(
                audit,
                "with CarCore as (select id as id, who as who from AuditLog)"
                    + " select id, who from CarCore")
            .replace("( SELECT", "(SELECT"));
    LensException fault =
        refused(
            table("Car", "id", "make"),
            "with CarCore as (select id from AuditLog) select id from CarCore");
    assertEquals(LensCode.UNCOVERED_COLUMN, fault.code());
  }

  @Test
  void sourcesOutsideTheBasisAreRefusedAtAnyDepth() {
    LogicalTable audit = table("Audit", "id", "who");
    for (String body :
        List.of(
            "select id, who from Z.AuditLog",
            "select id, who from Stray",
            "select id, who from AuditLog where id in (select id from Stray)",
            "with c as (select id, who from Stray) select id, who from c",
            "select id, (select max(who) from Stray) as who from AuditLog",
            "select id, who from (select id, who from Stray) as s")) {
      LensException fault = refused(audit, body);
      assertEquals(LensCode.INVALID_BODY, fault.code(), body);
      assertTrue(fault.site().line() > 0, body);
      assertTrue(
          fault.getMessage().contains("Stray") || fault.getMessage().contains("Z.AuditLog"), body);
    }
  }

  @Test
  void unnamedAndRepeatedTermsAreRefused() {
    LogicalTable audit = table("Audit", "id", "who");
    assertTrue(
        refused(audit, "select id, upper(who) from AuditLog").getMessage().contains("UPPER"));
    assertTrue(
        refused(audit, "select id, who, ip as who from AuditLog").getMessage().contains("'who'"));
  }

  @Test
  void aColumnThatNothingBacksIsNamed() {
    LensException fault = refused(table("Audit", "id", "nowhere"), "select id from AuditLog");
    assertEquals(LensCode.UNCOVERED_COLUMN, fault.code());
    assertEquals(Optional.of("nowhere"), fault.site().column());
  }

  @Test
  void aSharedNameThatTheJoinEquatesFillsAGap() {
    assertTrue(
        sql(table("Car", "id", "make"), "select make from CarCore c join CarPerf p on c.id = p.id")
            .startsWith("SELECT c.id AS id"));
    assertEquals(
        LensCode.UNCOVERED_COLUMN,
        refused(
                table("Car", "id", "make"),
                "select make from CarCore c join CarPerf p on c.make = p.speed")
            .code());
  }

  @Test
  void tablesWithTheSameKeyAreStitched() {
    EffectiveBody body =
        new DefaultMapper(BASIS)
            .map(table("Car", "id", "make", "torque"), Optional.empty(), List.of());
    assertTrue(body.stitched());
    assertEquals(
        "SELECT CarCore.id AS id, CarCore.make AS make, CarPerf.torque AS torque FROM Y.CarCore"
            + " AS CarCore INNER JOIN Y.CarPerf AS CarPerf ON CarCore.id = CarPerf.id",
        oneLine(body.sql()));
  }

  @Test
  void anAmbiguousStitchListsTheCandidates() {
    MapperBasis basis =
        new MapperBasis(
            List.of("Y"),
            List.of(relation("A", "id", "make"), relation("B", "id", "make", "torque")));
    LensException fault =
        assertThrows(
            LensException.class,
            () ->
                new DefaultMapper(basis)
                    .map(table("Car", "id", "make", "torque"), Optional.empty(), List.of()));
    assertTrue(fault.getMessage().contains("A (id, make), B (id, make, torque)"));
  }

  @Test
  void orderKeysFollowTheAuthoredList() {
    assertTrue(
        sql(table("Audit", "id", "name"), "select id, who as name from AuditLog order by 2 desc")
            .endsWith("ORDER BY AuditLog.who DESC"));
  }
}
