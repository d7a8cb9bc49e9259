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

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.runtime.Resources;

/**
 * A fault in what a user asked for. Its message begins with the code; the driver turns it into the
 * JDBC exception of its SQLSTATE.
 */
public final class LensException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final LensCode code;
  private final transient Site site;
  private final transient List<LensException> faults;

  private LensException(
      LensCode code, Site site, String message, List<LensException> faults, Throwable cause) {
    super(message, cause);
    this.code = requireNonNull(code, "code");
    this.site = requireNonNull(site, "site");
    this.faults = List.copyOf(faults);
  }

  /** An exception whose sentence comes from {@link LensResource}. */
  public static LensException of(LensCode code, Resources.Inst sentence) {
    return of(code, Site.NONE, sentence);
  }

  /** An exception about a part of the design. */
  public static LensException of(LensCode code, Site site, Resources.Inst sentence) {
    return new LensException(code, site, text(code, site, sentence.str()), List.of(), null);
  }

  /** One exception for all the faults of a deploy; with a single fault, that one. */
  public static LensException all(List<LensException> faults) {
    if (faults.size() == 1) {
      return faults.get(0);
    }
    StringBuilder message = new StringBuilder();
    for (LensException fault : faults) {
      if (message.length() > 0) {
        message.append(System.lineSeparator());
      }
      message.append(fault.getMessage());
    }
    LensException first = faults.get(0);
    LensException all = new LensException(first.code, first.site, message.toString(), faults, null);
    for (LensException fault : faults) {
      all.addSuppressed(fault);
    }
    return all;
  }

  /** The same fault with what caused it. */
  public LensException because(Throwable cause) {
    return new LensException(code, site, getMessage(), faults, cause);
  }

  private static String text(LensCode code, Site site, String sentence) {
    return site.line() > 0
        ? code.code() + ": line " + site.line() + ", column " + site.position() + ": " + sentence
        : code.code() + ": " + sentence;
  }

  public LensCode code() {
    return code;
  }

  public Site site() {
    return site;
  }

  public String sqlState() {
    return code.sqlState();
  }

  /** The single faults, if this stands for several; empty otherwise. */
  public List<LensException> faults() {
    return faults;
  }
}
