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

import io.calcitelens.ddl.parser.SqlLensDml;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.NlsString;

/**
 * The literals of a statement whose type a column gives: the rows of an insert, the right sides of
 * assignments, and those of comparisons with a column in the statement's own WHERE. In the tree
 * they are replaced by parameters.
 */
final class LiftedLiterals {
  /** Beyond this many a statement is rarely repeated, and its parameters cost more to plan. */
  private static final int MOST = 64;

  private final TextPositions positions;
  private final String sql;
  private final List<LiftedLiteral> lifted = new ArrayList<>();

  private LiftedLiterals(String sql) {
    this.sql = sql;
    this.positions = new TextPositions(sql);
  }

  /** Takes the literals out of a parsed statement; empty if there is none to be taken. */
  static Optional<LiftedLiterals> of(SqlNode statement, String sql) {
    if (hasParameters(statement)) {
      return Optional.empty();
    }
    LiftedLiterals literals = new LiftedLiterals(sql);
    literals.lift(statement);
    return literals.lifted.isEmpty() ? Optional.empty() : Optional.of(literals);
  }

  /** Whether they stand in the text in the order in which they were found. */
  boolean inOrder() {
    for (int i = 1; i < lifted.size(); i++) {
      if (lifted.get(i).start() < lifted.get(i - 1).end()) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasParameters(SqlNode statement) {
    boolean[] found = new boolean[1];
    statement.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlDynamicParam param) {
            found[0] = true;
            return null;
          }
        });
    return found[0];
  }

  private void lift(SqlNode statement) {
    if (statement instanceof SqlLensDml dml) {
      if (dml.conflict().isEmpty() && !dml.defaultValues()) {
        lift(dml.statement());
      }
    } else if (statement instanceof SqlInsert insert) {
      if (insert.getSource().getKind() == SqlKind.VALUES) {
        values((SqlCall) insert.getSource());
      }
    } else if (statement instanceof SqlUpdate update) {
      assignments(update.getSourceExpressionList());
      where(update.getCondition());
    } else if (statement instanceof SqlDelete delete) {
      where(delete.getCondition());
    } else if (statement instanceof SqlOrderBy ordered) {
      lift(ordered.query);
    } else if (statement instanceof SqlSelect select) {
      where(select.getWhere());
    }
  }

  private void values(SqlCall values) {
    int cells = 0;
    for (SqlNode row : values.getOperandList()) {
      cells += row.getKind() == SqlKind.ROW ? ((SqlCall) row).operandCount() : 1;
    }
    if (cells > MOST) {
      return;
    }
    for (SqlNode row : values.getOperandList()) {
      if (row.getKind() == SqlKind.ROW) {
        SqlCall call = (SqlCall) row;
        for (int i = 0; i < call.operandCount(); i++) {
          replace(call, i, LiftedLiteral.Place.WRITTEN);
        }
      }
    }
  }

  private void assignments(SqlNodeList sources) {
    for (int i = 0; i < sources.size(); i++) {
      Optional<SqlNode> parameter = parameter(sources.get(i), LiftedLiteral.Place.WRITTEN);
      if (parameter.isPresent()) {
        sources.set(i, parameter.get());
      }
    }
  }

  private void where(SqlNode condition) {
    if (!(condition instanceof SqlCall call)) {
      return;
    }
    switch (call.getKind()) {
      case AND, OR -> call.getOperandList().forEach(this::where);
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          BETWEEN -> {
        if (call.operand(0) instanceof SqlIdentifier) {
          for (int i = 1; i < call.operandCount(); i++) {
            replace(call, i, LiftedLiteral.Place.COMPARED);
          }
        }
      }
      default -> {}
    }
  }

  private void replace(SqlCall call, int operand, LiftedLiteral.Place place) {
    parameter(call.operand(operand), place).ifPresent(p -> call.setOperand(operand, p));
  }

  private Optional<SqlNode> parameter(SqlNode node, LiftedLiteral.Place place) {
    if (lifted.size() >= MOST) {
      return Optional.empty();
    }
    boolean negative = node.getKind() == SqlKind.MINUS_PREFIX;
    SqlNode literal = negative ? ((SqlCall) node).operand(0) : node;
    Optional<LiftedLiteral> value =
        literal instanceof SqlLiteral l ? value(l, place) : Optional.empty();
    if (value.isEmpty() || negative && !(value.get().value() instanceof BigDecimal)) {
      return Optional.empty();
    }
    LiftedLiteral found = value.get();
    lifted.add(
        negative
            ? new LiftedLiteral(
                ((BigDecimal) found.value()).negate(), 'm', place, found.start(), found.end())
            : found);
    return Optional.of(new SqlDynamicParam(lifted.size() - 1, node.getParserPosition()));
  }

  /** The value of a literal whose text is found again; every other one stays in the plan. */
  private Optional<LiftedLiteral> value(SqlLiteral literal, LiftedLiteral.Place place) {
    SqlParserPos position = literal.getParserPosition();
    int start = positions.offset(position.getLineNum(), position.getColumnNum());
    int end = positions.offset(position.getEndLineNum(), position.getEndColumnNum()) + 1;
    if (start < 0 || end <= start || end > sql.length()) {
      return Optional.empty();
    }
    String written = sql.substring(start, end);
    Optional<Object> value;
    char kind;
    if (literal instanceof SqlNumericLiteral) {
      value = number(literal, written);
      kind = 'n';
    } else if (literal instanceof SqlCharStringLiteral) {
      value = text(literal, written);
      kind = 's';
    } else if (literal.getTypeName() == SqlTypeName.BOOLEAN
        && place == LiftedLiteral.Place.WRITTEN) {
      value = bool(literal, written);
      kind = 'b';
    } else {
      value = moment(literal, written);
      kind = value.filter(LocalDate.class::isInstance).isPresent() ? 'd' : 't';
    }
    return value.map(v -> new LiftedLiteral(v, kind, place, start, end));
  }

  private static Optional<Object> number(SqlLiteral literal, String written) {
    boolean plain = written.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.');
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    return plain && value != null && value.compareTo(new BigDecimal(written)) == 0
        ? Optional.of(new BigDecimal(written))
        : Optional.empty();
  }

  private static Optional<Object> text(SqlLiteral literal, String written) {
    NlsString string = literal.getValueAs(NlsString.class);
    boolean plain =
        string != null
            && string.getCharsetName() == null
            && written.equals("'" + string.getValue().replace("'", "''") + "'");
    // What is empty or ends in a space is compared by other rules as a literal.
    return plain && !string.getValue().isEmpty() && !string.getValue().endsWith(" ")
        ? Optional.of(string.getValue())
        : Optional.empty();
  }

  private static Optional<Object> bool(SqlLiteral literal, String written) {
    Boolean value = literal.getValueAs(Boolean.class);
    return value != null && written.equalsIgnoreCase(value.toString())
        ? Optional.of(value)
        : Optional.empty();
  }

  private static Optional<Object> moment(SqlLiteral literal, String written) {
    try {
      SqlLiteral resolved = literal;
      if (literal instanceof SqlUnknownLiteral unknown) {
        Optional<SqlTypeName> type =
            switch (unknown.tag) {
              case "DATE" -> Optional.of(SqlTypeName.DATE);
              case "TIMESTAMP" -> Optional.of(SqlTypeName.TIMESTAMP);
              default -> Optional.empty();
            };
        if (type.isEmpty()) {
          return Optional.empty();
        }
        resolved = unknown.resolve(type.get());
      }
      if (!(resolved instanceof SqlAbstractDateTimeLiteral dateTime)
          || !written.endsWith("'" + dateTime.toFormattedString() + "'")) {
        return Optional.empty();
      }
      String text = dateTime.toFormattedString();
      return switch (resolved.getTypeName()) {
        case DATE -> Optional.of(LocalDate.parse(text));
        case TIMESTAMP -> Optional.of(LocalDateTime.parse(text.replace(' ', 'T')));
        default -> Optional.empty();
      };
    } catch (CalciteException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The statement's text with a question mark for each literal. */
  String text() {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (LiftedLiteral literal : lifted) {
      text.append(sql, from, literal.start()).append('?');
      from = literal.end();
    }
    return text.append(sql, from, sql.length()).toString();
  }

  /** What kinds of literals were taken, a letter each. */
  String kinds() {
    StringBuilder kinds = new StringBuilder();
    lifted.forEach(l -> kinds.append(l.kind()));
    return kinds.toString();
  }

  /** The values of the literals, in the order of their parameters. */
  List<Object> values() {
    return lifted.stream().map(LiftedLiteral::value).toList();
  }

  /** The literals in the order of their parameters. */
  List<LiftedLiteral> literals() {
    return List.copyOf(lifted);
  }

  /** Whether each literal is a value of its parameter's type, to be neither rounded nor cut. */
  boolean fit(List<RelDataType> types) {
    return LiftedLiteral.fit(lifted, types);
  }
}
