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

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.util.security.Credential;

/**
 * What a user must know. Clients send it with every request and hashing is slow by intent, so that
 * the last password that was right is recognised by a quick digest, whose key never leaves this
 * process.
 */
final class HashedCredential extends Credential {
  private static final long serialVersionUID = 1L;
  private static final String DIGEST = "HmacSHA256";
  private static final byte[] KEY = new byte[32];

  static {
    new SecureRandom().nextBytes(KEY);
  }

  private final transient PasswordHash hash;
  private transient volatile byte[] lastRight = {};

  HashedCredential(PasswordHash hash) {
    this.hash = hash;
  }

  @Override
  public boolean check(Object given) {
    if (!(given instanceof String) && !(given instanceof char[])) {
      return false;
    }
    char[] password = given instanceof String s ? s.toCharArray() : (char[]) given;
    byte[] digest = digest(password);
    if (MessageDigest.isEqual(digest, lastRight)) {
      return true;
    }
    boolean right = hash.matches(password);
    if (right) {
      lastRight = digest;
    }
    return right;
  }

  private static byte[] digest(char[] password) {
    try {
      Mac mac = Mac.getInstance(DIGEST);
      mac.init(new SecretKeySpec(KEY, DIGEST));
      return mac.doFinal(new String(password).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
