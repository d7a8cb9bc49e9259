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

import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A step of planning a statement and how long it took, for Java Flight Recorder. */
@Name(PlanningStep.NAME)
@Label("Planning step")
@Category("Calcite Lens")
@Description("Steps are apart from each other: none holds another one")
@StackTrace(false)
public final class PlanningStep extends Event {
  /** The event's name in recordings. */
  public static final String NAME = "io.calcitelens.PlanningStep";

  @Label("Step")
  private final String step;

  private PlanningStep(String step) {
    this.step = step;
  }

  /** The step's name: parse, validate and so on. */
  public String step() {
    return step;
  }

  /** Does a step's work. */
  static <T> T timed(String step, Supplier<T> work) {
    PlanningStep event = new PlanningStep(step);
    event.begin();
    try {
      return work.get();
    } finally {
      event.commit();
    }
  }
}
