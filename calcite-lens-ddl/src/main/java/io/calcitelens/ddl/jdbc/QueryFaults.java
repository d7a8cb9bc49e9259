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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * What Calcite's parser, validator and run time complain of. Its messages have no codes, so that
 * they are told apart by their wording, which its resource file fixes.
 */
final class QueryFaults {
  private static final Pattern COLUMN_IN =
      Pattern.compile("Column '(.*?)' not found in table '(.*?)'.*", Pattern.DOTALL);
  private static final Pattern COLUMN =
      Pattern.compile(
          "(?:Column|Unknown target column) '(.*?)'(?: not found in any table.*)?", Pattern.DOTALL);
  private static final Pattern OBJECT_IN =
      Pattern.compile("Object '(.*?)' not found within '(.*?)'.*", Pattern.DOTALL);
  private static final Pattern OBJECT =
      Pattern.compile("(?:Object|Table) '(.*?)' not found.*", Pattern.DOTALL);
  private static final Pattern FUNCTION =
      Pattern.compile("No match found for function signature.*|Function '.*' .*", Pattern.DOTALL);
  private static final Pattern TYPES =
      Pattern.compile(
          "Cannot apply .*|Cast function cannot convert .*|Cannot assign to target field .*"
              + "|.*incompatible types.*|Type mismatch .*|Values passed to .* must have compatible.*"
              + "|Illegal mixing of types .*|WHERE clause must be a condition"
              + "|Incompatible types.*|Parameters must be of the same type",
          Pattern.DOTALL);
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "Cannot assign to target field '(.*)' of type (.*) from source field '.*' of type (.*)");
  private static final Pattern SOURCE_COUNT =
      Pattern.compile("Number of INSERT target columns.*", Pattern.DOTALL);
  private static final Pattern UNTYPED =
      Pattern.compile("Illegal use of dynamic parameter", Pattern.DOTALL);

  private QueryFaults() {}

  /** A text that is not a statement. */
  static LensException syntax(SqlParseException e) {
    SqlParserPos pos = e.getPos();
    String sentence = e.getMessage() == null ? "" : e.getMessage();
    int end = sentence.indexOf("Was expecting");
    if (end > 0) {
      sentence = sentence.substring(0, end).strip();
    }
    if (pos != null) {
      String where = " at line " + pos.getLineNum() + ", column " + pos.getColumnNum();
      sentence = sentence.replace(where, "").strip();
      if (sentence.endsWith(".")) {
        sentence = sentence.substring(0, sentence.length() - 1);
      }
    }
    Site site = pos == null ? Site.NONE : Site.at(pos.getLineNum(), pos.getColumnNum());
    return LensException.of(LensCode.SYNTAX, site, RESOURCE.syntax(sentence));
  }

  /** A statement that does not make sense against the catalog. */
  static LensException validation(Site site, String text) {
    String message = text == null ? "" : text;
    Matcher columnIn = COLUMN_IN.matcher(message);
    if (columnIn.matches()) {
      return LensException.of(
          LensCode.UNKNOWN_COLUMN,
          site,
          RESOURCE.unknownColumnIn(columnIn.group(1), columnIn.group(2)));
    }
    Matcher column = COLUMN.matcher(message);
    if (column.matches()) {
      return LensException.of(
          LensCode.UNKNOWN_COLUMN, site, RESOURCE.unknownColumn(column.group(1)));
    }
    Matcher objectIn = OBJECT_IN.matcher(message);
    if (objectIn.matches()) {
      return LensException.of(
          LensCode.UNKNOWN_TABLE,
          site,
          RESOURCE.unknownTableIn(objectIn.group(1), objectIn.group(2)));
    }
    Matcher object = OBJECT.matcher(message);
    if (object.matches()) {
      return LensException.of(LensCode.UNKNOWN_TABLE, site, RESOURCE.unknownTable(object.group(1)));
    }
    Matcher assigned = ASSIGNED.matcher(message);
    if (assigned.matches()) {
      return LensException.of(
          LensCode.TYPE_MISMATCH,
          site,
          RESOURCE.otherType(assigned.group(1), assigned.group(2), assigned.group(3)));
    }
    return LensException.of(codeOf(message), site, RESOURCE.invalidQuery(message));
  }

  private static LensCode codeOf(String message) {
    if (FUNCTION.matcher(message).matches()) {
      return LensCode.UNKNOWN_FUNCTION;
    }
    if (TYPES.matcher(message).matches()) {
      return LensCode.TYPE_MISMATCH;
    }
    if (message.endsWith("is ambiguous")) {
      return LensCode.AMBIGUOUS_COLUMN;
    }
    if (SOURCE_COUNT.matcher(message).matches()) {
      return LensCode.SYNTAX;
    }
    if (UNTYPED.matcher(message).matches()) {
      return LensCode.TYPE_MISMATCH;
    }
    return LensCode.INVALID_QUERY;
  }

  /** What generated code says of numbers. */
  static LensException arithmetic(String message) {
    String folded = message.toLowerCase(Locale.ROOT);
    return folded.contains("zero") || folded.contains("division undefined")
        ? LensException.of(LensCode.DIVISION_BY_ZERO, RESOURCE.divisionByZero())
        : LensException.of(LensCode.OUT_OF_RANGE, RESOURCE.numberOutOfRange(message));
  }

  /** What Calcite's run-time functions say. */
  static LensException runtime(String message) {
    String folded = message.toLowerCase(Locale.ROOT);
    if (folded.contains("out of range") || folded.contains("overflow")) {
      return LensException.of(LensCode.OUT_OF_RANGE, RESOURCE.numberOutOfRange(message));
    }
    if (isConversion(message)) {
      return LensException.of(LensCode.BAD_CAST, RESOURCE.cannotConvert(message));
    }
    return LensException.of(LensCode.INVALID_QUERY, RESOURCE.invalidQuery(message));
  }

  /** Whether a message is about a value that cannot be read as another type. */
  static boolean isConversion(String message) {
    String folded = message.toLowerCase(Locale.ROOT);
    return folded.contains("cast") || folded.contains("invalid") && folded.contains("value");
  }
}
