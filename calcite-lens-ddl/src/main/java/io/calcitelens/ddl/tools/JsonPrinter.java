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

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** Prints the rows of a query as one JSON array with an object per row and line. */
final class JsonPrinter {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final PrintWriter out;

  JsonPrinter(PrintWriter out) {
    this.out = out;
  }

  void print(ResultSet rows) throws SQLException, IOException {
    ResultSetMetaData columns = rows.getMetaData();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true);
      json.setRootValueSeparator(null);
      String before = "[\n";
      for (; rows.next(); before = ",\n") {
        json.writeRaw(before);
        json.writeStartObject();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          json.writeFieldName(columns.getColumnLabel(i));
          value(json, rows, i, columns.getColumnType(i));
        }
        json.writeEndObject();
      }
      json.writeRaw(before.startsWith("[") ? "[]\n" : "\n]\n");
    }
  }

  /** Numbers and booleans are themselves, everything else is its text. */
  private static void value(JsonGenerator json, ResultSet rows, int i, int type)
      throws SQLException, IOException {
    switch (type) {
      case Types.BOOLEAN, Types.BIT -> {
        boolean value = rows.getBoolean(i);
        if (rows.wasNull()) {
          json.writeNull();
        } else {
          json.writeBoolean(value);
        }
      }
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC ->
          number(json, rows.getBigDecimal(i));
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> {
        double value = rows.getDouble(i);
        if (rows.wasNull()) {
          json.writeNull();
        } else {
          json.writeNumber(value);
        }
      }
      default -> json.writeString(rows.getString(i));
    }
  }

  private static void number(JsonGenerator json, BigDecimal value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else {
      json.writeNumber(value);
    }
  }
}
