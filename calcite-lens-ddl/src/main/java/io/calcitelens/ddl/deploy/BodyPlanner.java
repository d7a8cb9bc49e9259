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
package io.calcitelens.ddl.deploy;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.LensTypes;
import io.calcitelens.ddl.mapper.SqlTrees;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/** Validates bodies against a root schema and turns them into relational algebra. */
public final class BodyPlanner {
  private final CalciteSchema root;
  private final List<String> defaultSchema;

  public BodyPlanner(CalciteSchema root) {
    this(root, List.of());
  }

  /**
   * Creates a planner.
   *
   * @param defaultSchema where names without a schema are looked for; empty for the root
   */
  public BodyPlanner(CalciteSchema root, List<String> defaultSchema) {
    this.root = root;
    this.defaultSchema = List.copyOf(defaultSchema);
  }

  /** A validator over the root schema; it serves one query. */
  public SqlValidator validator() {
    return validator(reader(defaultSchema));
  }

  /**
   * Plans a query.
   *
   * @param query is left as it is
   * @param site what the query belongs to, for faults
   * @throws LensException with code INVALID_BODY and the position of the fault
   */
  public RelRoot plan(SqlNode query, Site site) {
    try {
      return convert(SqlTrees.copy(query), newCluster(), defaultSchema);
    } catch (CalciteContextException e) {
      String sentence = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw LensException.of(
              LensCode.INVALID_BODY,
              site.withPosition(e.getPosLine(), e.getPosColumn()),
              RESOURCE.invalidBody(site.what(), sentence))
          .because(e);
    } catch (CalciteException | UnsupportedOperationException e) {
      throw LensException.of(
              LensCode.INVALID_BODY, site, RESOURCE.invalidBody(site.what(), e.getMessage()))
          .because(e);
    }
  }

  private RelRoot convert(SqlNode query, RelOptCluster cluster, List<String> schemaPath) {
    CalciteCatalogReader reader = reader(schemaPath);
    SqlValidator validator = validator(reader);
    SqlNode validated = validator.validate(query);
    SqlToRelConverter converter =
        new SqlToRelConverter(
            new Expander(cluster),
            validator,
            reader,
            cluster,
            StandardConvertletTable.INSTANCE,
            SqlToRelConverter.config()
                .withExpand(false)
                .withTrimUnusedFields(false)
                // A distinct stays visible where it changes nothing: the body is what it says.
                .withRelBuilderConfigTransform(c -> c.withAggregateUnique(true)));
    return converter.convertQuery(validated, false, true);
  }

  private static RelOptCluster newCluster() {
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    return RelOptCluster.create(planner, new RexBuilder(LensTypes.FACTORY));
  }

  private CalciteCatalogReader reader(List<String> schemaPath) {
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
    return new CalciteCatalogReader(
        root, schemaPath, LensTypes.FACTORY, new CalciteConnectionConfigImpl(properties));
  }

  private static SqlValidator validator(CalciteCatalogReader reader) {
    SqlOperatorTable operators = SqlOperatorTables.chain(SqlStdOperatorTable.instance(), reader);
    return SqlValidatorUtil.newValidator(
        operators,
        reader,
        LensTypes.FACTORY,
        SqlValidator.Config.DEFAULT
            .withConformance(SqlConformanceEnum.LENIENT)
            .withLenientOperatorLookup(false)
            .withIdentifierExpansion(true));
  }

  /** Expands views and designed tables that a body reads, from the root. */
  private final class Expander implements RelOptTable.ViewExpander {
    private final RelOptCluster cluster;

    Expander(RelOptCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public RelRoot expandView(
        RelDataType rowType, String queryString, List<String> schemaPath, List<String> viewPath) {
      return convert(LensParsers.parse(queryString), cluster, schemaPath);
    }
  }
}
