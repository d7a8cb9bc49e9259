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

import static io.calcitelens.prover.LensResource.RESOURCE;
import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlTableRef;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Rewrites the FROM of a SELECT and says what it makes visible. */
final class FromQualifier {
  private final MapperBasis basis;
  private final BodyQualifier bodies;

  /**
   * Whether {@code using} and {@code natural} become conditions, so that merged columns can be
   * written as plain ones. Only for the top of a body, whose {@code *} is written out.
   */
  private final boolean conditions;

  FromQualifier(MapperBasis basis, BodyQualifier bodies, boolean conditions) {
    this.basis = basis;
    this.bodies = bodies;
    this.conditions = conditions;
  }

  /** A FROM after rewriting. */
  record From(SqlNode node, FromScope scope) {}

  From rewrite(SqlNode node, BodyQualifier.Names names) {
    if (node instanceof SqlJoin join) {
      return join(join, names);
    }
    if (node.getKind() == SqlKind.AS) {
      return aliased((SqlCall) node, names);
    }
    if (node instanceof SqlTableRef ref) {
      return rewrite(ref.operand(0), names);
    }
    if (node instanceof SqlIdentifier identifier) {
      Resolved resolved = relation(identifier, names);
      String alias = identifier.names.get(identifier.names.size() - 1);
      return source(resolved, alias, SqlTrees.as(resolved.node(), alias));
    }
    if (SqlTrees.isQuery(node) && node.getKind() != SqlKind.VALUES) {
      BodyQualifier.Query query = bodies.query(node, names);
      return new From(query.node(), opaque(""));
    }
    return other(node, names);
  }

