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

/** Every code that a user can meet, with its SQLSTATE. */
public enum LensCode {
  NOT_NULL("lens.not-null", "23502"),
  NO_DEFAULT("lens.no-default", "23502"),
  CHECK("lens.check", "23514"),
  UNIQUE("lens.unique", "23505"),
  FOREIGN_KEY("lens.foreign-key", "23503"),
  NO_PARTNER("lens.no-partner", "23503"),
  PREDICATE_CONTRADICTION("lens.predicate-contradiction", "44000"),
  PUTGET_VIOLATION("lens.putget-violation", "44000"),
  VALUE_TOO_LONG("lens.value-too-long", "22001"),
  OUT_OF_RANGE("lens.out-of-range", "22003"),
  DIVISION_BY_ZERO("lens.division-by-zero", "22012"),
  BAD_CAST("lens.bad-cast", "22018"),
  TYPE_MISMATCH("lens.type-mismatch", "42804"),
  SHARED_ROW_CONFLICT("lens.shared-row-conflict", "21000"),
  ROW_HIT_TWICE("lens.row-hit-twice", "21000"),
  READ_ONLY("lens.read-only", "0A000"),
  NO_INVERSE("lens.no-inverse", "0A000"),
  NOT_KEY_PRESERVED("lens.not-key-preserved", "0A000"),
  UNSUPPORTED_BODY("lens.unsupported-body", "0A000"),
  WIDENING_WRITE("lens.widening-write", "0A000"),
  KEY_UPDATE("lens.key-update", "0A000"),
  NOT_SUPPORTED("lens.not-supported", "0A000"),
  GENERATED_COLUMN("lens.generated-column", "428C9"),
  CONFLICTING_ASSIGNMENT("lens.conflicting-assignment", "42701"),
  SYNTAX("lens.syntax", "42601"),
  UNKNOWN_COLUMN("lens.unknown-column", "42703"),
  UNKNOWN_TABLE("lens.unknown-table", "42P01"),
  AMBIGUOUS_COLUMN("lens.ambiguous-column", "42702"),
  UNKNOWN_FUNCTION("lens.unknown-function", "42883"),
  INVALID_QUERY("lens.invalid-query", "42000"),
  UNBOUND_PARAMETER("lens.unbound-parameter", "07002"),
  WRONG_CALL("lens.wrong-call", "HY010"),
  DUPLICATE("lens.duplicate", "42710"),
  DEPENDENTS("lens.dependents", "2BP01"),
  SERIALIZATION("lens.serialization", "40001"),
  CONNECTION_LOST("lens.connection-lost", "08006"),
  COMMIT_UNKNOWN("lens.connection-lost", "08007"),
  UNAVAILABLE("lens.unavailable", "08001"),
  NO_CONNECTION("lens.no-connection", "08003"),
  AUTHENTICATION("lens.authentication", "28000"),
  NOT_ALLOWED("lens.not-allowed", "42501"),
  LIMIT_REACHED("lens.limit-reached", "53400"),
  FAILED_TRANSACTION("lens.failed-transaction", "25P02"),
  ACTIVE_TRANSACTION("lens.active-transaction", "25001"),
  NO_TRANSACTION("lens.no-transaction", "25P01"),
  READ_ONLY_TRANSACTION("lens.read-only-transaction", "25006"),
  UNKNOWN_SAVEPOINT("lens.unknown-savepoint", "3B001"),
  CANCELLED("lens.cancelled", "57014"),
  NON_TRANSACTIONAL_BASIS("lens.non-transactional-basis", "0A000"),
  STORE("lens.store", "58000"),
  // Deploy errors: all are 42000 with the code of each fault.
  UNCOVERED_COLUMN("lens.uncovered-column", "42000"),
  DEPLOY_TYPE_MISMATCH("lens.type-mismatch", "42000"),
  NULLABILITY_MISMATCH("lens.nullability-mismatch", "42000"),
  UNREALIZABLE_CONSTRAINT("lens.unrealizable-constraint", "42000"),
  NON_INVERTIBLE("lens.non-invertible", "42000"),
  UNENFORCEABLE_CONFLICT_ACTION("lens.unenforceable-conflict-action", "42000"),
  INVALID_BODY("lens.invalid-body", "42000"),
  INVALID_TAG("lens.invalid-tag", "42000"),
  INVALID_DECLARATION("lens.invalid-declaration", "42000"),
  PHYSICAL_IN_LOGICAL("lens.physical-in-logical", "42000"),
  NO_BASIS("lens.no-basis", "42000");

  private final String code;
  private final String sqlState;

  LensCode(String code, String sqlState) {
    this.code = code;
    this.sqlState = sqlState;
  }

  /** The code as users see it, with its {@code lens.} prefix. */
  public String code() {
    return code;
  }

  /** The SQLSTATE, five characters. */
  public String sqlState() {
    return sqlState;
  }
}
