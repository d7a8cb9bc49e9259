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

import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;

/**
 * A context in which one variable has another value.
 *
 * @param delegate answers everything else
 * @param name the variable
 * @param value its value here
 */
public record OverlayContext(DataContext delegate, String name, Object value)
    implements DataContext {
  public OverlayContext {
    requireNonNull(delegate, "delegate");
    requireNonNull(name, "name");
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
    return variable.equals(name) ? value : delegate.get(variable);
  }
}
