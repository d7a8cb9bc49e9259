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
package io.calcitelens.ddl.jdbc;

import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.jdbc.StorePlans;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.runtime.Typed;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.SqlExplainFormat;
import org.apache.calcite.sql.SqlExplainLevel;

/** A query as generated code, with the values that the code was generated over. */
final class LensCompiledQuery implements ClientQuery {
  private final EnumerableRel physical;
  private final Bindable<?> bindable;
  private final Map<String, Object> stashed;
  private final SessionOptions.Use use;
  private final CodeConstants constants = new CodeConstants();

  private LensCompiledQuery(
      EnumerableRel physical, Bindable<?> bindable, Map<String, Object> stashed) {
    this.physical = physical;
    this.bindable = bindable;
    this.stashed = stashed;
    this.use = StorePlans.use(physical);
  }

  /** Generates the code of an optimised query. */
  static LensCompiledQuery implement(
      RelRoot root, CalciteCatalogReader catalogReader, CalciteConnectionConfig config) {
    EnumerableRel physical = withFields(root);
    Map<String, Object> stashed = new LinkedHashMap<>();
    stashed.put("_conformance", config.conformance());
    Prepare.CatalogReader.THREAD_LOCAL.set(catalogReader);
    try {
      Bindable<?> bindable =
          EnumerableInterpretable.toBindable(stashed, null, physical, EnumerableRel.Prefer.ARRAY);
      return new LensCompiledQuery(physical, bindable, stashed);
    } finally {
      Prepare.CatalogReader.THREAD_LOCAL.remove();
    }
  }

  private static EnumerableRel withFields(RelRoot root) {
    EnumerableRel physical = LensPlanning.physical(root);
    if (root.isRefTrivial()) {
      return physical;
    }
    RexBuilder rexBuilder = physical.getCluster().getRexBuilder();
    List<RexNode> projects = new ArrayList<>();
    for (Map.Entry<Integer, String> field : root.fields) {
      projects.add(rexBuilder.makeInputRef(physical, field.getKey()));
    }
    return EnumerableCalc.create(
        physical,
        RexProgram.create(
            physical.getRowType(), projects, null, root.validatedRowType, rexBuilder));
  }

  @Override
  public RelDataType rowType() {
    return physical.getRowType();
  }

  @Override
  public SessionOptions.Use use() {
    return use;
  }

  @Override
  public Enumerable<Object[]> rows(DataContext context) {
    Enumerable<?> rows =
        constants.guard(constants.told(() -> bindable.bind(new StashingContext(context, stashed))));
    Optional<List<Field>> record = recordFields();
    if (record.isPresent()) {
      return rows.select(row -> fieldValues(record.get(), row));
    }
    return switch (physical.getRowType().getFieldCount()) {
      case 0 -> rows.select(row -> new Object[0]);
      case 1 -> rows.select(row -> new Object[] {row});
      default -> rows.select(Object[].class::cast);
    };
  }

  /** The fields of a row that is an object of a collection's own class; empty for arrays. */
  private Optional<List<Field>> recordFields() {
    Type type = bindable instanceof Typed typed ? typed.getElementType() : Object[].class;
    if (!(type instanceof Class<?> row) || row.isArray() || row.getName().startsWith("java.")) {
      return Optional.empty();
    }
    List<Field> fields = new ArrayList<>();
    for (Field field : row.getFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        fields.add(field);
      }
    }
    return fields.size() == physical.getRowType().getFieldCount()
        ? Optional.of(fields)
        : Optional.empty();
  }

  private static Object[] fieldValues(List<Field> fields, Object row) {
    Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = fields.get(i).get(row);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    return values;
  }

  @Override
  public String plan() {
    return RelOptUtil.dumpPlan(
        "", physical, SqlExplainFormat.TEXT, SqlExplainLevel.EXPPLAN_ATTRIBUTES);
  }

  /** An execution that also answers for what the generated code looks up. */
  private static final class StashingContext implements DataContext {
    private final DataContext context;
    private final Map<String, Object> stashed;

    StashingContext(DataContext context, Map<String, Object> stashed) {
      this.context = context;
      this.stashed = stashed;
    }

    @Override
    public SchemaPlus getRootSchema() {
      return context.getRootSchema();
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
      return context.getTypeFactory();
    }

    @Override
    public QueryProvider getQueryProvider() {
      return context.getQueryProvider();
    }

    @Override
    public Object get(String name) {
      Object value = stashed.get(name);
      return value == null ? context.get(name) : value;
    }
  }
}
