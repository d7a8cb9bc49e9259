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
package io.calcitelens.tests.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.ServerSettings;
import io.calcitelens.tests.jdbc.Lenses;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values go over the wire and come back as they were, whatever the zones of client and server. */
class RemoteValuesTest {
  private static final int COLUMNS = 15;

  private static LensServer server;
  private static int tables;

  @BeforeAll
  static void start() {
    server = LensServer.start(ServerSettings.local("jdbc:lens:"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A moment that the clock of a zone shows. */
  private static long shown(String zone, int... fields) {
    Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone(zone));
    calendar.clear();
    calendar.set(fields[0], fields[1] - 1, fields[2], fields[3], fields[4], fields[5]);
    return calendar.getTimeInMillis();
  }

  @ParameterizedTest
  @CsvSource({
    "json,UTC",
    "protobuf,UTC",
    "json,Asia/Tokyo",
    "protobuf,Asia/Tokyo",
    "json,America/New_York",
    "protobuf,America/New_York"
  })
  void everyTypeRoundTrips(String serialization, String zone) throws SQLException {
    String url = Remote.url(server, serialization) + ";timeZone=" + zone;
    String table = "V" + ++tables;
    try (Connection connection = DriverManager.getConnection(url)) {
      Lenses.run(
          connection,
          "create table "
              + table
              + " (id int primary key, d date, t time, ts timestamp(3), dc decimal(38, 10),"
              + " b boolean, bi bigint, si smallint, ti tinyint, db double, rl real,"
              + " vb varbinary(10), ch char(5), u uuid, vc varchar(50))");
      Date date = new Date(shown(zone, 1969, 12, 31, 0, 0, 0));
      // 2:30 on that day is not there in New York; 23:30 is the next day elsewhere.
      Timestamp moment = new Timestamp(shown(zone, 2026, 3, 8, 23, 30, 0) + 123);
      BigDecimal decimal = new BigDecimal("1234567890123456789012345678.0123456789");
      try (PreparedStatement insert =
          connection.prepareStatement(
              "insert into " + table + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
        insert.setInt(1, 1);
        insert.setDate(2, date);
        insert.setTime(3, new Time(shown(zone, 1970, 1, 1, 13, 14, 15)));
        insert.setTimestamp(4, moment);
        insert.setBigDecimal(5, decimal);
        insert.setBoolean(6, true);
        insert.setLong(7, Long.MIN_VALUE);
        insert.setShort(8, Short.MAX_VALUE);
        insert.setByte(9, Byte.MIN_VALUE);
        insert.setDouble(10, 1.5e300);
        insert.setFloat(11, 1.25f);
        insert.setBytes(12, new byte[] {0, -1, 5});
        insert.setString(13, "ab");
        insert.setString(14, "123e4567-e89b-12d3-a456-426614174000");
        insert.setString(15, "\uD83D\uDE00 é");
        assertEquals(1, insert.executeUpdate());
        insert.setInt(1, 2);
        for (int i = 2; i <= COLUMNS; i++) {
          insert.setNull(i, Types.NULL);
        }
        assertEquals(1, insert.executeUpdate());
      }
      try (PreparedStatement select =
          connection.prepareStatement(
              "select * from " + table + " where id = ? or d = ? and ts = ? order by id")) {
        select.setInt(1, 2);
        select.setDate(2, date);
        select.setTimestamp(3, moment);
        try (ResultSet rows = select.executeQuery()) {
          assertTrue(rows.next());
          assertEquals(date, rows.getDate(2));
          assertEquals(moment, rows.getTimestamp(4));
          assertEquals(decimal, rows.getBigDecimal(5));
          assertTrue(rows.getBoolean(6));
          assertEquals(Long.MIN_VALUE, rows.getLong(7));
          assertEquals(Short.MAX_VALUE, rows.getShort(8));
          assertEquals(Byte.MIN_VALUE, rows.getByte(9));
          assertEquals(1.5e300, rows.getDouble(10));
          assertEquals(1.25f, rows.getFloat(11));
          assertArrayEquals(new byte[] {0, -1, 5}, rows.getBytes(12));
          assertEquals("ab   ", rows.getString(13));
          assertEquals("123e4567-e89b-12d3-a456-426614174000", rows.getString(14));
          assertEquals("\uD83D\uDE00 é", rows.getString(15));
          assertTrue(rows.next());
          for (int i = 2; i <= COLUMNS; i++) {
            assertNull(rows.getObject(i), rows.getMetaData().getColumnName(i));
          }
        }
      }
      assertEquals(
          List.of("1"),
          Lenses.rows(
              connection,
              "select id from "
                  + table
                  + " where d = date '1969-12-31' and t = time '13:14:15'"
                  + " and ts = timestamp '2026-03-08 23:30:00.123'"),
          "what the database holds");
    }
  }
}
