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

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TimeZone;
import org.apache.calcite.config.CalciteConnectionConfig;

/**
 * What statements need of a connection's properties, which it costs more to read than to run a
 * small statement. It is good as long as the properties are the same.
 *
 * @param properties a copy of them
 * @param zone the property's time zone; empty for the JVM's, which may change
 * @param ofPlans those that bear on plans
 */
record PropertySnapshot(
    Properties properties, Optional<TimeZone> zone, Map<String, String> ofPlans) {
  PropertySnapshot {
    requireNonNull(properties, "properties");
    requireNonNull(zone, "zone");
    ofPlans = Map.copyOf(ofPlans);
  }

  static PropertySnapshot of(Properties properties, CalciteConnectionConfig config) {
    Properties copy = new Properties();
    copy.putAll(properties);
    return new PropertySnapshot(
        copy,
        Optional.ofNullable(config.timeZone()).map(TimeZone::getTimeZone),
        SharedPlans.properties(properties));
  }

  boolean isOf(Properties current) {
    return properties.equals(current);
  }

  TimeZone timeZone() {
    return zone.orElseGet(TimeZone::getDefault);
  }
}
