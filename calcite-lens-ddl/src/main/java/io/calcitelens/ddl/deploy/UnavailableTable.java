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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;

/** A table or view that is known but cannot be used now; using it says why. */
public final class UnavailableTable extends AbstractTable {
  private final String name;
  private final String reason;

  public UnavailableTable(String name, String reason) {
    this.name = name;
    this.reason = reason;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    throw LensException.of(LensCode.UNAVAILABLE, RESOURCE.unavailableTable(name, reason));
  }
}
