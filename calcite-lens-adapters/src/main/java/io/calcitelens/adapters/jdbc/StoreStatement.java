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
package io.calcitelens.adapters.jdbc;

import com.google.common.collect.ImmutableList;
import io.calcitelens.adapters.StoreValue;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.adapter.jdbc.JdbcImplementor;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlString;

/**
 * The one statement that computes a relation in its store.
 *
 * @param sql the text, with a {@code ?} for each parameter
 * @param parameters what each {@code ?} takes, in the order of the text
 * @param correlated the fields of enclosing rows that parameters refer to
 */
record StoreStatement(String sql, List<Parameter> parameters, List<Correlated> correlated) {
  /** Parameters from here on are fields of enclosing rows. */
  private static final int CORRELATED = 1_000_000;

  StoreStatement {
    parameters = List.copyOf(parameters);
    correlated = List.copyOf(correlated);
  }

  /**
   * A value that the statement takes at run time.
   *
   * @param index of the statement's parameter or, if {@code correlated}, of the enclosing rows'
   *     field
   */
  record Parameter(int index, boolean correlated, RelDataType type) {}

  /** A field of an enclosing row. */
  record Correlated(CorrelationId id, int ordinal, RelDataType type, Type javaType) {}

  static StoreStatement of(RelNode rel, StoreProduct product) {
    final Rendering rendering = new Rendering(rel, product);
    return rendering.statement(rendering.query(rel));
  }

  /**
   * An update of the rows of one table that meet a condition.
   *
   * @param source the new values, as a projection over the table, perhaps over a filter
   * @param key columns that are also equal to those of a row of {@code among}
   */
  static StoreStatement ofUpdate(
      RelNode source,
      List<String> table,
      List<String> set,
      List<String> key,
      Optional<RelNode> among,
      StoreProduct product) {
    final Rendering rendering = new Rendering(source, product);
    final SqlSelect select = (SqlSelect) rendering.query(source);
    final List<SqlNode> values =
        select.getSelectList().stream().map(v -> SqlUtil.stripAs(v)).toList();
    SqlNode condition = select.getWhere();
    if (among.isPresent()) {
      final SqlNode one =
          key.size() == 1
              ? identifier(key.get(0))
              : SqlStdOperatorTable.ROW.createCall(identifiers(key));
      final SqlNode in =
          SqlStdOperatorTable.IN.createCall(SqlParserPos.ZERO, one, rendering.query(among.get()));
      condition =
          condition == null
              ? in
              : SqlStdOperatorTable.AND.createCall(SqlParserPos.ZERO, condition, in);
    }
    return rendering.statement(
        new SqlUpdate(
            SqlParserPos.ZERO,
            new SqlIdentifier(table, SqlParserPos.ZERO),
            identifiers(set),
            new SqlNodeList(values, SqlParserPos.ZERO),
            condition,
            null,
            null));
  }

  /**
   * A delete of the rows of one table that meet a condition.
   *
   * @param source a projection over the table, perhaps over a filter
   */
  static StoreStatement ofDelete(RelNode source, List<String> table, StoreProduct product) {
    final Rendering rendering = new Rendering(source, product);
    final SqlSelect select = (SqlSelect) rendering.query(source);
    return rendering.statement(
        new SqlDelete(
            SqlParserPos.ZERO,
            new SqlIdentifier(table, SqlParserPos.ZERO),
            select.getWhere(),
            null,
            null));
  }

  private static SqlNode identifier(String name) {
    return new SqlIdentifier(name, SqlParserPos.ZERO);
  }

  private static SqlNodeList identifiers(List<String> names) {
    return new SqlNodeList(
        names.stream().map(StoreStatement::identifier).toList(), SqlParserPos.ZERO);
  }

  /** One text in the making: its relations share the numbers of their parameters. */
  private static final class Rendering {
    private final StoreProduct product;
    private final SqlDialect dialect;
    private final Implementor implementor;
    private final Map<Integer, RelDataType> types = new HashMap<>();

