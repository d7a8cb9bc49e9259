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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How a client wants one execution.
 *
 * @param values what was set for the parameters; {@link ParameterValues#UNSET} where nothing was
 * @param maxRows how many rows to give at most; 0 means all
 * @param timeoutSeconds 0 means none
 */
record ExecutionRequest(
    List<Object> values,
    AtomicBoolean cancelFlag,
    long maxRows,
    int timeoutSeconds,
    KeyRequest keys) {
  ExecutionRequest {
    values = Collections.unmodifiableList(new ArrayList<>(values));
    requireNonNull(cancelFlag, "cancelFlag");
    requireNonNull(keys, "keys");
  }

  /** The same with other values. */
  ExecutionRequest with(List<Object> values) {
    return new ExecutionRequest(values, cancelFlag, maxRows, timeoutSeconds, keys);
  }

  /** An execution without parameters that nobody cancels. */
  static ExecutionRequest plain() {
    return new ExecutionRequest(List.of(), new AtomicBoolean(), 0, 0, KeyRequest.NONE);
  }
}
