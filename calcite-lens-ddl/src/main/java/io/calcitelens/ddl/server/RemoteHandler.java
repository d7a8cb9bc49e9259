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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.remote.Handler.HandlerResponse;
import org.apache.calcite.avatica.remote.JsonHandler;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.Service.RpcMetadataResponse;
import org.apache.calcite.avatica.server.AvaticaHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.AbstractHandler;

/**
 * Takes requests in both forms of the protocol. The stock client names the same type of content for
 * both, but a JSON text begins with a brace and a protobuf message with the tag of its first field.
 */
final class RemoteHandler extends AbstractHandler implements AvaticaHandler {
  private static final String ADMIN = "admin";

  private final JsonHandler json;
  private final ProtobufHandler protobuf;

  RemoteHandler(Service service) {
    this.json = new JsonHandler(service, NoopMetricsSystem.getInstance());
    this.protobuf =
        new ProtobufHandler(
            service, new ProtobufTranslationImpl(), NoopMetricsSystem.getInstance());
  }

  /** Faults do not name the server: a client knows whom it asked. */
  @Override
  public void setServerRpcMetadata(RpcMetadataResponse metadata) {}

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    base.setHandled(true);
    if (!"POST".equals(request.getMethod())) {
      response.setHeader("Allow", "POST");
      response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
      return;
    }
    if (request.getHeader("Origin") != null) {
      // Only browsers say so: a page of anyone's must not reach what its reader can reach.
      response.sendError(HttpServletResponse.SC_FORBIDDEN);
      return;
    }
    byte[] body = request.getInputStream().readAllBytes();
    user(request).run(() -> answer(body, response));
  }

  private static RemoteUser user(HttpServletRequest request) {
    String name = request.getRemoteUser();
    return new RemoteUser(
        name == null ? "" : name, request.getRemoteAddr(), request.isUserInRole(ADMIN));
  }

  private void answer(byte[] body, HttpServletResponse response) throws IOException {
    if (body.length > 0 && body[0] == '{') {
      HandlerResponse<String> answer = json.apply(new String(body, StandardCharsets.UTF_8));
      send(
          response,
          "application/json;charset=utf-8",
          answer.getStatusCode(),
          answer.getResponse().getBytes(StandardCharsets.UTF_8));
    } else {
      HandlerResponse<byte[]> answer = protobuf.apply(body);
      send(response, "application/octet-stream", answer.getStatusCode(), answer.getResponse());
    }
  }

  private static void send(HttpServletResponse response, String type, int status, byte[] body)
      throws IOException {
    response.setContentType(type);
    response.setStatus(status);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
