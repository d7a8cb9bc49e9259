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
package io.calcitelens.adapters;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;

/**
 * A context in which some variables have other values.
 *
 * @param delegate answers everything else
 * @param values by the name of the variable; a value may be null
 */
public record OverlayContext(DataContext delegate, Map<String, Object> values)
    implements DataContext {
  public OverlayContext {
    requireNonNull(delegate, "delegate");
    requireNonNull(values, "values");
  }

  /** A context in which one variable has another value. */
  public static OverlayContext of(DataContext delegate, String name, Object value) {
    return new OverlayContext(delegate, Collections.singletonMap(name, value));
  }

  @Override
  public SchemaPlus getRootSchema() {
    return delegate.getRootSchema();
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return delegate.getTypeFactory();
  }

  @Override
  public QueryProvider getQueryProvider() {
    return delegate.getQueryProvider();
  }

  @Override
  public Object get(String variable) {
    final Object value = values.get(variable);
    return value != null || values.containsKey(variable) ? value : delegate.get(variable);
  }
}
