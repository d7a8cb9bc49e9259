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
package io.calcitelens.tests.postgres;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between clients and a PostgreSQL server, counts what the clients send and wait for, and
 * makes them wait longer if wanted.
 */
public final class PostgresProxy implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  private final URI target;
  private final String options;
  private final long latencyNanos;
  private volatile ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private List<List<String>> trips = new ArrayList<>();

  /**
   * What clients sent.
   *
   * @param trips for each time that a client asked for an answer and waited for it, the text of
   *     each statement that was executed, also {@code BEGIN} and {@code COMMIT}
   */
  public record Traffic(List<List<String>> trips) {
    /** How often clients waited. */
    public int roundTrips() {
      return trips.size();
    }

    /** All statements, in the order of arrival. */
    public List<String> statements() {
      return trips.stream().flatMap(List::stream).toList();
    }
  }

  private PostgresProxy(String url, Duration latency) throws IOException {
    final String address = url.substring("jdbc:".length());
    final int query = address.indexOf('?');
    this.target = URI.create(query < 0 ? address : address.substring(0, query));
    this.options = query < 0 ? "" : address.substring(query);
    this.latencyNanos = latency.toNanos();
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /**
   * Begins to listen.
   *
   * @param url of the server's database, for JDBC
   * @param latency how much longer each round trip takes
   */
  public static PostgresProxy open(String url, Duration latency) {
    try {
      final PostgresProxy proxy = new PostgresProxy(url, latency);
      proxy.listen();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The URL of the same database, by way of this proxy. */
  public String url() {
    return "jdbc:postgresql://localhost:" + listener.getLocalPort() + target.getPath() + options;
  }

  /** What was sent since the last call. */
  public synchronized Traffic take() {
    final Traffic traffic = new Traffic(trips);
    trips = new ArrayList<>();
    return traffic;
  }

  private synchronized void waited(List<String> statements) {
    trips.add(statements);
  }

  private void listen() {
    final ServerSocket listening = listener;
    thread("accept", () -> accept(listening));
  }

  /** Listens again at the same port after it was closed. */
  public void reopen() throws IOException {
    listener = new ServerSocket(listener.getLocalPort(), 50, InetAddress.getLoopbackAddress());
    listen();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sockets.forEach(PostgresProxy::end);
  }

  private static void thread(String name, Runnable work) {
    final Thread thread = new Thread(work, "postgres-proxy-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed enough.
    }
  }

  private void accept(ServerSocket listening) {
    try {
      while (true) {
        final Socket client = listening.accept();
        final Socket server = new Socket(target.getHost(), target.getPort());
        for (Socket socket : List.of(client, server)) {
          socket.setTcpNoDelay(true);
          sockets.add(socket);
        }
        thread("requests", () -> pump(client, server, true));
        thread("answers", () -> pump(server, client, false));
      }
    } catch (IOException e) {
      // The proxy was closed.
    }
  }

  private void pump(Socket from, Socket to, boolean requests) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      if (requests) {
        new Requests(in, out).pass();
      } else {
        final byte[] chunk = new byte[CHUNK];
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          out.write(chunk, 0, n);
        }
      }
    } catch (IOException e) {
      // One of both has gone, so the other one goes.
    } finally {
      for (Socket socket : List.of(from, to)) {
        end(socket);
        sockets.remove(socket);
      }
    }
  }

  /** What one client sends, told apart by the messages of PostgreSQL's protocol, version 3. */
  private final class Requests {
    private final DataInputStream in;
    private final OutputStream out;
    private final Map<String, String> prepared = new HashMap<>();
    private List<String> executed = new ArrayList<>();

    Requests(InputStream in, OutputStream out) {
      this.in = new DataInputStream(new BufferedInputStream(in, CHUNK));
      this.out = new BufferedOutputStream(out, CHUNK);
    }

    void pass() throws IOException {
      greet();
      boolean answered = true;
      while (true) {
        final byte type = in.readByte();
        if (answered) {
          answered = false;
          delay();
        }
        final byte[] body = body();
        out.write(type);
        write(body);
        final boolean asks = seen(type, body);
        if (in.available() == 0) {
          // What came together was not waited for in between, as a BEGIN before its statement.
          if (asks) {
            waited(executed);
            executed = new ArrayList<>();
            answered = true;
          }
          out.flush();
        }
      }
    }

    /** Messages without a type: requests for encryption, which are refused, and the first one. */
    private void greet() throws IOException {
      int version;
      do {
        delay();
        final byte[] body = body();
        write(body);
        out.flush();
        version = ByteBuffer.wrap(body).getShort();
      } while (version != 3);
    }

    private byte[] body() throws IOException {
      return in.readNBytes(in.readInt() - Integer.BYTES);
    }

    private void write(byte[] body) throws IOException {
      out.write(ByteBuffer.allocate(Integer.BYTES).putInt(body.length + Integer.BYTES).array());
      out.write(body);
    }

    /** Reads a message; whether it asks for an answer. */
    private boolean seen(byte type, byte[] body) {
      switch (type) {
        case 'P' -> prepared.put(text(body, 0), text(body, after(body, 0)));
        case 'B' -> executed.add(prepared.getOrDefault(text(body, after(body, 0)), "?"));
        case 'Q' -> executed.add(text(body, 0));
        default -> {}
      }
      return type == 'S' || type == 'Q';
    }

    /** A text that ends with a zero. */
    private static String text(byte[] body, int from) {
      return new String(body, from, after(body, from) - 1 - from, StandardCharsets.UTF_8);
    }

    private static int after(byte[] body, int from) {
      int end = from;
      while (body[end] != 0) {
        end++;
      }
      return end + 1;
    }

    private void delay() {
      final long end = System.nanoTime() + latencyNanos;
      for (long left = latencyNanos; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }
}
