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
package io.calcitelens.adapters.jdbc;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.StoreValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.FlatLists;

/**
 * A statement of a store with all that it takes to run it again and again: immutable, since plans
 * are shared. Public because generated code calls it.
 */
public final class StoreQuery {
  private static final Object[] NOT_CORRELATED = {};

  private final JdbcStore store;
  private final StoreStatement statement;
  private final List<BasisColumn> columns;

  private StoreQuery(JdbcStore store, StoreStatement statement, List<BasisColumn> columns) {
    this.store = requireNonNull(store, "store");
    this.statement = requireNonNull(statement, "statement");
    this.columns = List.copyOf(columns);
  }

  static StoreQuery of(JdbcStore store, StoreStatement statement, RelDataType rowType) {
    final List<BasisColumn> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      columns.add(
          new BasisColumn(
              field.getIndex(),
              field.getName(),
              field.getType(),
              field.getType().getSqlTypeName().getJdbcOrdinal(),
              BasisColumn.Generation.NONE,
              Optional.empty()));
    }
    return new StoreQuery(store, statement, columns);
  }

  /** The statement's text. */
  public String sql() {
    return statement.sql();
  }

  /**
   * The rows, read anew by each enumerator. They are read through the transaction of the statement;
   * without one, each enumerator has a session of its own.
   *
   * @param correlated the fields of enclosing rows, as the statement numbers them
   */
  public Enumerable<Object> enumerable(DataContext root, Object[] correlated) {
    final List<StoreValue> parameters = statement.values(root, correlated);
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        return new Rows(open(root, parameters), cancelFlag(root), columns.size());
      }
    };
  }

  /** Opens the query of a plan that is nothing else; it takes no fields of enclosing rows. */
  public StoreCursor open(DataContext root) {
    return open(root, statement.values(root, NOT_CORRELATED));
  }

  private static AtomicBoolean cancelFlag(DataContext root) {
    return (AtomicBoolean) root.get(DataContext.Variable.CANCEL_FLAG.camelName);
  }

  private StoreCursor open(DataContext root, List<StoreValue> parameters) {
    if (root.get(LensTransaction.VARIABLE) instanceof LensTransaction transaction) {
      return transaction.session(store, false).query(statement.sql(), parameters, columns, true);
    }
    final StoreSession session = store.open(SessionOptions.READ_ONLY);
    try {
      return new OwnSessionCursor(
          session.query(statement.sql(), parameters, columns, true), session);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** What a read says that was told to stop. */
  public StoreException cancelled() {
    return new StoreException(
        StoreException.Kind.CANCELLED,
        store.name(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        null);
  }

  /** A cursor with which its session ends. */
  private record OwnSessionCursor(StoreCursor cursor, StoreSession session) implements StoreCursor {
    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public Object[] row() {
      return cursor.row();
    }

    @Override
    public Object value(int column) {
      return cursor.value(column);
    }

    @Override
    public void close() {
      try (session) {
        cursor.close();
      }
    }
  }

  /** Rows as generated code wants them: arrays, and values alone where there is one column. */
  private final class Rows implements Enumerator<Object> {
    private final StoreCursor cursor;
    private final AtomicBoolean cancelled;
    private final int width;

    Rows(StoreCursor cursor, AtomicBoolean cancelled, int width) {
      this.cursor = cursor;
      this.cancelled = cancelled;
      this.width = width;
    }

    @Override
    public Object current() {
      switch (width) {
        case 0:
          return FlatLists.of();
        case 1:
          return cursor.value(0);
        default:
          return cursor.row();
      }
    }

    @Override
    public boolean moveNext() {
      if (cancelled != null && cancelled.get()) {
        close();
        throw cancelled();
      }
      return cursor.next();
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("rows of a store are read once");
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}
