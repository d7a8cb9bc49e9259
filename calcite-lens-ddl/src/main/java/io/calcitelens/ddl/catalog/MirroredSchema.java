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

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Set;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.rel.type.RelProtoDataType;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.Wrapper;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * A schema of one root shown in another, with what was added to it there. It is what it mirrors to
 * code that asks for its class.
 */
public final class MirroredSchema implements Schema, Wrapper {
  private final SchemaPlus mirrored;

  public MirroredSchema(SchemaPlus mirrored) {
    this.mirrored = requireNonNull(mirrored, "mirrored");
  }

  @Override
  public Lookup<Table> tables() {
    return mirrored.tables();
  }

  @Override
  public Lookup<? extends Schema> subSchemas() {
    return mirrored.subSchemas();
  }

  @Override
  @Deprecated
  public @Nullable Table getTable(String name) {
    return mirrored.tables().get(name);
  }

  @Override
  @Deprecated
  public Set<String> getTableNames() {
    return mirrored.tables().getNames(LikePattern.any());
  }

  @Override
  @Deprecated
  public @Nullable Schema getSubSchema(String name) {
    return mirrored.subSchemas().get(name);
  }

  @Override
  @Deprecated
  public Set<String> getSubSchemaNames() {
    return mirrored.subSchemas().getNames(LikePattern.any());
  }

  @Override
  public @Nullable RelProtoDataType getType(String name) {
    return mirrored.getType(name);
  }

  @Override
  public Set<String> getTypeNames() {
    return mirrored.getTypeNames();
  }

  @Override
  public Collection<Function> getFunctions(String name) {
    return mirrored.getFunctions(name);
  }

  @Override
  public Set<String> getFunctionNames() {
    return mirrored.getFunctionNames();
  }

  @Override
  public Expression getExpression(@Nullable SchemaPlus parentSchema, String name) {
    return mirrored.getExpression(parentSchema, name);
  }

  @Override
  public boolean isMutable() {
    return false;
  }

  @Override
  public Schema snapshot(SchemaVersion version) {
    return this;
  }

  /** As a wrapper does: null if what is mirrored is nothing of that class. */
  @Override
  public <C> @Nullable C unwrap(Class<C> type) {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    try {
      return mirrored.unwrap(type);
    } catch (ClassCastException e) {
      return null;
    }
  }
}
