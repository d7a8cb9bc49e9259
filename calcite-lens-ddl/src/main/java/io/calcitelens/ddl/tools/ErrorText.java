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
package io.calcitelens.ddl.tools;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Faults as lines: {@code FILE:LINE: SQLSTATE lens.code message}. */
final class ErrorText {
  /** What the driver's messages begin with. */
  private static final Pattern MESSAGE =
      Pattern.compile("(lens\\.[a-z-]+): (?:line (\\d+), column (\\d+): )?(.*)", Pattern.DOTALL);

  /** What the client of a server puts before them. */
  private static final String OF_SERVER = "Remote driver error: ";

  /** Where the next of several faults begins. */
  private static final Pattern NEXT_FAULT = Pattern.compile("\\R(?=lens\\.[a-z-]+: )");

  private ErrorText() {}

  /** A fault that belongs to no statement of a script. */
  static String of(Throwable fault) {
    if (fault instanceof SQLException sql) {
      return String.join(System.lineSeparator(), lines(sql.getSQLState(), sql.getMessage(), 0, 0));
    }
    String message = fault.getMessage();
    return fault instanceof ToolException && message != null ? message : fault.toString();
  }

  /** A statement's faults, a line each; {@code line} and {@code column} are where it starts. */
  static String of(String sqlState, String message, String file, int line, int column) {
    List<String> result = new ArrayList<>();
    for (String text : lines(sqlState, message, line, column)) {
      result.add(text.startsWith(":") ? file + text : file + ":" + line + ": " + text);
    }
    return String.join(System.lineSeparator(), result);
  }

  private static List<String> lines(String sqlState, String message, int line, int column) {
    List<String> result = new ArrayList<>();
    String state = sqlState == null ? "HY000" : sqlState;
    for (String part : NEXT_FAULT.split(ofServer(String.valueOf(message)))) {
      result.add(line(state, part.strip(), line, column));
    }
    return result;
  }

  private static String ofServer(String message) {
    int start = message.indexOf(OF_SERVER);
    return start < 0 ? message : message.substring(start + OF_SERVER.length());
  }

  private static String line(String state, String text, int line, int column) {
    Matcher message = MESSAGE.matcher(text);
    if (!message.matches()) {
      return state + " " + text;
    }
    String code = state + " " + message.group(1) + " ";
    if (message.group(2) == null) {
      return code + message.group(4);
    }
    int atLine = Integer.parseInt(message.group(2));
    int atColumn = Integer.parseInt(message.group(3));
    if (line == 0) {
      return code + "line " + atLine + ", column " + atColumn + ": " + message.group(4);
    }
    int scriptLine = line + atLine - 1;
    int scriptColumn = atLine == 1 ? column + atColumn - 1 : atColumn;
    return ":" + scriptLine + ": " + code + "column " + scriptColumn + ": " + message.group(4);
  }
}
