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

import io.calcitelens.ddl.catalog.PlanCache;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.prover.LensException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BiFunction;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserImplFactory;

/** Finds the plan of a statement among those that were made for others, or makes it. */
final class SharedPlans {
  private final PlanCache cache;
  private final PlanCache.Key base;
  private final BiFunction<String, SqlNode, StatementPlan> planning;
  private final CalciteConnectionConfig config;

  /**
   * Looks in a cache.
   *
   * @param base the key of the empty text
   * @param planning plans a statement, given its text and its tree
   */
  SharedPlans(
      PlanCache cache,
      PlanCache.Key base,
      BiFunction<String, SqlNode, StatementPlan> planning,
      CalciteConnectionConfig config) {
    this.cache = cache;
    this.base = base;
    this.planning = planning;
    this.config = config;
  }

  private PlanCache.Key key(String text, String values) {
    return new PlanCache.Key(
        base.state(), text, values, base.defaultSchema(), base.timeZone(), base.properties());
  }

  /** The plan of a text, all its literals being part of it. */
  StatementPlan plan(String sql) {
    SqlNode statement = SqlText.statement(sql, config);
    return isShared(statement) ? whole(sql, statement) : planning.apply(sql, statement);
  }

  /** The plan of a text, with the values of the literals that are not part of it. */
  ReadyStatement ready(String sql) {
    Optional<CutText> cut = isPlainText() ? CutText.of(sql) : Optional.empty();
    Optional<ReadyStatement> known = cut.flatMap(this::known);
    return known.isPresent() ? known.get() : parsed(sql, cut);
  }

  /** Whether texts have the tokens of the default settings. */
  private boolean isPlainText() {
    return config.quoting() == Quoting.DOUBLE_QUOTE
        && config.parserFactory(SqlParserImplFactory.class, LensParsers.FACTORY)
            == LensParsers.FACTORY;
  }

  /** What was made ready before with other literals, without parsing it again. */
  private Optional<ReadyStatement> known(CutText cut) {
    Optional<LiteralShape> shape =
        cache.shape(cut.template(), base.properties()).map(LiteralShape.class::cast);
    if (shape.isEmpty()) {
      return Optional.empty();
    }
    Optional<List<LiftedLiteral>> literals = shape.get().literals(cut);
    if (literals.isEmpty()) {
      return Optional.empty();
    }
    return cache
        .find(key(shape.get().text(cut), shape.get().kinds()))
        .map(StatementPlan.class::cast)
        .filter(plan -> LiftedLiteral.fit(literals.get(), types(plan)))
        .map(
            plan ->
                new ReadyStatement(
                    plan, literals.get().stream().map(LiftedLiteral::value).toList()));
  }

  private ReadyStatement parsed(String sql, Optional<CutText> cut) {
    SqlNode statement = SqlText.statement(sql, config);
    if (!isShared(statement)) {
      return new ReadyStatement(planning.apply(sql, statement), List.of());
    }
    Optional<LiftedLiterals> lifted = LiftedLiterals.of(statement, sql);
    if (lifted.isEmpty()) {
      return new ReadyStatement(whole(sql, statement), List.of());
    }
    LiftedLiterals literals = lifted.get();
    if (!literals.inOrder()) {
      // Parameters get their types in the order of the tree, and are told in that of the text.
      return new ReadyStatement(whole(sql, SqlText.statement(sql, config)), List.of());
    }
    cut.flatMap(c -> LiteralShape.of(c, literals).map(shape -> new Known(c, shape)))
        .ifPresent(k -> cache.learn(k.cut().template(), base.properties(), k.shape()));
    Optional<StatementPlan> plan =
        cache
            .get(key(literals.text(), literals.kinds()), () -> template(literals, statement))
            .map(StatementPlan.class::cast)
            .filter(p -> literals.fit(types(p)));
    return plan.isPresent()
        ? new ReadyStatement(plan.get(), literals.values())
        // The literals are gone from the tree, which also may be changed by planning.
        : new ReadyStatement(whole(sql, SqlText.statement(sql, config)), List.of());
  }

  private record Known(CutText cut, LiteralShape shape) {}

  /** What explains itself or changes something is never shared: it depends on more than the key. */
  private static boolean isShared(SqlNode statement) {
    return Preparer.isWrite(statement) || statement.getKind().belongsTo(SqlKind.QUERY);
  }

  private StatementPlan whole(String sql, SqlNode statement) {
    return cache
        .get(key(sql, ""), () -> Optional.of(planning.apply(sql, statement)))
        .map(StatementPlan.class::cast)
        .orElseThrow();
  }

  /** What is wrong with a statement is told about the literals themselves, by planning it whole. */
  private Optional<StatementPlan> template(LiftedLiterals literals, SqlNode statement) {
    try {
      StatementPlan plan = planning.apply(literals.text(), statement);
      return Optional.of(plan).filter(p -> types(p).size() == literals.values().size());
    } catch (LensException e) {
      return Optional.empty();
    }
  }

  private static List<RelDataType> types(StatementPlan plan) {
    return plan.parameterRowType().getFieldList().stream().map(f -> f.getType()).toList();
  }

  /** The properties of a connection that may bear on its plans. */
  static Map<String, String> properties(Properties properties) {
    Map<String, String> result = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      boolean other =
          name.equalsIgnoreCase("user")
              || name.equalsIgnoreCase("password")
              || name.equalsIgnoreCase("model");
      if (!other) {
        result.put(name, properties.getProperty(name));
      }
    }
    return result;
  }
}
