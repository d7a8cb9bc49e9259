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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.StoreException;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.validate.SqlValidatorException;

/**
 * Says in one of the product's codes whatever was thrown on the way of a statement, by Calcite's
 * parser and validator, by generated code, or by a store.
 */
public final class ErrorTranslation {
  /** What Avatica says of a result whose statement was cancelled. */
  private static final String CANCELLED = "Statement canceled";

  private ErrorTranslation() {}

  /** Runs something, and throws a {@link LensException} for whatever it throws. */
  public static <T> T translating(Callable<T> body) {
    try {
      return body.call();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw toLens(e);
    }
  }

  /** The fault as one of ours, with the original as its cause. */
  public static LensException toLens(Throwable thrown) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    LensException weak = null;
    CalciteContextException context = null;
    for (Throwable e = thrown; e != null && seen.add(e); e = e.getCause()) {
      if (e instanceof LensException lens) {
        return lens;
      }
      if (e instanceof CalciteContextException c && c.getPosLine() > 0) {
        context = c;
      }
      LensException known = known(e, context);
      if (known != null) {
        return known.because(thrown);
      }
      if (weak == null) {
        weak = weak(e);
      }
    }
    return (weak == null
            ? LensException.of(LensCode.STORE, RESOURCE.unexpected(describe(thrown)))
            : weak)
        .because(thrown);
  }

  /** A fault that its own class explains, or null. */
  private static LensException known(Throwable e, CalciteContextException context) {
    if (e instanceof StoreException store) {
      return StoreFaults.translate(store);
    }
    if (e instanceof SqlParseException parse) {
      return QueryFaults.syntax(parse);
    }
    if (e instanceof SqlValidatorException) {
      return QueryFaults.validation(site(context), e.getMessage());
    }
    if (e instanceof CalciteContextException c && c.getCause() == null) {
      return QueryFaults.validation(site(context), c.getMessage());
    }
    return null;
  }

  /** A fault that its class explains if nothing below it explains it better, or null. */
  private static LensException weak(Throwable e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    if (e instanceof ArithmeticException) {
      return QueryFaults.arithmetic(message);
    }
    if (e instanceof NumberFormatException || e instanceof DateTimeException) {
      return LensException.of(LensCode.BAD_CAST, RESOURCE.cannotConvert(message));
    }
    if (e instanceof RelOptPlanner.CannotPlanException) {
      return LensException.of(
          LensCode.NOT_SUPPORTED, RESOURCE.cannotPlan(message.lines().findFirst().orElse("")));
    }
    if (e instanceof UnsupportedOperationException) {
      return LensException.of(
          LensCode.NOT_SUPPORTED,
          RESOURCE.notSupported(message.isEmpty() ? "this statement" : message));
    }
    if (e instanceof CalciteException) {
      return QueryFaults.runtime(message);
    }
    if (e instanceof IllegalArgumentException && QueryFaults.isConversion(message)) {
      return LensException.of(LensCode.BAD_CAST, RESOURCE.cannotConvert(message));
    }
    return null;
  }

  private static Site site(CalciteContextException context) {
    return context == null ? Site.NONE : Site.at(context.getPosLine(), context.getPosColumn());
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private static String describe(Throwable e) {
    Throwable root = root(e);
    return root.getMessage() == null
        ? root.getClass().getSimpleName()
        : root.getClass().getSimpleName() + ": " + root.getMessage().lines().findFirst().orElse("");
  }

  /** The JDBC exception for whatever was thrown. */
  public static SQLException toSql(Throwable thrown) {
    if (thrown instanceof SQLException sql && sql.getSQLState() != null) {
      return sql;
    }
    if (thrown instanceof SQLException sql && CANCELLED.equals(sql.getMessage())) {
      return SqlExceptions.of(
          LensException.of(LensCode.CANCELLED, RESOURCE.cancelled()).because(sql));
    }
    if (thrown instanceof SQLException sql && !holdsCause(sql)) {
      // What Avatica itself refuses: a closed statement, a column that is not there.
      return new SQLException(
          LensCode.WRONG_CALL.code() + ": " + sql.getMessage(),
          LensCode.WRONG_CALL.sqlState(),
          sql);
    }
    return SqlExceptions.of(toLens(thrown));
  }

  private static boolean holdsCause(SQLException e) {
    return e.getCause() != null && e.getCause() != e;
  }
}
