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
package io.calcitelens.ddl.server;

import static com.google.common.base.Preconditions.checkArgument;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password that can be recognised but not read: {@code PBKDF2:iterations:salt:hash}, salt and
 * hash in base 64, the function being HMAC-SHA-256.
 */
public final class PasswordHash {
  /** What the text of every hash begins with. */
  public static final String PREFIX = "PBKDF2:";

  private static final String FUNCTION = "PBKDF2WithHmacSHA256";
  private static final int ITERATIONS = 310_000;
  private static final int MAX_ITERATIONS = 10_000_000;
  private static final int BITS = 256;
  private static final int SALT_BYTES = 16;

  private final int iterations;
  private final byte[] salt;
  private final byte[] hash;

  private PasswordHash(int iterations, byte[] salt, byte[] hash) {
    this.iterations = iterations;
    this.salt = salt;
    this.hash = hash;
  }

  /** Hashes a password, with a new salt. */
  public static PasswordHash of(char[] password) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new PasswordHash(ITERATIONS, salt, derive(password, salt, ITERATIONS));
  }

  /**
   * Reads a hash.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static PasswordHash parse(String text) {
    checkArgument(text.startsWith(PREFIX), "not a hashed password");
    String[] parts = text.substring(PREFIX.length()).split(":", -1);
    checkArgument(parts.length == 3, "not a hashed password");
    int iterations = Integer.parseInt(parts[0]);
    checkArgument(iterations > 0 && iterations <= MAX_ITERATIONS, "not a hashed password");
    byte[] hash = Base64.getDecoder().decode(parts[2]);
    checkArgument(hash.length == BITS / Byte.SIZE, "not a hashed password");
    return new PasswordHash(iterations, Base64.getDecoder().decode(parts[1]), hash);
  }

  /** Whether it is that of a password. */
  public boolean matches(char[] password) {
    return MessageDigest.isEqual(hash, derive(password, salt, iterations));
  }

  private static byte[] derive(char[] password, byte[] salt, int iterations) {
    PBEKeySpec key = new PBEKeySpec(password, salt, iterations, BITS);
    try {
      return SecretKeyFactory.getInstance(FUNCTION).generateSecret(key).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } finally {
      key.clearPassword();
    }
  }

  @Override
  public String toString() {
    Base64.Encoder base64 = Base64.getEncoder();
    return PREFIX
        + iterations
        + ":"
        + base64.encodeToString(salt)
        + ":"
        + base64.encodeToString(hash);
  }
}
