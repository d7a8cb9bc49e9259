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
package io.calcitelens.ddl.parser;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The {@code with tags (…)} of a declaration; empty where none is written. */
public final class SqlTags extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("TAGS", SqlKind.OTHER);

  /** No tags. */
  public static final SqlTags NONE = new SqlTags(SqlParserPos.ZERO, List.of(), List.of());

  private final List<SqlIdentifier> keys;
  private final List<SqlLiteral> values;

  public SqlTags(SqlParserPos pos, List<SqlIdentifier> keys, List<SqlLiteral> values) {
    super(OPERATOR, pos);
    this.keys = List.copyOf(keys);
    this.values = values.stream().map(value -> literal(value(value))).toList();
  }

  /** Tags that no text was parsed for. */
  public static SqlTags of(Map<String, String> tags) {
    return new SqlTags(
        SqlParserPos.ZERO,
        tags.keySet().stream().map(key -> new SqlIdentifier(key, QUOTED)).toList(),
        tags.values().stream().map(SqlTags::literal).toList());
  }

  private static final SqlParserPos QUOTED = SqlParserPos.ZERO.withQuoting(true);

  private static SqlLiteral literal(String value) {
    return SqlLiteral.createCharString(value, SqlParserPos.ZERO);
  }

  /** The values by key, in the order of the text. */
  public Map<String, String> tags() {
    Map<String, String> tags = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      tags.put(key(i), values.get(i).getValueAs(String.class));
    }
    return Collections.unmodifiableMap(tags);
  }

  /** Where the key stands in the text; {@link SqlParserPos#ZERO} if there is no such key. */
  public SqlParserPos position(String key) {
    for (int i = 0; i < keys.size(); i++) {
      if (key(i).equals(key)) {
        return keys.get(i).getParserPosition();
      }
    }
    return SqlParserPos.ZERO;
  }

  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** The keys as written, repeated ones included. */
  List<SqlIdentifier> keys() {
    return keys;
  }

  private String key(int i) {
    return keys.get(i).getSimple();
  }

  private static String value(SqlLiteral literal) {
    return literal instanceof SqlCharStringLiteral
        ? literal.getValueAs(String.class)
        : literal.toValue();
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(nodes(keys), nodes(values));
  }

  @Override
  void write(SqlWriter writer) {
    if (keys.isEmpty()) {
      return;
    }
    writer.keyword("WITH TAGS");
    SqlWriter.Frame frame = writer.startList("(", ")");
    for (int i = 0; i < keys.size(); i++) {
      writer.sep(",");
      writer.identifier(key(i), true);
      writer.keyword("=");
      values.get(i).unparse(writer, 0, 0);
    }
    writer.endList(frame);
  }
}
