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
package io.calcitelens.tests.stores;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** A type of the language with values that are easily lost on the way. */
enum ValueKind {
  SMALL(
      "smallint",
      value("-32768", Short.MIN_VALUE, "-32768"),
      value("32767", Short.MAX_VALUE, "32767")),
  WHOLE(
      "int",
      value("-2147483648", Integer.MIN_VALUE, "-2147483648"),
      value("2147483647", Integer.MAX_VALUE, "2147483647")),
  BIG(
      "bigint",
      value("-9223372036854775808", Long.MIN_VALUE, "-9223372036854775808"),
      value("9223372036854775807", Long.MAX_VALUE, "9223372036854775807"),
      value("9007199254740993", 9007199254740993L, "9007199254740993")),
  EXACT(
      "decimal(38, 10)",
      decimal("9999999999999999999999999999.9999999999"),
      decimal("-0.0000000001"),
      value("1.5", new BigDecimal("1.5"), "1.5000000000"),
      value("100", new BigDecimal("1E+2"), "100.0000000000")),
  FINE("decimal(20, 20)", decimal("0.12345678901234567891"), decimal("-0.00000000000000000001")),
  WIDE("decimal(38, 0)", decimal("99999999999999999999999999999999999999"), decimal("-1")),
  DOUBLE(
      "double",
      value("1.7976931348623157E308", Double.MAX_VALUE, "1.7976931348623157E308"),
      value("4.9E-324", Double.MIN_VALUE, "4.9E-324"),
      value("0.1", 0.1d, "0.1"),
      value("-1E-7", -1e-7d, "-1.0E-7")),
  SINGLE("real", value("3.4028235E38", Float.MAX_VALUE, "3.4028235E38"), value("0.1", 0.1f, "0.1")),
  TRUTH("boolean", value("true", true, "true"), value("false", false, "false")),
  TEXT(
      "varchar(20)",
      text("a'b\"c\\d%_"),
      text("\uD83D\uDE00\uD834\uDD1E \u00DF\u0416"),
      text("tail  "),
      text(""),
      text("null")),
  LONG_TEXT("text", text("x".repeat(5000) + "\uD83D\uDE00"), text(""), text("line\r\n\ttab")),
  FIXED(
      "char(5)",
      value("'ab'", "ab", "ab   "),
      value("'abcde'", "abcde", "abcde"),
      value("'\u00DF\u0416'", "\u00DF\u0416", "\u00DF\u0416   ")),
  BINARY(
      "varbinary(8)",
      value("x'00ff807f'", new byte[] {0, -1, -128, 127}, "00ff807f"),
      value("x'00'", new byte[] {0}, "00")),
  DATE(
      "date",
      day("2024-02-29"),
      day("1582-10-04"),
      day("1582-10-15"),
      day("1500-02-28"),
      day("0001-01-01"),
      day("9999-12-31")),
  TIME(
      "time(3)",
      value("time '23:59:59.999'", LocalTime.parse("23:59:59.999"), "23:59:59.999"),
      value("time '02:30:00'", LocalTime.parse("02:30"), "02:30:00.000")),
  TIMESTAMP(
      "timestamp(3)",
      moment("2021-03-14 02:30:00"),
      moment("2021-03-28 02:30:00.123"),
      moment("2021-11-07 01:30:00"),
      moment("1582-10-10 12:00:00"),
      moment("1500-02-28 23:59:59.999"),
      moment("0001-01-01 00:00:00"),
      moment("9999-12-31 23:59:59.999"),
      moment("1969-12-31 23:59:59.999")),
  INSTANT(
      "timestamp(3) with local time zone",
      instant("2021-03-14 07:30:00", "2021-03-14T07:30:00Z"),
      instant("2021-11-07 05:30:00.5", "2021-11-07T01:30:00.5-04:00"),
      instant("1969-12-31 23:59:59.999", "1969-12-31T23:59:59.999Z")),
  IDENTIFIER(
      "uuid",
      value(
          "cast('00112233-4455-6677-8899-aabbccddeeff' as uuid)",
          UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
          "00112233-4455-6677-8899-aabbccddeeff"));

  private final String type;
  private final List<Value> values;

  ValueKind(String type, Value... values) {
    this.type = type;
    this.values = List.of(values);
  }

  /**
   * One value.
   *
   * @param literal as an expression of the language
   * @param parameter as a client sets it
   * @param text as a client reads it; of a moment, its beginning
   */
  record Value(String literal, Object parameter, String text) {}

  String type() {
    return type;
  }

  List<Value> samples() {
    return values;
  }

  /** Whether a zone of the JVM could have a part in the values. */
  boolean isTemporal() {
    return this == DATE || this == TIME || this == TIMESTAMP || this == INSTANT;
  }

  private static Value value(String literal, Object parameter, String text) {
    return new Value(literal, parameter, text);
  }

  private static Value decimal(String text) {
    return new Value(text, new BigDecimal(text), text);
  }

  private static Value text(String text) {
    return new Value("'" + text.replace("'", "''") + "'", text, text);
  }

  private static Value day(String text) {
    return new Value("date '" + text + "'", LocalDate.parse(text), text);
  }

  private static Value moment(String text) {
    LocalDateTime moment = LocalDateTime.parse(text.replace(' ', 'T'));
    String read = text.indexOf('.') < 0 ? text + ".000" : text;
    return new Value("timestamp '" + text + "'", moment, read);
  }

  private static Value instant(String literal, String parameter) {
    OffsetDateTime moment = OffsetDateTime.parse(parameter);
    return new Value(
        "timestamp with local time zone '" + literal + "'", moment, moment.toInstant().toString());
  }
}
