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
package io.calcitelens.rules;

import java.util.List;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/**
 * What is needed to plan the parts of one statement, all against one state of the catalog. Faults
 * in the user's text are {@code LensException}s with a position.
 */
public interface PlanningServices {
  JavaTypeFactory typeFactory();

  /** Finds tables and functions by name, from the connection's default schema. */
  CalciteCatalogReader catalogReader();

  /** The default schema's path; empty for the root. */
  List<String> defaultSchema();

  /** The catalog's generation; a kept plan is stale once it differs. */
  long generation();

  /**
   * A new validator: lenient conformance, identifiers expanded, values of written columns never
   * coerced. One validator serves one statement or query; all of its parts share the parameters.
   */
  SqlValidator newValidator();

  /**
   * A new cluster with a planner that holds the standard rules and no rule that modifies tables.
   */
  RelOptCluster newCluster();

  /** A converter for what a validator has validated. Sub-queries stay {@code RexSubQuery}. */
  SqlToRelConverter newConverter(SqlValidator validator, RelOptCluster cluster);

  /** Parses a query in the connection's lexical conventions. */
  SqlNode parseQuery(String sql);

  /** Parses an expression in the connection's lexical conventions. */
  SqlNode parseExpression(String sql);

  /** Validates and converts a query, in a cluster and with a validator of its own. */
  default RelRoot convert(SqlNode query) {
    return convert(query, newValidator());
  }

  /**
   * Validates and converts a query in a cluster of its own.
   *
   * @param validator tells the types of the query's parameters afterwards
   */
  RelRoot convert(SqlNode query, SqlValidator validator);

  /**
   * Optimises and compiles: sub-queries removed, decorrelated, trimmed, planned by Volcano. A
   * cluster may be used for several queries, one after the other.
   */
  CompiledQuery compile(RelRoot root);

  /** As {@link #compile(RelRoot)}, for a tree all of whose columns are wanted, in its order. */
  CompiledQuery compile(RelNode rel);

  /** The physical plan of a tree all of whose columns are wanted, in its order. */
  RelNode optimize(RelNode rel);

  /** Where captured rows are to live. */
  CaptureHome captureHome();

  /** The types of the parameters of what a validator has validated, in order. */
  RelDataType parameterRowType(SqlValidator validator, SqlNode validated);
}
