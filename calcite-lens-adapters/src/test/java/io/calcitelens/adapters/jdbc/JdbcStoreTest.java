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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.StoreException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening stores, and how they compare values. */
class JdbcStoreTest {
  @TempDir Path directory;

  private static void run(JdbcStore store, String sql) throws SQLException {
    try (Connection connection = store.dataSource().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void rowsOfAFileAreThereAgain() throws SQLException {
    final Path path = directory.resolve("a base");
    try (JdbcStore store = JdbcStore.ownFile("s", path)) {
      run(store, "create table \"t\" (\"a\" integer primary key)");
      run(store, "insert into \"t\" values (1)");
    }
    try (JdbcStore store = JdbcStore.ownFile("s", path)) {
      assertThrows(SQLException.class, () -> run(store, "insert into \"t\" values (1)"));
    }
  }

  @Test
  void rowsInMemoryLastWhileTheStoreIsOpen() throws SQLException {
    try (JdbcStore store = JdbcStore.ownMemory("s");
        JdbcStore other = JdbcStore.ownMemory("s")) {
      run(store, "create table \"t\" (\"a\" integer primary key)");
      run(store, "insert into \"t\" values (1)");
      assertThrows(SQLException.class, () -> run(store, "insert into \"t\" values (1)"));
      assertThrows(SQLException.class, () -> run(other, "insert into \"t\" values (1)"));
    }
  }

  @Test
  void aFileInUseIsUnavailable() throws SQLException, IOException {
    final Path path = directory.resolve("used");
    JdbcStore.ownFile("s", path).close();
    final Path file = directory.resolve("used.mv.db");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertEquals(true, lock.isValid());
      assertUnavailable(path);
    }
    JdbcStore.ownFile("s", path).close();
  }

  @Test
  void aFileOfAnotherKindIsUnavailable() throws IOException {
    Files.writeString(directory.resolve("text.mv.db"), "not a database\n".repeat(1_000));
    assertUnavailable(directory.resolve("text"));
    assertUnavailable(directory.resolve("semi;colon"));
  }

  private static void assertUnavailable(Path path) {
    assertEquals(
        StoreException.Kind.UNAVAILABLE,
        assertThrows(StoreException.class, () -> JdbcStore.ownFile("s", path)).kind());
  }

  @Test
  void anUnknownUrlIsUnavailable() {
    assertEquals(
        StoreException.Kind.UNAVAILABLE,
        assertThrows(StoreException.class, () -> JdbcStore.connect("s", "jdbc:none:x", "", ""))
            .kind());
  }

  private static Object key(JdbcStore store, SqlTypeName type, Object value) {
    return store.comparisonKey(
        new BasisColumn(
            0,
            "c",
            LensTypes.FACTORY.createSqlType(type),
            Types.OTHER,
            BasisColumn.Generation.NONE,
            Optional.empty()),
        value);
  }

  @Test
  void keysCompareAsTheStoreDoes() {
    try (JdbcStore h2 = Products.H2.open();
        JdbcStore hsqldb = Products.HSQLDB.open()) {
      for (JdbcStore store : new JdbcStore[] {h2, hsqldb}) {
        assertEquals(
            key(store, SqlTypeName.DECIMAL, new BigDecimal("1.50")),
            key(store, SqlTypeName.DECIMAL, new BigDecimal("1.5")));
        assertEquals(
            key(store, SqlTypeName.DECIMAL, new BigDecimal("0.00")),
            key(store, SqlTypeName.INTEGER, 0));
        assertEquals(key(store, SqlTypeName.INTEGER, 7), key(store, SqlTypeName.BIGINT, 7L));
        assertEquals(key(store, SqlTypeName.DOUBLE, -0.0d), key(store, SqlTypeName.DOUBLE, 0.0d));
        assertEquals(key(store, SqlTypeName.CHAR, "a  "), key(store, SqlTypeName.CHAR, "a"));
        assertEquals(null, key(store, SqlTypeName.CHAR, null));
      }
      assertNotEquals(key(h2, SqlTypeName.VARCHAR, "a "), key(h2, SqlTypeName.VARCHAR, "a"));
      assertEquals(key(hsqldb, SqlTypeName.VARCHAR, "a "), key(hsqldb, SqlTypeName.VARCHAR, "a"));
    }
  }
}
