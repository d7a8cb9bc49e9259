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
package io.calcitelens.adapters.transaction.narayana;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** The branches of one transaction, which take each step at the same time. */
final class Together {
  private final Executor others;
  private final List<Branch> branches = new ArrayList<>();

  Together(Executor others) {
    this.others = requireNonNull(others, "others");
  }

  void add(Branch branch) {
    branches.add(branch);
  }

  /** Lets all branches take a step, the asking one on this thread; a step is taken once. */
  void take(Branch asking, Function<Branch, Runnable> step) {
    for (Branch branch : branches) {
      if (branch != asking) {
        others.execute(step.apply(branch));
      }
    }
    step.apply(asking).run();
  }
}
