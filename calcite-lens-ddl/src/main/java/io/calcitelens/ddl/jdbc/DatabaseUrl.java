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

import io.calcitelens.adapters.LensTypes;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.calcite.avatica.ConnectStringParser;
import org.apache.calcite.config.CalciteConnectionProperty;

/**
 * A URL of the driver, taken apart: {@code jdbc:lens:[database][;property=value]…}.
 *
 * @param database empty, {@code mem:name} or a path
 * @param properties those of the URL, over those given beside it, over the driver's defaults
 */
public record DatabaseUrl(String database, Properties properties) {
  /** What every URL of the driver begins with. */
  public static final String PREFIX = "jdbc:lens:";

  private static final String MEMORY = "mem:";

  /**
   * Takes a URL apart. What stands before the first semicolon is the database if it is empty,
   * begins with {@code mem:}, or holds no equals sign.
   */
  public static DatabaseUrl parse(String url, Properties info) {
    String rest = url.substring(PREFIX.length());
    int end = rest.indexOf(';');
    String first = end < 0 ? rest : rest.substring(0, end);
    boolean isDatabase = first.isEmpty() || first.startsWith(MEMORY) || first.indexOf('=') < 0;
    String database = isDatabase ? first.strip() : "";
    String text = isDatabase ? (end < 0 ? "" : rest.substring(end + 1)) : rest;
    try {
      Properties properties = ConnectStringParser.parse(text, info);
      addDefaults(properties);
      return new DatabaseUrl(database, properties);
    } catch (SQLException | RuntimeException e) {
      throw LensException.of(LensCode.UNAVAILABLE, RESOURCE.badUrl(String.valueOf(e.getMessage())))
          .because(e);
    }
  }

  /** Names keep their spelling and match without regard to case, unless a property says else. */
  private static void addDefaults(Properties properties) {
    if (!properties.containsKey(CalciteConnectionProperty.LEX.camelName())) {
      put(properties, CalciteConnectionProperty.UNQUOTED_CASING, "UNCHANGED");
      put(properties, CalciteConnectionProperty.QUOTED_CASING, "UNCHANGED");
      put(properties, CalciteConnectionProperty.CASE_SENSITIVE, "false");
      put(properties, CalciteConnectionProperty.QUOTING, "DOUBLE_QUOTE");
    }
    put(properties, CalciteConnectionProperty.CONFORMANCE, "LENIENT");
    put(
        properties,
        CalciteConnectionProperty.TYPE_SYSTEM,
        LensTypes.LensTypeSystem.class.getName());
  }

  private static void put(Properties properties, CalciteConnectionProperty key, String value) {
    if (!properties.containsKey(key.camelName())) {
      properties.setProperty(key.camelName(), value);
    }
  }
}
