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
package io.calcitelens.ddl.catalog;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.parser.SqlTags;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Every reserved tag: its key, where it may stand, and what its value may be. Keys outside {@code
 * lens.} are free.
 */
final class TagRegistry {
  private static final String PREFIX = "lens.";
  private static final String OLD_PREFIX = "quereus.lens.";
  private static final Set<TagSite> LOGICAL =
      EnumSet.of(
          TagSite.LOGICAL_SCHEMA,
          TagSite.LOGICAL_TABLE,
          TagSite.LOGICAL_COLUMN,
          TagSite.LOGICAL_CONSTRAINT);
  private static final Set<TagSite> POLICY =
      EnumSet.of(TagSite.LOGICAL_SCHEMA, TagSite.LOGICAL_TABLE);
  private static final Set<TagSite> MEMBER = EnumSet.of(TagSite.BASIS_TABLE);

  /**
   * One reserved key. Parts in angle brackets stand for any text; the last of them may hold dots.
   *
   * @param values the possible values; empty if any text will do
   */
  private record Spec(String pattern, Set<TagSite> sites, List<String> values) {
    boolean matches(String key) {
      List<String> expected = Arrays.asList(pattern.split("\\."));
      String[] parts = key.split("\\.", expected.size());
      if (parts.length != expected.size()) {
        return false;
      }
      for (int i = 0; i < parts.length; i++) {
        boolean open = expected.get(i).startsWith("<");
        if (open
            ? parts[i].isEmpty()
            : !expected.get(i).equals(parts[i].toLowerCase(Locale.ROOT))) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Spec> SPECS =
      List.of(
          new Spec("lens.ack.<code>", LOGICAL, List.of()),
          new Spec("lens.policy.error-on", POLICY, List.of()),
          new Spec("lens.policy.require-ack", POLICY, List.of()),
          new Spec("lens.access.<column>", EnumSet.of(TagSite.LOGICAL_TABLE), List.of()),
          new Spec("lens.writable", EnumSet.of(TagSite.LOGICAL_COLUMN), List.of("true", "false")),
          new Spec("lens.version", EnumSet.of(TagSite.LOGICAL_COLUMN), List.of("true", "strict")),
          new Spec("lens.previous-name", EnumSet.allOf(TagSite.class), List.of()),
          new Spec("lens.decomp.logical.<id>", MEMBER, List.of()),
          new Spec("lens.decomp.role.<id>", MEMBER, List.of("primary-storage", "auxiliary-access")),
          new Spec("lens.decomp.anchor.<id>", MEMBER, List.of()),
          new Spec("lens.decomp.presence.<id>", MEMBER, List.of("mandatory", "optional")),
          new Spec("lens.decomp.keykind.<id>", MEMBER, List.of("logical-tuple", "surrogate")),
          new Spec("lens.decomp.key.<id>", MEMBER, List.of()),
          new Spec("lens.decomp.col.<id>.<column>", MEMBER, List.of()),
          new Spec("lens.decomp.expr.<id>.<column>", MEMBER, List.of()),
          new Spec("lens.decomp.entity.<id>", MEMBER, List.of()),
          new Spec("lens.decomp.attribute.<id>", MEMBER, List.of()),
          new Spec("lens.decomp.value.<id>", MEMBER, List.of()),
          new Spec("lens.decomp.form.<id>", MEMBER, List.of()));

  private TagRegistry() {}

  /** Tags with the old spelling of reserved keys replaced by the new. */
  static Map<String, String> normalize(SqlTags tags) {
    Map<String, String> normalized = new LinkedHashMap<>();
    tags.tags().forEach((key, value) -> normalized.put(normalize(key), value));
    return normalized;
  }

  private static String normalize(String key) {
    return key.toLowerCase(Locale.ROOT).startsWith(OLD_PREFIX)
        ? PREFIX + key.substring(OLD_PREFIX.length())
        : key;
  }

  /** Refuses reserved tags that are unknown, misplaced or have another value than they may. */
  static void check(SqlTags tags, TagSite at, Site site, List<LensException> faults) {
    tags.tags()
        .forEach(
            (written, value) -> {
              String key = normalize(written);
              if (key.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                fault(key, value, at)
                    .ifPresent(
                        sentence -> {
                          SqlParserPos pos = tags.position(written);
                          faults.add(
                              LensException.of(
                                  LensCode.INVALID_TAG,
                                  site.withPosition(pos.getLineNum(), pos.getColumnNum()),
                                  sentence));
                        });
              }
            });
  }

  private static Optional<Resources.Inst> fault(String key, String value, TagSite at) {
    Optional<Spec> found = SPECS.stream().filter(s -> s.matches(key)).findFirst();
    if (found.isEmpty()) {
      return Optional.of(RESOURCE.unknownTag(key, nearest(key)));
    }
    Spec spec = found.get();
    if (!spec.sites().contains(at)) {
      String places = String.join(", ", spec.sites().stream().map(TagSite::words).toList());
      return Optional.of(RESOURCE.misplacedTag(key, at.words(), places));
    }
    if (!spec.values().isEmpty() && !spec.values().contains(value.toLowerCase(Locale.ROOT))) {
      return Optional.of(RESOURCE.invalidTagValue(key, value, String.join(" or ", spec.values())));
    }
    return Optional.empty();
  }

  private static String nearest(String key) {
    return SPECS.stream()
        .map(Spec::pattern)
        .min(Comparator.comparingInt(pattern -> distance(pattern, key.toLowerCase(Locale.ROOT))))
        .orElseThrow();
  }

  /** Edits from a pattern to a key; a part in angle brackets matches any part. */
  private static int distance(String pattern, String key) {
    String[] expected = pattern.split("\\.");
    String[] parts = key.split("\\.", expected.length);
    int sum = 0;
    for (int i = 0; i < Math.max(expected.length, parts.length); i++) {
      String e = i < expected.length ? expected[i] : "";
      String p = i < parts.length ? parts[i] : "";
      sum += e.startsWith("<") ? (p.isEmpty() ? 3 : 0) : edits(e, p);
    }
    return sum;
  }

  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
