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

import static java.util.Objects.requireNonNull;

import io.calcitelens.rules.CaptureHome;
import io.calcitelens.rules.LensScans;
import io.calcitelens.rules.PlanningServices;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.DataContexts;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteSystemProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Plans the parts of one statement as Calcite's own prepare does, against one state of the catalog
 * and without the rules that modify tables.
 */
public final class LensPlanning implements PlanningServices {
  private static final SqlToRelConverter.Config CONVERSION =
      SqlToRelConverter.config().withTrimUnusedFields(true).withExpand(false);

  private final CalciteSchema rootSchema;
  private final long generation;
  private final List<String> defaultSchema;
  private final CalciteConnectionConfig config;
  private final JavaTypeFactory typeFactory;
  private final CalciteCatalogReader catalogReader;
  private final CaptureHome captureHome;

  /**
   * Plans against one state.
   *
   * @param rootSchema the state's root schema, which does not change
   * @param generation the state's generation
   * @param defaultSchema where names without a schema are looked for; empty for the root
   * @param config lexical conventions, operators, time zone
   * @param captureHome where captured rows are to live
   */
  public LensPlanning(
      CalciteSchema rootSchema,
      long generation,
      List<String> defaultSchema,
      CalciteConnectionConfig config,
      JavaTypeFactory typeFactory,
      CaptureHome captureHome) {
    this.captureHome = requireNonNull(captureHome, "captureHome");
    this.rootSchema = requireNonNull(rootSchema, "rootSchema");
    this.generation = generation;
    this.defaultSchema = List.copyOf(defaultSchema);
    this.config = requireNonNull(config, "config");
    this.typeFactory = requireNonNull(typeFactory, "typeFactory");
    this.catalogReader =
        new CalciteCatalogReader(rootSchema, this.defaultSchema, typeFactory, config);
  }

  @Override
  public JavaTypeFactory typeFactory() {
    return typeFactory;
  }

  @Override
  public CalciteCatalogReader catalogReader() {
    return catalogReader;
  }

  @Override
  public List<String> defaultSchema() {
    return defaultSchema;
  }

  @Override
  public long generation() {
    return generation;
  }

  /** The root schema of the state that this plans against. */
  public CalciteSchema rootSchema() {
    return rootSchema;
  }

  @Override
  public SqlValidator newValidator() {
    return newValidator(catalogReader, false);
  }

  private SqlValidator newValidator(CalciteCatalogReader reader, boolean embedded) {
    SqlOperatorTable operators =
        SqlOperatorTables.chain(
            config.fun(SqlOperatorTable.class, SqlStdOperatorTable.instance()), reader);
    return new LensValidator(
        operators,
        reader,
        typeFactory,
        SqlValidator.Config.DEFAULT
            .withLenientOperatorLookup(config.lenientOperatorLookup())
            .withConformance(config.conformance())
            .withDefaultNullCollation(config.defaultNullCollation())
            .withIdentifierExpansion(true)
            .withEmbeddedQuery(embedded)
            .withTypeCoercionFactory(QueryCoercion::new));
  }

  @Override
  public RelOptCluster newCluster() {
    return PlanningStep.timed("rules", this::clusterOfRules);
  }

  private RelOptCluster clusterOfRules() {
    VolcanoPlanner planner = new VolcanoPlanner(null, Contexts.of(config));
    planner.setExecutor(new RexExecutorImpl(constantContext()));
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    if (CalciteSystemProperty.ENABLE_COLLATION_TRAIT.value()) {
      planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    }
    planner.setTopDownOpt(config.topDownOpt());
    // Materialised views of Calcite are never maintained, so that answers from them are stale.
    RelOptUtil.registerDefaultRules(planner, false, false);
    planner.removeRule(EnumerableRules.ENUMERABLE_TABLE_MODIFICATION_RULE);
    // A semi-join does not go to a store: it would split what one statement reads.
    planner.removeRule(CoreRules.JOIN_ON_UNIQUE_TO_SEMI_JOIN);
    planner.removeRule(CoreRules.PROJECT_TO_SEMI_JOIN);
    planner.removeRule(CoreRules.JOIN_TO_SEMI_JOIN);
    // Nor do sorts of a join's sides, which these would make for an order that is asked for.
    planner.removeRule(CoreRules.SORT_JOIN_TRANSPOSE);
    planner.removeRule(EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE);
    // Stores intersect and subtract; groups of a union would not go there as one statement.
    planner.removeRule(CoreRules.INTERSECT_TO_DISTINCT);
    planner.removeRule(CoreRules.MINUS_TO_DISTINCT);
    return RelOptCluster.create(planner, new RexBuilder(typeFactory));
  }

  private DataContext constantContext() {
    String zone = config.timeZone();
    return DataContexts.of(
        Map.of(
            DataContext.Variable.TIME_ZONE.camelName,
            zone == null ? java.util.TimeZone.getDefault() : java.util.TimeZone.getTimeZone(zone),
            DataContext.Variable.LOCALE.camelName,
            Locale.ROOT));
  }

