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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.LensTypes;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read is written back as it was, and nothing else is. */
class InversionTest {
  private final RexBuilder rex = new RexBuilder(LensTypes.FACTORY);
  private final RelDataType integer = LensTypes.FACTORY.createSqlType(SqlTypeName.INTEGER);
  private final RelDataType bigint = LensTypes.FACTORY.createSqlType(SqlTypeName.BIGINT);
  private final RelDataType bool = LensTypes.FACTORY.createSqlType(SqlTypeName.BOOLEAN);

  private RexNode ref(RelDataType type) {
    return new RexInputRef(0, type);
  }

  private RexNode call(SqlOperator operator, RexNode left, RexNode right) {
    return rex.makeCall(integer, operator, List.of(left, right));
  }

  private RexNode number(int n) {
    return rex.makeExactLiteral(BigDecimal.valueOf(n), integer);
  }

  private Inversion infer(RexNode node) {
    return InverseInference.infer(node).orElseThrow().inversion();
  }

  @Test
  void aColumnIsItself() {
    assertTrue(infer(ref(integer)).isIdentity());
    assertEquals(Optional.of(5), infer(ref(integer)).write(5));
  }

  @ParameterizedTest
  @CsvSource({"5,6", "-1,0", "2147483646,2147483647"})
  void anAdditionIsUndone(int basis, int logical) {
    Inversion inversion = infer(call(SqlStdOperatorTable.PLUS, ref(integer), number(1)));
    assertEquals(logical, inversion.read(basis));
    assertEquals(Optional.of(basis), inversion.write(logical));
  }

  @Test
  void aValueOutOfTheBasisRangeHasNoWayBack() {
    Inversion inversion = infer(call(SqlStdOperatorTable.PLUS, ref(integer), number(1)));
    assertEquals(Optional.empty(), inversion.write(Integer.MIN_VALUE));
  }

  @Test
  void aDifferenceFromAConstantIsUndone() {
    Inversion inversion = infer(call(SqlStdOperatorTable.MINUS, number(100), ref(integer)));
    assertEquals(70, inversion.read(30));
    assertEquals(Optional.of(30), inversion.write(70));
  }

  @Test
  void onlyAMultipleComesFromAProduct() {
    Inversion inversion = infer(call(SqlStdOperatorTable.MULTIPLY, ref(integer), number(3)));
    assertEquals(Optional.of(-4), inversion.write(-12));
    assertEquals(Optional.empty(), inversion.write(10));
    assertEquals(
        Optional.empty(),
        InverseInference.infer(call(SqlStdOperatorTable.MULTIPLY, ref(integer), number(0))));
  }

  @Test
  void divisionIsUndoneWhereItLeavesNoRemainder() {
    RexNode six = call(SqlStdOperatorTable.MULTIPLY, ref(integer), number(6));
    Inversion proven = infer(call(SqlStdOperatorTable.DIVIDE, six, number(3)));
    assertEquals(10, proven.read(5));
    assertEquals(Optional.of(5), proven.write(10));
    assertEquals(Optional.empty(), proven.write(11));
    for (RexNode unproven : List.of(ref(integer), six)) {
      assertEquals(
          Optional.empty(),
          InverseInference.infer(call(SqlStdOperatorTable.DIVIDE, unproven, number(4))));
    }
    assertEquals(
        Optional.empty(),
        InverseInference.infer(call(SqlStdOperatorTable.DIVIDE, number(4), ref(integer))));
  }

  @Test
  void noColumnOrTwoHaveNoInverse() {
    assertEquals(Optional.empty(), InverseInference.infer(number(3)));
    assertEquals(
        Optional.empty(),
        InverseInference.infer(call(SqlStdOperatorTable.PLUS, ref(integer), ref(integer))));
  }

  @Test
  void notIsUndone() {
    Inversion inversion = infer(rex.makeCall(SqlStdOperatorTable.NOT, ref(bool)));
    assertEquals(false, inversion.read(true));
    assertEquals(Optional.of(true), inversion.write(false));
  }

  @Test
  void onlyCastsThatKeepEveryValueAreUndone() {
    assertTrue(
        InverseInference.infer(rex.makeAbstractCast(bigint, ref(integer), false)).isPresent());
    assertFalse(
        InverseInference.infer(rex.makeAbstractCast(integer, ref(bigint), false)).isPresent());
    RelDataType ten = LensTypes.FACTORY.createSqlType(SqlTypeName.VARCHAR, 10);
    RelDataType twenty = LensTypes.FACTORY.createSqlType(SqlTypeName.VARCHAR, 20);
    RelDataType fixed = LensTypes.FACTORY.createSqlType(SqlTypeName.CHAR, 10);
    assertTrue(InverseInference.isLossless(ten, twenty));
    assertFalse(InverseInference.isLossless(twenty, ten));
    assertFalse(InverseInference.isLossless(fixed, twenty));
    assertFalse(InverseInference.isLossless(integer, ten));
  }

  @Test
  void aWiderCastBringsTheValueInItsOwnType() {
    Inversion inversion = infer(rex.makeAbstractCast(bigint, ref(integer), false));
    assertEquals(5L, inversion.read(5));
  }

  @Property(tries = 2000)
  void whatIsReadIsWrittenBack(
      @ForAll @Size(max = 5) List<@IntRange(min = -9, max = 9) Integer> constants,
      @ForAll int basis,
      @ForAll int logical) {
    RexNode node = ref(integer);
    SqlOperator[] operators = {
      SqlStdOperatorTable.PLUS, SqlStdOperatorTable.MINUS, SqlStdOperatorTable.MULTIPLY
    };
    for (int i = 0; i < constants.size(); i++) {
      int constant = constants.get(i) == 0 ? 1 : constants.get(i);
      node = call(operators[Math.floorMod(constant + i, 3)], node, number(constant));
    }
    Inversion inversion = infer(node);
    Object read = inversion.read(basis);
    if (read != null) {
      assertEquals(Optional.of(basis), inversion.write(read));
    }
    inversion.write(logical).ifPresent(b -> assertEquals(logical, inversion.read(b)));
  }

  @ParameterizedTest
  @CsvSource({
    "TINYINT,127,true",
    "TINYINT,128,false",
    "SMALLINT,-32768,true",
    "SMALLINT,-32769,false",
    "INTEGER,2147483648,false",
    "BIGINT,9223372036854775807,true",
    "BIGINT,9223372036854775808,false",
    "INTEGER,1.5,false",
    "INTEGER,1.0,true"
  })
  void aTypeHoldsItsRange(SqlTypeName type, BigDecimal value, boolean holds) {
    assertEquals(
        holds, ExactValues.narrow(value, LensTypes.FACTORY.createSqlType(type)).isPresent());
  }

  @Test
  void aDecimalKeepsItsScaleAndPrecision() {
    RelDataType price = LensTypes.FACTORY.createSqlType(SqlTypeName.DECIMAL, 5, 2);
    assertEquals(
        Optional.of(new BigDecimal("7.50")), ExactValues.narrow(new BigDecimal("7.5"), price));
    assertEquals(Optional.empty(), ExactValues.narrow(new BigDecimal("7.505"), price));
    assertEquals(Optional.empty(), ExactValues.narrow(new BigDecimal("1000"), price));
    RelDataType whole = LensTypes.FACTORY.createSqlType(SqlTypeName.DECIMAL, 10, 0);
    assertEquals(
        Arrays.asList(true, false, false),
        List.of(
            ExactValues.holds(whole, integer),
            ExactValues.holds(integer, whole),
            ExactValues.holds(price, integer)));
  }
}
