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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Rewrites a body so that every name in it says what it means: sources are qualified with the basis
 * and aliased, columns with their source. A source that is neither of the basis nor a common table
 * expression in scope is refused, at any depth.
 */
final class BodyQualifier {
  private final MapperBasis basis;
  private final String table;

  BodyQualifier(MapperBasis basis, String table) {
    this.basis = basis;
    this.table = table;
  }

  /** A query after rewriting, with its output names where they are known. */
  record Query(SqlNode node, Optional<List<String>> outputs) {}

  /** The names that a place in the body can see. */
  record Names(List<CommonTable> commonTables, List<FromScope> scopes) {
    Names {
      commonTables = List.copyOf(commonTables);
      scopes = List.copyOf(scopes);
    }

    static final Names NONE = new Names(List.of(), List.of());

    Names with(CommonTable added) {
      List<CommonTable> all = new ArrayList<>(commonTables);
      all.add(0, added);
      return new Names(all, scopes);
    }

    Names within(FromScope scope) {
      List<FromScope> all = new ArrayList<>(scopes);
      all.add(0, scope);
      return new Names(commonTables, all);
    }

    Optional<CommonTable> commonTable(String name) {
      return commonTables.stream().filter(c -> c.name().equalsIgnoreCase(name)).findFirst();
    }
  }

  /** A common table expression in scope. */
  record CommonTable(String name, Optional<List<String>> columns) {}

  /** Rewrites a query that stands anywhere below the top of a body. */
  Query query(SqlNode node, Names names) {
    if (node instanceof SqlWith with) {
      WithItems items = withItems(with, names);
      Query body = query(with.body, items.names());
      return new Query(
          new SqlWith(with.getParserPosition(), items.list(), body.node()), body.outputs());
    }
    if (node instanceof SqlOrderBy order) {
      Query body = query(order.query, names);
      return new Query(
          new SqlOrderBy(
              order.getParserPosition(),
              body.node(),
              (SqlNodeList) expression(order.orderList, names),
              order.offset,
              order.fetch),
          body.outputs());
    }
    if (node instanceof SqlSelect select) {
      return select(select, names);
    }
    if (node.isA(SqlKind.SET_QUERY)) {
      return setOperation((SqlCall) node, names);
    }
    return new Query(expression(node, names), Optional.empty());
  }

  private Query setOperation(SqlCall call, Names names) {
    List<SqlNode> operands = new ArrayList<>();
    Optional<List<String>> outputs = Optional.empty();
    for (SqlNode operand : call.getOperandList()) {
      Query query = query(operand, names);
      if (operands.isEmpty()) {
        outputs = query.outputs();
      }
      operands.add(query.node());
    }
    return new Query(call.getOperator().createCall(call.getParserPosition(), operands), outputs);
  }

  /** The items of a WITH after rewriting, and what the body below them sees. */
  record WithItems(SqlNodeList list, Names names) {}

  WithItems withItems(SqlWith with, Names names) {
    Names visible = names;
    SqlNodeList list = new SqlNodeList(with.withList.getParserPosition());
    for (SqlNode node : with.withList) {
      SqlWithItem item = (SqlWithItem) node;
      Optional<List<String>> listed =
          Optional.ofNullable(item.columnList).map(BodyQualifier::simpleNames);
      Names inside =
          item.recursive.booleanValue()
              ? visible.with(new CommonTable(item.name.getSimple(), listed))
              : visible;
      Query query = query(item.query, inside);
      list.add(
          new SqlWithItem(
              item.getParserPosition(), item.name, item.columnList, query.node(), item.recursive));
      visible =
          visible.with(
              new CommonTable(
                  item.name.getSimple(), listed.isPresent() ? listed : query.outputs()));
    }
    return new WithItems(list, visible);
  }

  private Query select(SqlSelect select, Names names) {
    FromQualifier from = new FromQualifier(basis, this, false);
    FromScope scope = FromScope.EMPTY;
    SqlSelect result = (SqlSelect) select.clone(select.getParserPosition());
    if (select.getFrom() != null) {
      FromQualifier.From rewritten = from.rewrite(select.getFrom(), names);
      result.setFrom(rewritten.node());
      scope = rewritten.scope();
    }
    Names inside = names.within(scope);
    result.setSelectList((SqlNodeList) expression(select.getSelectList(), inside));
    clauses(select, result, inside);
    return new Query(result, outputs(select.getSelectList(), scope));
  }

  /** Rewrites every clause of a SELECT but its list and its FROM. */
  void clauses(SqlSelect select, SqlSelect result, Names names) {
    for (int operand : new int[] {3, 4, 5, 6, 7, 8, 9, 10}) {
      SqlNode clause = select.getOperandList().get(operand);
      if (clause != null) {
        result.setOperand(operand, expression(clause, names));
      }
    }
  }

  /** Rewrites an expression, with the queries in it. */
  SqlNode expression(SqlNode node, Names names) {
    return node.accept(new Expressions(names));
  }

