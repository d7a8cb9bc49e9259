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
package io.calcitelens.adapters.jdbc;

import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import javax.transaction.xa.Xid;

/** The identifier of a branch, and the name by which a store knows it: that of pgjdbc. */
final class BranchName implements Xid {
  private final int format;
  private final byte[] global;
  private final byte[] branch;

  private BranchName(int format, byte[] global, byte[] branch) {
    this.format = format;
    this.global = global;
    this.branch = branch;
  }

  /** Fewer than 200 characters, none of which needs an escape between quotes. */
  static String of(Xid xid) {
    final Base64.Encoder encoder = Base64.getEncoder();
    return xid.getFormatId()
        + "_"
        + encoder.encodeToString(xid.getGlobalTransactionId())
        + "_"
        + encoder.encodeToString(xid.getBranchQualifier());
  }

  /** The identifier behind a name; empty for a name that somebody else gave. */
  static Optional<Xid> parse(String name) {
    final String[] parts = name.split("_", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new BranchName(
              Integer.parseInt(parts[0]),
              Base64.getDecoder().decode(parts[1]),
              Base64.getDecoder().decode(parts[2])));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public int getFormatId() {
    return format;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return global.clone();
  }

  @Override
  public byte[] getBranchQualifier() {
    return branch.clone();
  }

  @Override
  public boolean equals(Object obj) {
    return obj instanceof BranchName other
        && format == other.format
        && Arrays.equals(global, other.global)
        && Arrays.equals(branch, other.branch);
  }

  @Override
  public int hashCode() {
    return Objects.hash(format, Arrays.hashCode(global), Arrays.hashCode(branch));
  }

  @Override
  public String toString() {
    return of(this);
  }
}
