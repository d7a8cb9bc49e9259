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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.Store;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells which writes of a lens its stores cannot make whole. */
public final class TransactionAdvice {
  private TransactionAdvice() {}

  /** The stores that a write through a lens may reach. */
  public static Set<Store> stores(Lens lens) {
    Set<Store> stores = new LinkedHashSet<>();
    if (lens.readOnly().isEmpty()) {
      lens.members().forEach(m -> m.table().store().ifPresent(stores::add));
    }
    return stores;
  }

  /** What is not promised of a write; empty if it is whole or absent, whatever happens. */
  public static Optional<Advisory> of(Lens lens) {
    Set<Store> stores = stores(lens);
    Set<Store> without = new LinkedHashSet<>(stores);
    without.removeIf(s -> s.capabilities().transactional());
    if (!without.isEmpty()) {
      return advisory(lens, RESOURCE.adviceNoRollback(names(without)).str());
    }
    Set<Store> single = new LinkedHashSet<>(stores);
    single.removeIf(s -> s.capabilities().twoPhase());
    if (single.size() > 1) {
      return advisory(lens, RESOURCE.adviceNoTwoPhase(names(single)).str());
    }
    return Optional.empty();
  }

  private static Optional<Advisory> advisory(Lens lens, String message) {
    return Optional.of(
        new Advisory(LensCode.NON_TRANSACTIONAL_BASIS, Site.table(lens.table().name()), message));
  }

  private static String names(Set<Store> stores) {
    return stores.stream().map(Store::name).sorted().collect(Collectors.joining(", "));
  }
}
