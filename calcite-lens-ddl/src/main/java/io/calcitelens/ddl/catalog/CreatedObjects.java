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
package io.calcitelens.ddl.catalog;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.deploy.BodyPlanner;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.impl.AggregateFunctionImpl;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.schema.impl.TableFunctionImpl;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.ddl.SqlAttributeDefinition;
import org.apache.calcite.sql.ddl.SqlCreateFunction;
import org.apache.calcite.sql.ddl.SqlCreateType;
import org.apache.calcite.sql.validate.SqlValidator;

/** The types and functions of a database: kept as statements, made again in every root schema. */
final class CreatedObjects {
  private CreatedObjects() {}

  static void addTypes(Map<String, SqlNode> objects, CalciteSchema root) {
    for (SqlNode statement : objects.values()) {
      if (statement instanceof SqlCreateType type) {
        addType(type, root);
      }
    }
  }

  static void addFunctions(Map<String, SqlNode> objects, CalciteSchema root) {
    for (SqlNode statement : objects.values()) {
      if (statement instanceof SqlCreateFunction function) {
        root.plus().add(functionName(function), function(function));
      }
    }
  }

  static String typeName(SqlCreateType type) {
    return last(type.name);
  }

  static String functionName(SqlCreateFunction function) {
    return last((SqlIdentifier) function.getOperandList().get(2));
  }

  private static String last(SqlIdentifier name) {
    return name.names.get(name.names.size() - 1);
  }

  private static void addType(SqlCreateType create, CalciteSchema root) {
    SqlValidator validator = new BodyPlanner(root).validator();
    root.add(
        typeName(create),
        factory -> {
          if (create.dataType != null) {
            return create.dataType.deriveType(validator);
          }
          RelDataTypeFactory.Builder builder = factory.builder();
          if (create.attributeDefs != null) {
            for (SqlNode node : create.attributeDefs) {
              SqlAttributeDefinition attribute = (SqlAttributeDefinition) node;
              builder.add(attribute.name.getSimple(), attribute.dataType.deriveType(validator));
            }
          }
          return builder.build();
        });
  }

  /**
   * Makes the function of a class: one with a method {@code eval} is scalar or makes tables, one
   * with {@code init} and {@code add} aggregates.
   */
  static Function function(SqlCreateFunction create) {
    String name = functionName(create);
    String className = ((SqlLiteral) create.getOperandList().get(3)).getValueAs(String.class);
    Class<?> implementation;
    try {
      implementation = Class.forName(className, true, loader());
    } catch (ClassNotFoundException | LinkageError e) {
      throw LensException.of(LensCode.INVALID_DECLARATION, RESOURCE.functionClass(name, className))
          .because(e);
    }
    Optional<Function> function = Optional.ofNullable(TableFunctionImpl.create(implementation));
    if (function.isEmpty()) {
      function = Optional.ofNullable(AggregateFunctionImpl.create(implementation));
    }
    if (function.isEmpty()) {
      function = Optional.ofNullable(ScalarFunctionImpl.create(implementation, "eval"));
    }
    return function.orElseThrow(
        () ->
            LensException.of(
                LensCode.INVALID_DECLARATION, RESOURCE.functionMethod(name, className)));
  }

  private static ClassLoader loader() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return loader == null ? CreatedObjects.class.getClassLoader() : loader;
  }
}
