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
package io.calcitelens.prover;

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the anchor of a body and how every other member's row is found from it: along equalities
 * that cover one of the member's keys.
 */
final class Stitching {
  private final FlatBody body;
  private final BodyConditions conditions;

  Stitching(FlatBody body, BodyConditions conditions) {
    this.body = body;
    this.conditions = conditions;
  }

  /** How one leaf is found. */
  record Reach(BasisKey key, List<Member.StitchPair> pairs, Set<Integer> constantOrdinals) {}

  /** An anchor with the reach of every other leaf, by leaf index, in the order of reaching. */
  record Plan(int anchor, Map<Integer, Reach> reached) {}

  /** The plan, or the sentence that says which key is missing. */
  sealed interface Outcome {
    record Found(Plan plan) implements Outcome {}

    record Missing(String reason) implements Outcome {}
  }

  Outcome find() {
    List<Plan> plans = new ArrayList<>();
    for (FlatBody.Leaf leaf : body.leaves()) {
      if (!leaf.optional()) {
        Map<Integer, Reach> reached = reachFrom(leaf);
        if (reached.size() == body.leaves().size() - 1) {
          plans.add(new Plan(leaf.index(), reached));
        }
      }
    }
    if (plans.isEmpty()) {
      return new Outcome.Missing(missing());
    }
    return new Outcome.Found(choose(plans));
  }

  private Plan choose(List<Plan> plans) {
    return plans.stream()
        .max(Comparator.<Plan>comparingLong(this::referrers).thenComparing(p -> -p.anchor()))
        .orElseThrow();
  }

  /** Number of other members that refer to a candidate by a basis foreign key. */
  private long referrers(Plan plan) {
    FlatBody.Leaf anchor = body.leaves().get(plan.anchor());
    return plan.reached().entrySet().stream()
        .filter(
            e -> {
              FlatBody.Leaf leaf = body.leaves().get(e.getKey());
              Map<String, String> pairs = new HashMap<>();
              for (Member.StitchPair pair : e.getValue().pairs()) {
                if (body.leafOf(pair.source()).equals(anchor)) {
                  pairs.put(
                      fold(leaf.table().columns().get(pair.ordinal()).name()),
                      fold(body.columnOf(pair.source()).name()));
                }
              }
              return refers(leaf.table(), anchor.table(), pairs);
            })
        .count();
  }

  /**
   * Whether a foreign key of the child covers exactly these pairs, child column to parent column.
   */
  static boolean refers(BasisTable child, BasisTable parent, Map<String, String> pairs) {
    if (pairs.isEmpty()) {
      return false;
    }
    for (BasisForeignKey foreignKey : child.foreignKeys()) {
      if (!foreignKey.parent().equals(parent.id())) {
        continue;
      }
      Map<String, String> declared = new HashMap<>();
      for (int i = 0; i < foreignKey.childColumns().size(); i++) {
        declared.put(
            fold(foreignKey.childColumns().get(i)), fold(foreignKey.parentColumns().get(i)));
      }
      if (declared.equals(pairs)) {
        return true;
      }
    }
    return false;
  }

  static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private Map<Integer, Reach> reachFrom(FlatBody.Leaf anchor) {
    Map<Integer, Reach> reached = new LinkedHashMap<>();
    Set<Integer> known = new HashSet<>(Set.of(anchor.index()));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (FlatBody.Leaf leaf : body.leaves()) {
        if (!known.contains(leaf.index())) {
          Optional<Reach> reach = reach(leaf, known);
          if (reach.isPresent()) {
            reached.put(leaf.index(), reach.get());
            known.add(leaf.index());
            grown = true;
          }
        }
      }
    }
    return reached;
  }

  private Optional<Reach> reach(FlatBody.Leaf leaf, Set<Integer> known) {
    Map<Integer, Integer> sources = new LinkedHashMap<>();
    for (BodyConditions.Equal equal : conditions.equals()) {
      if (counts(leaf, equal.joinOf(), equal.outer())) {
        equal
            .within(body, leaf)
            .filter(pair -> known.contains(body.leafOf(pair[1]).index()))
            .ifPresent(pair -> sources.putIfAbsent(pair[0] - leaf.offset(), pair[1]));
      }
    }
    Set<Integer> constants = new HashSet<>();
    for (BodyConditions.Fixed fixed : conditions.fixed()) {
      if (fixed.value() != null
          && body.leafOf(fixed.field()).equals(leaf)
          && counts(leaf, fixed.joinOf(), fixed.outer())) {
        constants.add(fixed.field() - leaf.offset());
      }
    }
    for (BasisKey key : leaf.table().keys()) {
      boolean covered =
          key.columns().stream().allMatch(c -> sources.containsKey(c) || constants.contains(c));
      if (covered) {
        List<Member.StitchPair> pairs = new ArrayList<>();
        for (int column : key.columns()) {
          if (sources.containsKey(column)) {
            pairs.add(new Member.StitchPair(column, sources.get(column)));
          }
        }
        constants.retainAll(key.columns());
        pairs.forEach(p -> constants.remove(p.ordinal()));
        return Optional.of(new Reach(key, pairs, constants));
      }
    }
    return Optional.empty();
  }

  /** An outer join's rows are found by its own condition alone, others by any. */
  private boolean counts(FlatBody.Leaf leaf, Optional<Integer> joinOf, boolean outer) {
    return leaf.optional() ? joinOf.equals(Optional.of(leaf.index())) : !outer;
  }

  private String missing() {
    FlatBody.Leaf best =
        body.leaves().stream()
            .filter(l -> !l.optional())
            .max(
                Comparator.<FlatBody.Leaf>comparingInt(l -> reachFrom(l).size())
                    .thenComparing(l -> -l.index()))
            .orElseThrow();
    Set<Integer> reached = reachFrom(best).keySet();
    FlatBody.Leaf unreached =
        body.leaves().stream()
            .filter(l -> l.index() != best.index() && !reached.contains(l.index()))
            .findFirst()
            .orElseThrow();
    Set<String> columns = new java.util.TreeSet<>();
    for (BodyConditions.Equal equal : conditions.equals()) {
      equal.within(body, unreached).ifPresent(p -> columns.add(body.columnOf(p[0]).name()));
    }
    String table = unreached.table().id().name();
    return columns.isEmpty()
        ? LensResource.RESOURCE.noStitch(table).str()
        : LensResource.RESOURCE.missingKey(table, String.join(", ", columns)).str();
  }
}