  private static Optional<List<String>> outputs(SqlNodeList selectList, FromScope scope) {
    List<String> outputs = new ArrayList<>();
    for (SqlNode item : selectList) {
      if (item instanceof SqlIdentifier identifier && identifier.isStar()) {
        Optional<List<String>> starred = starNames(identifier, scope);
        if (starred.isEmpty()) {
          return Optional.empty();
        }
        outputs.addAll(starred.get());
      } else {
        outputs.add(outputName(item).orElse(""));
      }
    }
    return Optional.of(outputs);
  }

  private static Optional<List<String>> starNames(SqlIdentifier star, FromScope scope) {
    if (star.names.size() == 1) {
      return scope.opaque()
          ? Optional.empty()
          : Optional.of(scope.columns().stream().map(FromScope.Visible::name).toList());
    }
    return scope.source(star.names.get(star.names.size() - 2)).flatMap(FromScope.Source::columns);
  }

  /** The name under which a term of a select list goes out, if it has one. */
  static Optional<String> outputName(SqlNode item) {
    if (item.getKind() == SqlKind.AS) {
      return Optional.of(((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple());
    }
    if (item instanceof SqlIdentifier identifier && !identifier.isStar()) {
      return Optional.of(identifier.names.get(identifier.names.size() - 1));
    }
    return Optional.empty();
  }

  static List<String> simpleNames(SqlNodeList list) {
    return list.stream().map(n -> ((SqlIdentifier) n).getSimple()).toList();
  }

  /** Says what a name of a column means, where that is beyond doubt. */
  private SqlNode column(SqlIdentifier id, Names names) {
    SqlParserPos pos = id.getParserPosition();
    if (id.isStar()) {
      return qualifiedStar(id, names);
    }
    if (id.isSimple()) {
      for (FromScope scope : names.scopes()) {
        List<FromScope.Visible> found = scope.find(id.getSimple());
        if (found.size() == 1 && (!scope.opaque() || found.get(0).stored())) {
          return SqlTrees.copy(found.get(0).expression()).clone(pos);
        }
        if (!found.isEmpty() || scope.opaque()) {
          return id;
        }
      }
      return id;
    }
    return afterPath(id.names, names)
        .map(rest -> (SqlNode) new SqlIdentifier(rest, pos))
        .orElse(id);
  }

  private SqlNode qualifiedStar(SqlIdentifier star, Names names) {
    return afterPath(star.names, names)
        .map(rest -> (SqlNode) new SqlIdentifier(rest, null, star.getParserPosition(), null))
        .orElse(star);
  }

  /** {@code basis.relation.column} becomes {@code alias.column}. */
  private Optional<List<String>> afterPath(List<String> path, Names names) {
    int prefix = basis.path().size();
    if (path.size() < prefix + 2) {
      return Optional.empty();
    }
    for (int i = 0; i < prefix; i++) {
      if (!basis.path().get(i).equalsIgnoreCase(path.get(i))) {
        return Optional.empty();
      }
    }
    String relation = path.get(prefix);
    for (FromScope scope : names.scopes()) {
      for (FromScope.Source source : scope.sources()) {
        if (source.relation().isPresent() && source.alias().equalsIgnoreCase(relation)) {
          List<String> rest = new ArrayList<>();
          rest.add(source.alias());
          rest.addAll(path.subList(prefix + 1, path.size()));
          return Optional.of(rest);
        }
      }
    }
    return Optional.empty();
  }

  /** A fault in the shape of the body, where it stands. */
  LensException invalid(SqlNode at, Resources.Inst sentence) {
    SqlParserPos pos = at.getParserPosition();
    return LensException.of(
        LensCode.INVALID_BODY,
        Site.table(table).withPosition(pos.getLineNum(), pos.getColumnNum()),
        sentence);
  }

  /** Rewrites names and queries within an expression. */
  private final class Expressions extends SqlTrees.Copier {
    private final Names names;

    Expressions(Names names) {
      this.names = names;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier id) {
      return column(id, names);
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call instanceof SqlSelect
          || call instanceof SqlWith
          || call instanceof SqlOrderBy
          || call.isA(SqlKind.SET_QUERY)) {
        return query(call, names).node();
      }
      switch (call.getKind()) {
        case AS:
          return firstOperandOnly(call);
        case OVER:
          if (call.operand(1) instanceof SqlIdentifier) {
            return firstOperandOnly(call);
          }
          return super.visit(call);
        case LAMBDA:
          return call;
        case EXPLICIT_TABLE:
          throw invalid(call, RESOURCE.explicitTableInBody());
        default:
          return super.visit(call);
      }
    }

    private SqlNode firstOperandOnly(SqlCall call) {
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      operands.set(0, operands.get(0).accept(this));
      return new SqlBasicCall(call.getOperator(), operands, call.getParserPosition());
    }
  }
}
