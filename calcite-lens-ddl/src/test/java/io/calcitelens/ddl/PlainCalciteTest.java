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
package io.calcitelens.ddl;

import static io.calcitelens.ddl.ModelSchemasTest.execute;
import static io.calcitelens.ddl.ModelSchemasTest.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The language and its schemas on a plain Calcite connection. */
class PlainCalciteTest {
  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("caseSensitive", "false");
    properties.setProperty("unquotedCasing", "UNCHANGED");
    return properties;
  }

  private static void car(Connection connection) throws SQLException {
    execute(
        connection,
        "declare logical schema App { table Car (id int primary key, make text, topSpeed int) }",
        "declare schema Store { table CarCore (id int primary key, make text) using mem();"
            + " table CarSpeed (id int primary key, topSpeed int) using mem() }",
        "declare lens for App over Store { view Car as select id, make, topSpeed"
            + " from CarCore join CarSpeed using (id) }",
        "apply schema App");
  }

  @Test
  void theParserFactoryBringsTheLanguage() throws SQLException {
    Properties properties = properties();
    properties.setProperty("parserFactory", "io.calcitelens.ddl.LensDdlExecutor#PARSER_FACTORY");
    try (Connection connection = DriverManager.getConnection("jdbc:calcite:", properties)) {
      car(connection);
      assertEquals(List.of(), rows(connection, "select * from App.Car"));
      assertEquals(
          List.of("Car"), rows(connection, "select logical_table from \"lens\".\"tables\""));
      execute(connection, "create table Emp (id int primary key)", "drop lens for App");
      assertEquals(List.of(), rows(connection, "select * from Emp"));
    }
  }

  @Test
  void aModelFileBringsADatabase() throws SQLException {
    try (Connection own = DriverManager.getConnection("jdbc:lens:mem:plain_calcite")) {
      car(own);
      execute(own, "insert into App.Car values (1, 'a', 100)");
      Properties properties = properties();
      properties.setProperty(
          "model",
          "inline:{version: '1.0', schemas: [{type: 'custom', name: 'cars', factory:"
              + " 'io.calcitelens.ddl.LensSchemaFactory', operand: {database:"
              + " 'mem:plain_calcite'}}]}");
      try (Connection plain = DriverManager.getConnection("jdbc:calcite:", properties)) {
        assertEquals(List.of("1|a|100"), rows(plain, "select * from App.Car"));
        assertEquals(List.of("1|a|100"), rows(plain, "select * from cars.App.Car"));
      }
    }
  }
}
