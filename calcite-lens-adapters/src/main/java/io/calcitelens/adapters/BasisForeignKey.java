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

import java.util.List;

/**
 * A foreign key that the store enforces.
 *
 * @param name the constraint's name in the store
 * @param child the referring table
 * @param childColumns names of the referring columns
 * @param parent the referenced table
 * @param parentColumns names of the referenced columns, in the order of {@code childColumns}
 * @param guaranteed whether it holds for all stored rows whenever a statement reads them: it was
 *     judged for the rows that it met, and is judged by each statement, not at commit
 */
public record BasisForeignKey(
    String name,
    TableId child,
    List<String> childColumns,
    TableId parent,
    List<String> parentColumns,
    ReferentialAction onUpdate,
    ReferentialAction onDelete,
    boolean guaranteed) {
  public BasisForeignKey {
    requireNonNull(name, "name");
    requireNonNull(child, "child");
    requireNonNull(parent, "parent");
    requireNonNull(onUpdate, "onUpdate");
    requireNonNull(onDelete, "onDelete");
    childColumns = List.copyOf(childColumns);
    parentColumns = List.copyOf(parentColumns);
  }

  /** A foreign key that every stored row keeps. */
  public BasisForeignKey(
      String name,
      TableId child,
      List<String> childColumns,
      TableId parent,
      List<String> parentColumns,
      ReferentialAction onUpdate,
      ReferentialAction onDelete) {
    this(name, child, childColumns, parent, parentColumns, onUpdate, onDelete, true);
  }
}