  @Override
  public SqlToRelConverter newConverter(SqlValidator validator, RelOptCluster cluster) {
    return new SqlToRelConverter(
        new Views(cluster),
        validator,
        catalogReader,
        cluster,
        StandardConvertletTable.INSTANCE,
        CONVERSION) {
      @Override
      public RelRoot convertQuery(SqlNode query, boolean needsValidation, boolean top) {
        return PlanningStep.timed("convert", () -> super.convertQuery(query, needsValidation, top));
      }

      @Override
      public RelNode convertValues(SqlCall values, @Nullable RelDataType targetRowType) {
        return super.convertValues(
            values,
            targetRowType == null
                ? null
                : WrittenTypes.of(
                    validator.getValidatedNodeType(values), targetRowType, typeFactory));
      }
    };
  }

  private SqlToRelConverter newConverter(
      SqlValidator validator, CalciteCatalogReader reader, RelOptCluster cluster) {
    return new SqlToRelConverter(
        new Views(cluster),
        validator,
        reader,
        cluster,
        StandardConvertletTable.INSTANCE,
        CONVERSION);
  }

  @Override
  public SqlNode parseQuery(String sql) {
    return SqlText.query(sql, config);
  }

  @Override
  public SqlNode parseExpression(String sql) {
    return SqlText.expression(sql, config);
  }

  @Override
  public RelRoot convert(SqlNode query, SqlValidator validator) {
    return ErrorTranslation.translating(
        () -> {
          SqlNode validated = validator.validate(query);
          return convertValidated(validated, validator);
        });
  }

  /** Converts what the validator has validated, in a cluster of its own. */
  RelRoot convertValidated(SqlNode validated, SqlValidator validator) {
    return newConverter(validator, newCluster()).convertQuery(validated, false, true);
  }

  @Override
  public RelDataType parameterRowType(SqlValidator validator, SqlNode validated) {
    return validator.getParameterRowType(validated);
  }

  @Override
  public ClientQuery compile(RelNode rel) {
    return compile(root(rel));
  }

  @Override
  public RelNode optimize(RelNode rel) {
    return ErrorTranslation.translating(() -> optimize(root(rel)).rel);
  }

  @Override
  public CaptureHome captureHome() {
    return captureHome;
  }

  private static RelRoot root(RelNode rel) {
    RelCollation collation = rel instanceof Sort sort ? sort.getCollation() : RelCollations.EMPTY;
    RelRoot root = RelRoot.of(rel, SqlKind.SELECT);
    return new RelRoot(rel, rel.getRowType(), SqlKind.SELECT, root.fields, collation, root.hints);
  }

  @Override
  public ClientQuery compile(RelRoot root) {
    return ErrorTranslation.translating(
        () -> {
          RelRoot optimized = optimize(root);
          return PlanningStep.timed(
              "code",
              () ->
                  StoreCompiledQuery.of(optimized)
                      .orElseGet(
                          () -> LensCompiledQuery.implement(optimized, catalogReader, config)));
        });
  }

  /** The physical plan of a query. */
  RelRoot optimize(RelRoot root) {
    RelOptCluster cluster = root.rel.getCluster();
    RelNode rel = PlanningStep.timed("expand", () -> expand(root.rel, cluster));
    RelTraitSet traits =
        rel.getTraitSet().replace(EnumerableConvention.INSTANCE).replace(root.collation).simplify();
    return root.withRel(
        ReadProgram.INSTANCE.run(cluster.getPlanner(), rel, traits, List.of(), List.of()));
  }

  private static RelNode expand(RelNode query, RelOptCluster cluster) {
    RelNode rel = LensScans.expand(query);
    // Exact arithmetic that overflows is an error: a store says so, generated code would wrap.
    rel = new ConvertToChecked(cluster.getRexBuilder(), true).visit(rel);
    rel = RelDecorrelator.decorrelateQuery(rel, RelFactories.LOGICAL_BUILDER.create(cluster, null));
    if (cluster.getPlanner().isRegistered(rel)) {
      // A scan alone, which an earlier query of this cluster has read too.
      rel = rel.copy(rel.getTraitSet(), rel.getInputs());
    }
    return rel;
  }

  /** A physical plan as an enumerable node. */
  static EnumerableRel physical(RelRoot root) {
    return (EnumerableRel) root.rel;
  }

  /** Expands views in the lexical conventions of the connection, from the schema of the view. */
  private final class Views implements RelOptTable.ViewExpander {
    private final RelOptCluster cluster;

    Views(RelOptCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public RelRoot expandView(
        RelDataType rowType, String queryString, List<String> schemaPath, List<String> viewPath) {
      CalciteCatalogReader reader =
          schemaPath == null ? catalogReader : catalogReader.withSchemaPath(schemaPath);
      SqlValidator validator = newValidator(reader, true);
      return newConverter(validator, reader, cluster)
          .convertQuery(parseQuery(queryString), true, true);
    }
  }
}
