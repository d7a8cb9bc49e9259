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

import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParser;

/** Which words can be names without quotes. */
final class ReservedWords {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final SqlAbstractParserImpl.Metadata WORDS =
      SqlParser.create("", LensParsers.config()).getMetadata();

  private ReservedWords() {}

  static boolean contains(String word) {
    String token = word.toUpperCase(Locale.ROOT);
    return WORD.matcher(word).matches()
        && WORDS.isKeyword(token)
        && !WORDS.isNonReservedKeyword(token);
  }

  /** Whether a name must be quoted to be read as what it is. */
  static boolean mustQuote(String name) {
    return !WORD.matcher(name).matches() || contains(name);
  }
}
