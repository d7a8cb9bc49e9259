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

import io.calcitelens.ddl.catalog.PlanCache;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of the literals of all texts of one template: which are parameters of a shared plan,
 * as the tree of one of them showed, and which stay in the text.
 */
final class LiteralShape implements PlanCache.Shape {
  /** What becomes of a literal that stays. */
  private static final Fate STAYS = new Fate(' ', LiftedLiteral.Place.WRITTEN);

  private final List<Fate> fates;
  private final String kinds;

  private record Fate(char kind, LiftedLiteral.Place place) {}

  private LiteralShape(List<Fate> fates, String kinds) {
    this.fates = List.copyOf(fates);
    this.kinds = kinds;
  }

  /** The shape by which literals were lifted; empty if one of them is none that was cut. */
  static Optional<LiteralShape> of(CutText text, LiftedLiterals lifted) {
    List<Fate> fates = new ArrayList<>();
    int next = 0;
    List<LiftedLiteral> literals = lifted.literals();
    for (CutText.Cut cut : text.cuts()) {
      boolean isNext =
          next < literals.size()
              && literals.get(next).start() == cut.start()
              && literals.get(next).end() == cut.end();
      if (!isNext) {
        fates.add(STAYS);
      } else if (literal(cut, literals.get(next).kind(), literals.get(next).place())
          .equals(Optional.of(literals.get(next)))) {
        fates.add(new Fate(literals.get(next).kind(), literals.get(next).place()));
        next++;
      } else {
        return Optional.empty();
      }
    }
    return next == literals.size()
        ? Optional.of(new LiteralShape(fates, lifted.kinds()))
        : Optional.empty();
  }

  /** The kinds of the literals that are parameters. */
  String kinds() {
    return kinds;
  }

  /** A text of the template with a question mark for each parameter. */
  String text(CutText text) {
    StringBuilder result = new StringBuilder(text.sql().length());
    int from = 0;
    for (int i = 0; i < fates.size(); i++) {
      if (fates.get(i) != STAYS) {
        result.append(text.sql(), from, text.cuts().get(i).start()).append('?');
        from = text.cuts().get(i).end();
      }
    }
    return result.append(text.sql(), from, text.sql().length()).toString();
  }

  /** The parameters of a text of the template; empty if one of them is no value of its kind. */
  Optional<List<LiftedLiteral>> literals(CutText text) {
    List<LiftedLiteral> literals = new ArrayList<>(fates.size());
    for (int i = 0; i < fates.size(); i++) {
      Fate fate = fates.get(i);
      if (fate != STAYS) {
        Optional<LiftedLiteral> literal = literal(text.cuts().get(i), fate.kind(), fate.place());
        if (literal.isEmpty()) {
          return Optional.empty();
        }
        literals.add(literal.get());
      }
    }
    return Optional.of(literals);
  }

  private static Optional<LiftedLiteral> literal(
      CutText.Cut cut, char kind, LiftedLiteral.Place place) {
    try {
      Object value =
          switch (kind) {
            case 'n' -> new BigDecimal(cut.text());
            case 'm' -> new BigDecimal(cut.text()).negate();
            case 's' -> cut.text();
            case 'b' -> Boolean.valueOf(cut.text());
            case 'd' -> LocalDate.parse(cut.text());
            case 't' -> LocalDateTime.parse(cut.text().replace(' ', 'T'));
            default -> throw new AssertionError(kind);
          };
      return Optional.of(new LiftedLiteral(value, kind, place, cut.start(), cut.end()));
    } catch (DateTimeException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