    Rendering(RelNode rel, StoreProduct product) {
      this.product = product;
      this.dialect = product.dialect();
      this.implementor =
          new Implementor(dialect, (JavaTypeFactory) rel.getCluster().getTypeFactory());
    }

    SqlNode query(RelNode rel) {
      final RelNode plain = PlainComparisons.of(ExplicitColumns.of(rel));
      final RelNode explicit = product.exactText().map(e -> ExactText.of(plain, e)).orElse(plain);
      types.putAll(parameterTypes(explicit));
      return implementor.visitRoot(explicit).asStatement();
    }

    StoreStatement statement(SqlNode node) {
      for (int i = 0; i < implementor.correlated.size(); i++) {
        types.put(CORRELATED + i, implementor.correlated.get(i).type());
      }
      final SqlString sql = node.accept(new ParameterCasts(dialect, types)).toSqlString(dialect);
      final List<Parameter> parameters = new ArrayList<>();
      final ImmutableList<Integer> indexes = sql.getDynamicParameters();
      if (indexes != null) {
        for (int index : indexes) {
          final boolean isCorrelated = index >= CORRELATED;
          parameters.add(
              new Parameter(
                  isCorrelated ? index - CORRELATED : index, isCorrelated, types.get(index)));
        }
      }
      return new StoreStatement(sql.getSql(), parameters, implementor.correlated);
    }
  }

  /**
   * What the parameters are in one execution.
   *
   * @param enclosing the fields of enclosing rows, as the statement numbers them
   */
  List<StoreValue> values(DataContext context, Object[] enclosing) {
    return values(parameters, context, enclosing);
  }

  /** What some parameters are in one execution. */
  static List<StoreValue> values(
      List<Parameter> parameters, DataContext context, Object[] enclosing) {
    final List<StoreValue> values = new ArrayList<>(parameters.size());
    for (Parameter parameter : parameters) {
      final Object value =
          parameter.correlated()
              ? enclosing[parameter.index()]
              : context.get("?" + parameter.index());
      values.add(new StoreValue(InternalValues.of(value, parameter.type()), parameter.type()));
    }
    return values;
  }

  private static Map<Integer, RelDataType> parameterTypes(RelNode rel) {
    final Map<Integer, RelDataType> types = new HashMap<>();
    final RexShuttle collector =
        new RexShuttle() {
          @Override
          public RexNode visitDynamicParam(RexDynamicParam param) {
            types.put(param.getIndex(), param.getType());
            return param;
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, RelNode parent) {
        node.accept(collector);
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    return types;
  }

  /** Turns fields of enclosing rows into parameters. */
  private static final class Implementor extends JdbcImplementor {
    private final List<Correlated> correlated = new ArrayList<>();
    private final JavaTypeFactory javaTypes;

    Implementor(SqlDialect dialect, JavaTypeFactory typeFactory) {
      super(dialect, typeFactory);
      this.javaTypes = typeFactory;
    }

    /** A scan is named as its store spells it, not as the schema over it is called. */
    @Override
    protected Result dispatch(RelNode e) {
      return e instanceof BasisScan scan ? scan.implement(this) : super.dispatch(e);
    }

    @Override
    protected Context getAliasContext(RexCorrelVariable variable) {
      final Context known = correlTableMap.get(variable.id);
      return known != null ? known : new EnclosingRow(variable);
    }

    private final class EnclosingRow extends Context {
      private final RexCorrelVariable variable;

      EnclosingRow(RexCorrelVariable variable) {
        super(Implementor.this.dialect, variable.getType().getFieldCount());
        this.variable = variable;
      }

      @Override
      public SqlNode field(int ordinal) {
        final RelDataTypeField field = variable.getType().getFieldList().get(ordinal);
        correlated.add(
            new Correlated(
                variable.id, ordinal, field.getType(), javaTypes.getJavaClass(field.getType())));
        return new SqlDynamicParam(CORRELATED + correlated.size() - 1, SqlParserPos.ZERO);
      }

      @Override
      public JdbcImplementor implementor() {
        return Implementor.this;
      }
    }
  }
}
