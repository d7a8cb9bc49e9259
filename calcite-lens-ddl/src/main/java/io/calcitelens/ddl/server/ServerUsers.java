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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.UserStore;

/** The users file of a server: a property for each user, {@code name: hash[,role]…}. */
final class ServerUsers {
  private ServerUsers() {}

  /**
   * Reads the file.
   *
   * @throws LensException if it cannot be read, is empty, or holds a password that is not hashed
   */
  static LoginService read(Path file, String realm) {
    Properties entries = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      entries.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw fault(file, String.valueOf(e)).because(e);
    }
    if (entries.isEmpty()) {
      throw fault(file, "it names no user");
    }
    UserStore users = new UserStore();
    for (String name : entries.stringPropertyNames()) {
      String[] parts = entries.getProperty(name).strip().split("\\s*,\\s*");
      users.addUser(
          name, credential(file, name, parts[0]), Arrays.copyOfRange(parts, 1, parts.length));
    }
    HashLoginService service = new HashLoginService(realm);
    service.setUserStore(users);
    return service;
  }

  private static HashedCredential credential(Path file, String name, String hash) {
    try {
      return new HashedCredential(PasswordHash.parse(hash));
    } catch (IllegalArgumentException e) {
      throw fault(
              file,
              "the password of "
                  + name
                  + " is not hashed; './lens password "
                  + name
                  + "' makes an entry")
          .because(e);
    }
  }

  private static LensException fault(Path file, String reason) {
    return LensException.of(
        LensCode.AUTHENTICATION, RESOURCE.badUsersFile(file.toString(), reason));
  }
}