  private From aliased(SqlCall call, BodyQualifier.Names names) {
    String alias = ((SqlIdentifier) call.operand(1)).getSimple();
    SqlNode inner = call.operand(0);
    if (inner instanceof SqlTableRef ref) {
      inner = ref.operand(0);
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    Resolved resolved;
    if (inner instanceof SqlIdentifier identifier) {
      resolved = relation(identifier, names);
    } else if (SqlTrees.isQuery(inner) && inner.getKind() != SqlKind.VALUES) {
      BodyQualifier.Query query = bodies.query(inner, names);
      resolved = new Resolved(query.node(), query.outputs(), Optional.empty());
    } else {
      resolved = new Resolved(other(inner, names).node(), Optional.empty(), Optional.empty());
    }
    if (call.operandCount() > 2) {
      List<String> renamed =
          BodyQualifier.simpleNames(
              new SqlNodeList(operands.subList(2, operands.size()), SqlParserPos.ZERO));
      resolved = new Resolved(resolved.node(), Optional.of(renamed), Optional.empty());
    }
    operands.set(0, resolved.node());
    return source(
        resolved, alias, new SqlBasicCall(call.getOperator(), operands, call.getParserPosition()));
  }

  /** Table functions, values, lateral and the like: their arguments are rewritten. */
  private From other(SqlNode node, BodyQualifier.Names names) {
    if (node instanceof SqlCall call && hasSourceOperand(call.getKind())) {
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      From inner = rewrite(operands.get(0), names);
      operands.set(0, inner.node());
      SqlNode rewritten =
          call.getOperator()
              .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
      return new From(
          rewritten, call.getKind() == SqlKind.TABLESAMPLE ? inner.scope() : opaque(""));
    }
    return new From(bodies.expression(node, names), opaque(""));
  }

  private static boolean hasSourceOperand(SqlKind kind) {
    switch (kind) {
      case TABLESAMPLE:
      case LATERAL:
      case SNAPSHOT:
      case PIVOT:
      case UNPIVOT:
      case MATCH_RECOGNIZE:
      case EXTEND:
        return true;
      default:
        return false;
    }
  }

  /** What stands behind a name or in parentheses. */
  private record Resolved(
      SqlNode node, Optional<List<String>> columns, Optional<MapperBasis.Relation> relation) {}

  private static From source(Resolved resolved, String alias, SqlNode node) {
    return new From(
        node, FromScope.of(new FromScope.Source(alias, resolved.columns(), resolved.relation())));
  }

  private static FromScope opaque(String alias) {
    return FromScope.of(new FromScope.Source(alias, Optional.empty(), Optional.empty()));
  }

  private Resolved relation(SqlIdentifier identifier, BodyQualifier.Names names) {
    if (identifier.isSimple()) {
      Optional<BodyQualifier.CommonTable> common = names.commonTable(identifier.getSimple());
      if (common.isPresent()) {
        return new Resolved(identifier, common.get().columns(), Optional.empty());
      }
    }
    Optional<MapperBasis.Relation> relation =
        withinBasis(identifier)
            ? basis.relation(identifier.names.get(identifier.names.size() - 1))
            : Optional.empty();
    if (relation.isEmpty()) {
      throw bodies.invalid(
          identifier, RESOURCE.sourceOutsideBasis(identifier.toString(), basis.name()));
    }
    List<String> path = new ArrayList<>(basis.path());
    path.add(relation.get().name());
    return new Resolved(
        new SqlIdentifier(path, identifier.getParserPosition()),
        Optional.of(relation.get().columnNames()),
        relation);
  }

  /** Whether a name is bare, or qualified with the basis (or the last parts of its path). */
  private boolean withinBasis(SqlIdentifier identifier) {
    List<String> qualifier = identifier.names.subList(0, identifier.names.size() - 1);
    int skipped = basis.path().size() - qualifier.size();
    if (skipped < 0) {
      return false;
    }
    for (int i = 0; i < qualifier.size(); i++) {
      if (!qualifier.get(i).equalsIgnoreCase(basis.path().get(skipped + i))) {
        return false;
      }
    }
    return true;
  }

  private From join(SqlJoin join, BodyQualifier.Names names) {
    From left = rewrite(join.getLeft(), names);
    // A lateral or an unnest on the right may name what stands to its left.
    From right = rewrite(join.getRight(), names.within(left.scope()));
    List<String> common = commonNames(join, left.scope(), right.scope());
    if (common.isEmpty()) {
      FromScope scope = left.scope().join(right.scope());
      SqlNode condition =
          join.getCondition() == null || join.getConditionType() == JoinConditionType.USING
              ? join.getCondition()
              : bodies.expression(join.getCondition(), names.within(scope));
      return new From(
          copy(join, left, right, join.isNatural(), join.getConditionType(), condition), scope);
    }
    List<FromScope.Visible> merged = new ArrayList<>();
    List<SqlNode> equalities = new ArrayList<>();
    for (String name : common) {
      merge(join, name, left.scope(), right.scope(), merged, equalities);
    }
    FromScope scope = left.scope().join(right.scope(), merged);
    if (!conditions) {
      return new From(
          copy(join, left, right, join.isNatural(), join.getConditionType(), join.getCondition()),
          scope);
    }
    SqlNode condition = equalities.get(0);
    for (SqlNode equality : equalities.subList(1, equalities.size())) {
      condition = SqlStdOperatorTable.AND.createCall(join.getParserPosition(), condition, equality);
    }
    return new From(copy(join, left, right, false, JoinConditionType.ON, condition), scope);
  }

  private void merge(
      SqlJoin join,
      String name,
      FromScope left,
      FromScope right,
      List<FromScope.Visible> merged,
      List<SqlNode> equalities) {
    List<FromScope.Visible> lefts = left.find(name);
    List<FromScope.Visible> rights = right.find(name);
    if (lefts.size() != 1 || rights.size() != 1) {
      SqlNode at = join.getCondition() == null ? join : join.getCondition();
      throw bodies.invalid(at, RESOURCE.usingColumn(name));
    }
    FromScope.Visible l = lefts.get(0);
    FromScope.Visible r = rights.get(0);
    SqlParserPos pos = join.getParserPosition();
    equalities.add(
        SqlTrees.equal(SqlTrees.copy(l.expression()), SqlTrees.copy(r.expression()), pos));
    List<FromScope.Source> of = new ArrayList<>(l.of());
    of.addAll(r.of());
    SqlNode expression;
    if (!conditions) {
      expression = SqlTrees.identifier(pos, name);
    } else if (join.getJoinType() == JoinType.RIGHT) {
      expression = r.expression();
    } else if (join.getJoinType() == JoinType.FULL) {
      expression = SqlStdOperatorTable.COALESCE.createCall(pos, l.expression(), r.expression());
    } else {
      expression = l.expression();
    }
    merged.add(new FromScope.Visible(l.name(), expression, of));
  }

  /** The names that a join merges; none if it has a condition or a side is not known. */
  private static List<String> commonNames(SqlJoin join, FromScope left, FromScope right) {
    if (left.opaque() || right.opaque()) {
      return List.of();
    }
    if (join.getConditionType() == JoinConditionType.USING) {
      return BodyQualifier.simpleNames((SqlNodeList) requireNonNull(join.getCondition()));
    }
    if (!join.isNatural()) {
      return List.of();
    }
    return left.columns().stream()
        .map(FromScope.Visible::name)
        .filter(n -> !right.find(n).isEmpty())
        .distinct()
        .toList();
  }

  private static SqlJoin copy(
      SqlJoin join,
      From left,
      From right,
      boolean natural,
      JoinConditionType type,
      SqlNode condition) {
    SqlParserPos pos = join.getParserPosition();
    return new SqlJoin(
        pos,
        left.node(),
        SqlLiteral.createBoolean(natural, pos),
        join.getJoinTypeNode(),
        right.node(),
        type.symbol(pos),
        condition);
  }
}
