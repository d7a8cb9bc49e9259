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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a literal is known from the tokens alone. */
class CutTextTest {
  private static List<String> cuts(String sql) {
    return CutText.of(sql).map(CutText::cuts).orElse(List.of()).stream()
        .map(cut -> cut.kind() + cut.text())
        .toList();
  }

  @Test
  void plainLiteralsAreCut() {
    assertEquals(
        List.of("n17", "sit's", "n1.5", "btrue", "d2020-02-29", "t2020-01-01 10:00:00"),
        cuts(
            "insert into t values (17, 'it''s', -1.5, true, date '2020-02-29',"
                + " timestamp '2020-01-01 10:00:00')"));
  }

  @Test
  void textsThatDifferInLiteralsHaveOneTemplate() {
    assertEquals(
        CutText.of("select a from t where id = 1 and b = 'x'").map(CutText::template),
        CutText.of("select a from t where id = 22 and b = 'a ''b''?'").map(CutText::template));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select \"a 1\" from t2",
        "select a -- 1 'x",
        "select a /* 1 'x' */ from t",
        "select x'01', n'a', u&'\\0041', _utf8'b' from t",
        "select '', 'ends in a space ' from t",
        "select 1e5, 1.2.3, t.1, a1 from t",
        "select date '2020-1-1', timestamp '2020-01-01'"
      })
  void whatIsNoPlainLiteralStays(String sql) {
    assertEquals(List.of(), cuts(sql));
  }

  @ParameterizedTest
  @ValueSource(strings = {"select 'open", "select \"open", "select 1 where a = ?"})
  void aTextThatIsNotCertainIsNotCut(String sql) {
    assertEquals(Optional.empty(), CutText.of(sql));
  }

  @Test
  void stringsThatAreJoinedKeepTheirSigns() {
    assertTrue(CutText.of("select 'a'\n'b' from t").orElseThrow().template().indexOf('\n') > 0);
  }
}
