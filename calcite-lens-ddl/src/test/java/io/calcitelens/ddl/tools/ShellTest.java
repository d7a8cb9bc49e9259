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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import sqlline.SqlLine;

/** Blocks can be typed and pasted as they stand, although sqlline cuts at each semicolon. */
class ShellTest {
  @Test
  void blocksAreTypedAsTheyStand() throws IOException {
    List<String> lines =
        type("""
                declare schema Store {
                  table CarCore  (id int primary key, make text) using mem(); -- it's; a comment
                  table CarSpeed (id int primary key, topSpeed int) using mem();
                }
                declare logical schema App { table Car (id int primary key, make text, topSpeed int); }
                declare lens for App over Store {
                  view Car as
                    select id, make, topSpeed
                    from CarCore join CarSpeed using (id);
                }
                apply schema App;
                insert into App.Car values (7, 'Ci;vic', 180);
                select * from App.Car;
                select wheels from App.Car;
                !quit
                """)
            .lines()
            .toList();
    assertTrue(lines.contains("| 7  | Ci;vic | 180      |"), lines.toString());
    List<String> errors = lines.stream().filter(l -> l.contains("Error")).toList();
    assertEquals(1, errors.size(), lines.toString());
    assertTrue(
        errors.get(0).contains("lens.unknown-column: line 1, column 8: column \"wheels\""),
        errors.toString());
  }

  private static String type(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      SqlLine line = new SqlLine();
      line.setOutputStream(out);
      line.setErrorStream(out);
      new Shell()
          .run(line, "jdbc:lens:", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
