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
package io.calcitelens.adapters;

/**
 * What a store can do.
 *
 * @param transactional whether it can roll back
 * @param twoPhase whether it can prepare a transaction that survives a crash
 * @param rowLocks whether {@code select … for update} locks rows by key
 * @param savepoints whether a part of a transaction can be taken back
 * @param keepsOldViolators whether a rule may be added while rows that break it stay
 * @param failedStatementAborts whether a failed statement makes the whole transaction unusable
 *     until a savepoint is rolled back to
 */
public record StoreCapabilities(
    boolean transactional,
    boolean twoPhase,
    boolean rowLocks,
    boolean savepoints,
    boolean keepsOldViolators,
    boolean failedStatementAborts) {}
