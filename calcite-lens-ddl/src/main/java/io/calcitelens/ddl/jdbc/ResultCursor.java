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

import java.sql.SQLException;
import org.apache.calcite.avatica.util.AbstractCursor;

/** Lets Avatica's accessors read values where they are, each when a client asks for it. */
final class ResultCursor extends AbstractCursor {
  private final ResultRows rows;

  ResultCursor(ResultRows rows) {
    this.rows = requireNonNull(rows, "rows");
  }

  @Override
  protected Getter createGetter(int ordinal) {
    return new Getter() {
      @Override
      public Object getObject() throws SQLException {
        Object value;
        try {
          value = rows.value(ordinal);
        } catch (RuntimeException e) {
          throw ErrorTranslation.toSql(e);
        }
        wasNull[0] = value == null;
        return value;
      }

      @Override
      public boolean wasNull() {
        return wasNull[0];
      }
    };
  }

  @Override
  public boolean next() {
    return rows.next();
  }

  @Override
  public void close() {
    rows.close();
  }
}
