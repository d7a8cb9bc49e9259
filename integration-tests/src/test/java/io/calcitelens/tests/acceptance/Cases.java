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
package io.calcitelens.tests.acceptance;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Runs acceptance cases (.case files) against any JDBC URL. JDBC only; knows nothing of the
 * product.
 *
 * <pre>
 *   java -cp CLASSPATH Cases.java [-u URL] [-t SECONDS] [-only REGEX] [-v] FILE...
 *   java -cp CLASSPATH Cases.java --dump FILE...        prints every statement, one a line: file:line TAB sql
 *   java -cp H2JAR     Cases.java --selfcheck           checks this program itself, with plain SQL on H2
 * </pre>
 *
 * The format is described in README.md beside this file's folder.
 */
public class Cases {

  // ---------------------------------------------------------------- model

  /** One step of a case: a statement with its expectation, or a directive. */
  static final class Step {
    int line;
    String kind; // sql, begin, commit, rollback, savepoint, rollbackto, session, meta
    String text = ""; // SQL, or the argument of a directive
    List<List<Object>> params = new ArrayList<>();
    boolean keys;
    boolean async;
    String expect = "ok"; // ok, count, rows, keys, error, any
    boolean ordered;
    long count;
    List<String> errorTokens = new ArrayList<>();
    List<String> rows = new ArrayList<>();
  }

  /** One case. */
  static final class Case {
    String file;
    int line;
    String title;
    boolean continued;
    List<Step> steps = new ArrayList<>();
  }

  static final class FormatException extends RuntimeException {
    FormatException(String file, int line, String message) {
      super(file + ":" + line + ": " + message);
    }
  }

  // ---------------------------------------------------------------- parser

  static List<Case> parse(String file, List<String> lines) {
    List<Case> cases = new ArrayList<>();
    Case current = null;
    StringBuilder sql = new StringBuilder();
    int sqlLine = 0;
    List<List<Object>> params = new ArrayList<>();
    boolean keys = false;
    boolean async = false;
    String meta = null;
    for (int i = 0; i < lines.size(); i++) {
      String raw = lines.get(i);
      String line = raw.strip();
      int no = i + 1;
      if (line.isEmpty() || line.startsWith("--")) {
        continue;
      }
      if (line.startsWith("## ")) {
        if (sql.length() > 0) {
          throw new FormatException(file, sqlLine, "statement without '=>'");
        }
        current = new Case();
        current.file = file;
        current.line = no;
        String title = line.substring(3).strip();
        if (title.endsWith("[continue]")) {
          current.continued = true;
          title = title.substring(0, title.length() - "[continue]".length()).strip();
        }
        current.title = title;
        cases.add(current);
        continue;
      }
      if (line.startsWith("#")) {
        continue; // a heading of the file
      }
      if (current == null) {
        throw new FormatException(file, no, "text before the first '## title'");
      }
      if (line.startsWith("@")) {
        if (sql.length() > 0) {
          throw new FormatException(file, no, "directive inside a statement");
        }
        String[] word = line.substring(1).split("\\s+", 2);
        String rest = word.length > 1 ? word[1].strip() : "";
        switch (word[0]) {
          case "params" -> {
            params.add(parseParams(file, no, rest));
            continue;
          }
          case "keys" -> {
            keys = true;
            continue;
          }
          case "async" -> {
            async = true;
            continue;
          }
          case "meta" -> {
            meta = rest;
            sqlLine = no;
            continue;
          }
          default -> {}
        }
        Step s = new Step();
        s.line = no;
        switch (word[0]) {
          case "begin" -> s.kind = "begin";
          case "commit" -> {
            s.kind = "commit";
            expectation(file, no, rest.isEmpty() ? "ok" : rest, s);
          }
          case "rollback" -> {
            if (rest.startsWith("to ")) {
              s.kind = "rollbackto";
              s.text = rest.substring(3).strip();
            } else {
              s.kind = "rollback";
            }
          }
          case "savepoint" -> {
            s.kind = "savepoint";
            s.text = rest;
          }
          case "session" -> {
            s.kind = "session";
            s.text = rest;
          }
          default -> throw new FormatException(file, no, "unknown directive @" + word[0]);
        }
        current.steps.add(s);
        continue;
      }
      if (line.startsWith("=>")) {
        if (sql.length() == 0 && meta == null) {
          throw new FormatException(file, no, "'=>' without a statement");
        }
        Step s = new Step();
        s.line = sqlLine;
        if (meta != null) {
          s.kind = "meta";
          s.text = meta;
        } else {
          s.kind = "sql";
          s.text = stripSemicolon(sql.toString());
        }
        s.params = params;
        s.keys = keys;
        s.async = async;
        expectation(file, no, line.substring(2).strip(), s);
        if (s.expect.equals("rows") || s.expect.equals("keys")) {
          while (i + 1 < lines.size()) {
            String next = lines.get(i + 1).strip();
            if (next.isEmpty()
                || next.startsWith("--")
                || next.startsWith("## ")
                || next.startsWith("@")) {
              break;
            }
            if (next.startsWith("=>")) {
              throw new FormatException(
                  file, i + 2, "a blank line must end the rows of line " + no);
            }
            s.rows.add(next);
            i++;
          }
          if (s.expect.equals("keys")) {
            s.keys = true;
          }
        }
        current.steps.add(s);
        sql.setLength(0);
        params = new ArrayList<>();
        keys = false;
        async = false;
        meta = null;
        continue;
      }
      if (sql.length() == 0) {
        sqlLine = no;
      } else {
        sql.append('\n');
      }
      sql.append(raw.stripTrailing());
    }
    if (sql.length() > 0) {
      throw new FormatException(file, sqlLine, "statement without '=>'");
    }
    return cases;
  }

  static String stripSemicolon(String sql) {
    String s = sql.strip();
    while (s.endsWith(";")) {
      s = s.substring(0, s.length() - 1).strip();
    }
    return s;
  }

  /** Parses what stands behind {@code =>} or {@code @commit}. */
  static void expectation(String file, int no, String text, Step s) {
    String[] w = text.split("\\s+", 2);
    String rest = w.length > 1 ? w[1].strip() : "";
    s.expect = w[0];
    switch (w[0]) {
      case "ok", "any" -> {
        if (!rest.isEmpty()) {
          throw new FormatException(file, no, "nothing may follow '" + w[0] + "'");
        }
      }
      case "count" -> s.count = Long.parseLong(rest);
      case "rows", "keys" -> {
        if (rest.equals("ordered")) {
          s.ordered = true;
        } else if (!rest.isEmpty()) {
          throw new FormatException(file, no, "unknown: " + rest);
        }
      }
      case "error" -> {
        s.errorTokens = tokens(rest);
        if (s.errorTokens.isEmpty()) {
          throw new FormatException(file, no, "error needs * or a SQLSTATE or a code");
        }
      }
      default -> throw new FormatException(file, no, "unknown expectation: " + text);
    }
  }

  /** Splits at blanks; {@code 'a b'} is one token. */
  static List<String> tokens(String s) {
    List<String> out = new ArrayList<>();
    int i = 0;
    while (i < s.length()) {
      char c = s.charAt(i);
      if (Character.isWhitespace(c)) {
        i++;
      } else if (c == '\'') {
        int j = s.indexOf('\'', i + 1);
        if (j < 0) {
          j = s.length();
        }
        out.add("'" + s.substring(i + 1, j));
        i = j + 1;
      } else {
        int j = i;
        while (j < s.length() && !Character.isWhitespace(s.charAt(j))) {
          j++;
        }
        out.add(s.substring(i, j));
        i = j;
      }
    }
    return out;
  }

  static List<Object> parseParams(String file, int no, String s) {
    List<Object> out = new ArrayList<>();
    int i = 0;
    while (i < s.length()) {
      char c = s.charAt(i);
      if (c == ',' || Character.isWhitespace(c)) {
        i++;
        continue;
      }
      if (c == '\'') {
        StringBuilder b = new StringBuilder();
        i++;
        while (true) {
          if (i >= s.length()) {
            throw new FormatException(file, no, "open quote in @params");
          }
          if (s.charAt(i) == '\'') {
            if (i + 1 < s.length() && s.charAt(i + 1) == '\'') {
              b.append('\'');
              i += 2;
              continue;
            }
            i++;
            break;
          }
          b.append(s.charAt(i++));
        }
        out.add(b.toString());
        continue;
      }
      int j = i;
      while (j < s.length() && s.charAt(j) != ',') {
        j++;
      }
      String w = s.substring(i, j).strip();
      i = j;
      String lower = w.toLowerCase(Locale.ROOT);
      if (lower.equals("null")) {
        out.add(null);
      } else if (lower.equals("true") || lower.equals("false")) {
        out.add(Boolean.valueOf(lower));
      } else if (lower.startsWith("date ")) {
        out.add(java.sql.Date.valueOf(unquote(w.substring(5).strip())));
      } else if (lower.startsWith("timestamp ")) {
        out.add(java.sql.Timestamp.valueOf(unquote(w.substring(10).strip())));
      } else if (w.matches("[+-]?\\d+")) {
        long v = Long.parseLong(w);
        if (v >= Integer.MIN_VALUE && v <= Integer.MAX_VALUE) {
          out.add((int) v);
        } else {
          out.add(v);
        }
      } else if (w.matches("[+-]?\\d*\\.\\d+")) {
        out.add(new BigDecimal(w));
      } else {
        throw new FormatException(file, no, "cannot read parameter " + w);
      }
    }
    return out;
  }

  static String unquote(String s) {
    if (s.length() >= 2 && s.startsWith("'") && s.endsWith("'")) {
      return s.substring(1, s.length() - 1);
    }
    return s;
  }

  // ---------------------------------------------------------------- comparison

  private static final Pattern NUMBER =
      Pattern.compile("-?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

  /** The canonical text of a cell: numbers lose trailing zeros, booleans are lower case. */
  static String canonical(String s) {
    if (s.length() < 60 && NUMBER.matcher(s).matches()) {
      BigDecimal d = new BigDecimal(s);
      return d.signum() == 0 ? "0" : d.stripTrailingZeros().toPlainString();
    }
    if (s.equalsIgnoreCase("true") || s.equalsIgnoreCase("false")) {
      return s.toLowerCase(Locale.ROOT);
    }
    return s;
  }

  static String cell(Object o) {
    if (o == null) {
      return "NULL";
    }
    if (o instanceof BigDecimal d) {
      return canonical(d.toPlainString());
    }
    if (o instanceof Double || o instanceof Float) {
      return canonical(o.toString());
    }
    if (o instanceof byte[] b) {
      StringBuilder s = new StringBuilder("x'");
      for (byte v : b) {
        s.append(String.format("%02x", v));
      }
      return s.append('\'').toString();
    }
    if (o instanceof java.sql.Timestamp t) {
      String s = t.toString();
      return s.endsWith(".0") ? s.substring(0, s.length() - 2) : s;
    }
    if (o instanceof java.sql.Clob c) {
      try {
        return canonical(c.getSubString(1, (int) c.length()));
      } catch (SQLException e) {
        return "<clob: " + e.getMessage() + ">";
      }
    }
    if (o instanceof java.sql.Array a) {
      try {
        return arrayText(a.getArray());
      } catch (SQLException e) {
        return "<array: " + e.getMessage() + ">";
      }
    }
    if (o instanceof java.sql.Struct st) {
      try {
        return arrayText(st.getAttributes());
      } catch (SQLException e) {
        return "<struct: " + e.getMessage() + ">";
      }
    }
    if (o instanceof List<?> l) {
      return arrayText(l.toArray());
    }
    if (o instanceof Object[] a) {
      return arrayText(a);
    }
    return canonical(o.toString());
  }

  static String arrayText(Object array) {
    if (!(array instanceof Object[] a)) {
      return String.valueOf(array);
    }
    List<String> l = new ArrayList<>();
    for (Object x : a) {
      l.add(cell(x));
    }
    return "[" + String.join(", ", l) + "]";
  }

  /** A row as the case file writes it, in canonical form. */
  static String expectedRow(String line) {
    List<String> out = new ArrayList<>();
    for (String f : splitRow(line)) {
      String t = f.strip();
      if (t.length() >= 2 && t.startsWith("'") && t.endsWith("'")) {
        out.add(canonical(t.substring(1, t.length() - 1)));
      } else {
        out.add(canonical(t));
      }
    }
    return String.join("|", out);
  }

  static List<String> splitRow(String line) {
    List<String> out = new ArrayList<>();
    StringBuilder b = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
        b.append(c);
      } else if (c == '|' && !quoted) {
        out.add(b.toString());
        b.setLength(0);
      } else {
        b.append(c);
      }
    }
    out.add(b.toString());
    return out;
  }

  /** Whether an outcome is right; null, or what is wrong. */
  static String judge(Step s, Outcome o) {
    switch (s.expect) {
      case "any":
        return null;
      case "error":
        if (o.error == null) {
          return "expected " + describe(s) + " got " + o;
        }
        for (String t : s.errorTokens) {
          if (!tokenHolds(t, o.error)) {
            return "expected " + describe(s) + " got " + o;
          }
        }
        return null;
      case "ok":
        return o.error == null ? null : "expected ok got " + o;
      case "count":
        return o.error == null && o.rows == null && o.count == s.count
            ? null
            : "expected count " + s.count + " got " + o;
      case "rows":
      case "keys":
        {
          List<String> actual = s.expect.equals("keys") ? o.keys : o.rows;
          if (o.error != null || actual == null) {
            return "expected " + describe(s) + " got " + o;
          }
          List<String> want = new ArrayList<>();
          for (String r : s.rows) {
            want.add(expectedRow(r));
          }
          List<String> got = new ArrayList<>(actual);
          if (!s.ordered) {
            Collections.sort(want);
            Collections.sort(got);
          }
          return want.equals(got) ? null : "expected rows " + want + " got rows " + got;
        }
      default:
        throw new IllegalStateException(s.expect);
    }
  }

  static String describe(Step s) {
    return switch (s.expect) {
      case "error" -> "error " + String.join(" ", s.errorTokens);
      case "count" -> "count " + s.count;
      case "rows", "keys" -> s.expect + " " + s.rows;
      default -> s.expect;
    };
  }

  private static final Pattern STATE = Pattern.compile("[0-9A-Z*]{5}");

  /** A token is {@code *}, SQLSTATEs parted by {@code /}, or text that some message holds. */
  static boolean tokenHolds(String token, Throwable error) {
    if (token.equals("*")) {
      return true;
    }
    boolean text = token.startsWith("'");
    if (!text
        && token
            .chars()
            .allMatch(
                c -> c == '/' || c == '*' || Character.isDigit(c) || Character.isUpperCase(c))) {
      for (String alternative : token.split("/")) {
        if (STATE.matcher(alternative).matches()) {
          Pattern p = Pattern.compile(alternative.replace("*", "."));
          for (Throwable t : chain(error)) {
            if (t instanceof SQLException e
                && e.getSQLState() != null
                && p.matcher(e.getSQLState()).matches()) {
              return true;
            }
          }
        }
      }
      return false;
    }
    String want = (text ? token.substring(1) : token).toLowerCase(Locale.ROOT);
    for (Throwable t : chain(error)) {
      if (t.getMessage() != null && t.getMessage().toLowerCase(Locale.ROOT).contains(want)) {
        return true;
      }
    }
    return false;
  }

  static List<Throwable> chain(Throwable t) {
    List<Throwable> out = new ArrayList<>();
    collect(t, out);
    return out;
  }

  private static void collect(Throwable t, List<Throwable> out) {
    if (t == null || out.contains(t) || out.size() > 100) {
      return;
    }
    out.add(t);
    collect(t.getCause(), out);
    if (t instanceof SQLException e) {
      collect(e.getNextException(), out);
    }
    for (Throwable s : t.getSuppressed()) {
      collect(s, out);
    }
  }

  // ---------------------------------------------------------------- execution

  /** What a statement did. */
  static final class Outcome {
    Throwable error;
    long count = -1;
    List<String> rows;
    List<String> keys;

    @Override
    public String toString() {
      if (error != null) {
        StringBuilder b = new StringBuilder("error");
        for (Throwable t : chain(error)) {
          if (t instanceof SQLException e && e.getSQLState() != null) {
            b.append(' ').append(e.getSQLState());
            break;
          }
        }
        String m = null;
        for (Throwable t : chain(error)) {
          if (t.getMessage() != null) {
            if (m == null) {
              m = t.getMessage();
            } else if (t.getMessage().contains("lens.") && !m.contains("lens.")) {
              m = t.getMessage();
            }
          }
        }
        if (m == null) {
          m = error.toString();
        }
        m = m.replaceAll("\\s+", " ");
        return b.append(" '").append(m, 0, Math.min(m.length(), 220)).append('\'').toString();
      }
      if (keys != null) {
        return "keys " + keys;
      }
      return rows != null ? "rows " + rows : count >= 0 ? "count " + count : "ok";
    }
  }

  /** Runs cases one after another. */
  static final class Runner {
    final String url;
    final int timeout;
    final boolean verbose;
    final Map<String, Connection> sessions = new LinkedHashMap<>();
    final Map<String, Future<?>> pending = new HashMap<>();
    final Map<String, Savepoint> savepoints = new HashMap<>();
    final ExecutorService background =
        Executors.newCachedThreadPool(
            r -> {
              Thread t = new Thread(r);
              t.setDaemon(true);
              return t;
            });
    String caseUrl;
    String session = "";
    int passed;
    int failed;
    int total;
    final List<String> faults = new ArrayList<>();

    Runner(String url, int timeout, boolean verbose) {
      this.url = url;
      this.timeout = timeout;
      this.verbose = verbose;
    }

    void run(Case c) {
      total++;
      if (!c.continued) {
        closeAll();
        caseUrl = url;
        boolean several = c.steps.stream().anyMatch(s -> s.kind.equals("session"));
        if (several && url.equals("jdbc:lens:")) {
          caseUrl = "jdbc:lens:mem:case" + Long.toHexString(System.nanoTime());
        }
      }
      Future<String> f = background.submit(() -> steps(c));
      String fault;
      try {
        fault = f.get(timeout, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        f.cancel(true);
        fault =
            c.file
                + ":"
                + c.line
                + " "
                + c.title
                + ": expected an end within "
                + timeout
                + " s got none";
        sessions.clear(); // abandon them: they hang
        pending.clear();
      } catch (Exception e) {
        Throwable t = e.getCause() == null ? e : e.getCause();
        fault = c.file + ":" + c.line + " " + c.title + ": expected a run got " + t;
      }
      if (fault == null) {
        passed++;
        if (verbose) {
          System.out.println("ok   " + c.file + ":" + c.line + " " + c.title);
        }
      } else {
        failed++;
        faults.add(fault);
        System.out.println("FAIL " + fault);
      }
    }

    private Connection connection() throws SQLException {
      Connection c = sessions.get(session);
      if (c == null) {
        c = DriverManager.getConnection(caseUrl);
        sessions.put(session, c);
      }
      return c;
    }

    /** Runs the steps; null, or the first fault. */
    private String steps(Case c) {
      for (Step s : c.steps) {
        String fault;
        try {
          fault = step(s);
        } catch (Exception e) {
          Outcome o = new Outcome();
          o.error = e;
          fault = "expected " + s.kind + " got " + o;
        }
        if (fault != null) {
          return c.file + ":" + s.line + " " + c.title + ": " + fault;
        }
      }
      return null;
    }

    private void join() {
      Future<?> f = pending.remove(session);
      if (f != null) {
        try {
          f.get(timeout, TimeUnit.SECONDS);
        } catch (Exception e) {
          throw new IllegalStateException(
              "the background statement of session '" + session + "' did not end", e);
        }
      }
    }

    private String step(Step s) throws SQLException {
      if (s.kind.equals("session")) {
        session = s.text;
        connection();
        return null;
      }
      join();
      Connection con = connection();
      switch (s.kind) {
        case "begin":
          con.setAutoCommit(false);
          return null;
        case "commit":
          {
            Outcome o = new Outcome();
            try {
              con.commit();
            } catch (Throwable t) {
              o.error = t;
              try {
                con.rollback();
              } catch (SQLException ignore) {
                // already rolled back
              }
            }
            con.setAutoCommit(true);
            return judge(s, o);
          }
        case "rollback":
          con.rollback();
          con.setAutoCommit(true);
          return null;
        case "savepoint":
          savepoints.put(session + "/" + s.text, con.setSavepoint(s.text));
          return null;
        case "rollbackto":
          con.rollback(savepoints.get(session + "/" + s.text));
          return null;
        case "meta":
          return judge(
              s,
              outcome(
                  () -> {
                    Outcome o = new Outcome();
                    o.rows = metadata(con, s.text);
                    return o;
                  }));
        default:
          if (s.async) {
            Future<?> f = background.submit(() -> outcome(() -> execute(con, s)));
            pending.put(session, f);
            try {
              f.get(2, TimeUnit.SECONDS);
            } catch (Exception e) {
              // still running: it waits for a lock
            }
            return null;
          }
          return judge(s, outcome(() -> execute(con, s)));
      }
    }

    interface Action {
      Outcome run() throws Exception;
    }

    static Outcome outcome(Action a) {
      try {
        return a.run();
      } catch (Throwable t) {
        Outcome o = new Outcome();
        o.error = t;
        return o;
      }
    }

    static Outcome execute(Connection con, Step s) throws SQLException {
      Outcome o = new Outcome();
      if (s.params.size() > 1) {
        try (PreparedStatement p = prepare(con, s)) {
          for (List<Object> row : s.params) {
            bind(p, row);
            p.addBatch();
          }
          o.count = 0;
          for (int n : p.executeBatch()) {
            o.count += n;
          }
          if (s.keys) {
            o.keys = read(p.getGeneratedKeys());
          }
          return o;
        }
      }
      if (s.params.size() == 1) {
        try (PreparedStatement p = prepare(con, s)) {
          bind(p, s.params.get(0));
          take(p, p.execute(), o, s.keys);
          return o;
        }
      }
      try (Statement st = con.createStatement()) {
        boolean query =
            s.keys ? st.execute(s.text, Statement.RETURN_GENERATED_KEYS) : st.execute(s.text);
        take(st, query, o, s.keys);
        return o;
      }
    }

    static PreparedStatement prepare(Connection con, Step s) throws SQLException {
      return s.keys
          ? con.prepareStatement(s.text, Statement.RETURN_GENERATED_KEYS)
          : con.prepareStatement(s.text);
    }

    static void take(Statement st, boolean query, Outcome o, boolean keys) throws SQLException {
      if (query) {
        o.rows = read(st.getResultSet());
      } else {
        o.count = st.getUpdateCount();
        if (keys) {
          o.keys = read(st.getGeneratedKeys());
        }
      }
    }

    static void bind(PreparedStatement p, List<Object> row) throws SQLException {
      int i = 1;
      for (Object v : row) {
        if (v == null) {
          p.setNull(i, Types.NULL);
        } else if (v instanceof Integer n) {
          p.setInt(i, n);
        } else if (v instanceof Long n) {
          p.setLong(i, n);
        } else if (v instanceof BigDecimal d) {
          p.setBigDecimal(i, d);
        } else if (v instanceof Boolean b) {
          p.setBoolean(i, b);
        } else if (v instanceof java.sql.Date d) {
          p.setDate(i, d);
        } else if (v instanceof java.sql.Timestamp t) {
          p.setTimestamp(i, t);
        } else {
          p.setString(i, (String) v);
        }
        i++;
      }
    }

    static List<String> read(ResultSet rs) throws SQLException {
      List<String> out = new ArrayList<>();
      try (rs) {
        int n = rs.getMetaData().getColumnCount();
        while (rs.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= n; i++) {
            row.add(cell(rs.getObject(i)));
          }
          out.add(String.join("|", row));
        }
      }
      return out;
    }

    /**
     * What JDBC metadata say: {@code pk S T}, {@code fk S T}, {@code refs S T}, {@code unique S T},
     * {@code columns S T}, {@code defaults S T}, {@code bestrow S T}, {@code names SQL}, {@code
     * types SQL}, {@code readonly SQL}.
     */
    static List<String> metadata(Connection con, String text) throws SQLException {
      String[] w = text.split("\\s+", 2);
      DatabaseMetaData m = con.getMetaData();
      List<String> out = new ArrayList<>();
      if (w[0].equals("names") || w[0].equals("types") || w[0].equals("readonly")) {
        try (PreparedStatement p = con.prepareStatement(w[1])) {
          var md = p.getMetaData();
          for (int i = 1; i <= md.getColumnCount(); i++) {
            String label = md.getColumnLabel(i);
            out.add(
                switch (w[0]) {
                  case "names" -> label;
                  case "types" -> label + "|" + (md.isNullable(i) == 0 ? "not null" : "null");
                  default -> label + "|" + (md.isReadOnly(i) ? "read-only" : "writable");
                });
          }
        }
        return out;
      }
      String[] st = w[1].split("\\s+");
      switch (w[0]) {
        case "pk" -> {
          try (ResultSet rs = m.getPrimaryKeys(null, st[0], st[1])) {
            while (rs.next()) {
              out.add(rs.getString("COLUMN_NAME") + "|" + rs.getInt("KEY_SEQ"));
            }
          }
        }
        case "fk" -> {
          try (ResultSet rs = m.getImportedKeys(null, st[0], st[1])) {
            while (rs.next()) {
              out.add(
                  rs.getString("FKCOLUMN_NAME")
                      + "|"
                      + rs.getString("PKTABLE_NAME")
                      + "|"
                      + rs.getString("PKCOLUMN_NAME"));
            }
          }
        }
        case "refs" -> {
          try (ResultSet rs = m.getExportedKeys(null, st[0], st[1])) {
            while (rs.next()) {
              out.add(
                  rs.getString("PKCOLUMN_NAME")
                      + "|"
                      + rs.getString("FKTABLE_NAME")
                      + "|"
                      + rs.getString("FKCOLUMN_NAME"));
            }
          }
        }
        case "unique" -> {
          try (ResultSet rs = m.getIndexInfo(null, st[0], st[1], true, false)) {
            while (rs.next()) {
              if (rs.getString("COLUMN_NAME") != null) {
                out.add(rs.getString("COLUMN_NAME"));
              }
            }
          }
        }
        case "columns" -> {
          try (ResultSet rs = m.getColumns(null, st[0], st[1], null)) {
            while (rs.next()) {
              out.add(rs.getString("COLUMN_NAME") + "|" + rs.getString("IS_NULLABLE"));
            }
          }
        }
        case "defaults" -> {
          try (ResultSet rs = m.getColumns(null, st[0], st[1], null)) {
            while (rs.next()) {
              String d = rs.getString("COLUMN_DEF");
              out.add(
                  rs.getString("COLUMN_NAME")
                      + "|"
                      + (d == null ? "NULL" : d.replaceAll("^'|'$", "")));
            }
          }
        }
        case "bestrow" -> {
          try (ResultSet rs =
              m.getBestRowIdentifier(
                  null, st[0], st[1], DatabaseMetaData.bestRowTransaction, true)) {
            while (rs.next()) {
              out.add(rs.getString("COLUMN_NAME"));
            }
          }
        }
        default -> throw new SQLException("unknown @meta " + w[0]);
      }
      return out;
    }

    void closeAll() {
      for (Connection c : sessions.values()) {
        try {
          if (!c.getAutoCommit()) {
            c.rollback();
          }
        } catch (Throwable ignore) {
          // the next case does not need it
        }
        try {
          c.close();
        } catch (Throwable ignore) {
          // the next case does not need it
        }
      }
      sessions.clear();
      pending.clear();
      savepoints.clear();
      session = "";
    }
  }

  // ---------------------------------------------------------------- main

  public static void main(String[] args) throws Exception {
    String url = "jdbc:lens:";
    int timeout = 60;
    boolean verbose = false;
    boolean dump = false;
    Pattern only = null;
    List<String> files = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "-u" -> url = args[++i];
        case "-t" -> timeout = Integer.parseInt(args[++i]);
        case "-only" -> only = Pattern.compile(args[++i]);
        case "-v" -> verbose = true;
        case "--dump" -> dump = true;
        case "--selfcheck" -> System.exit(selfcheck() ? 0 : 1);
        default -> files.add(args[i]);
      }
    }
    if (files.isEmpty()) {
      System.err.println(
          "usage: Cases [-u URL] [-t SECONDS] [-only REGEX] [-v] FILE... | --dump FILE... | --selfcheck");
      System.exit(2);
    }
    Runner r = new Runner(url, timeout, verbose);
    for (String f : files) {
      Path p = Path.of(f);
      for (Case c :
          parse(p.getFileName().toString(), Files.readAllLines(p, StandardCharsets.UTF_8))) {
        if (only != null && !only.matcher(c.title).find()) {
          continue;
        }
        if (dump) {
          for (Step s : c.steps) {
            if (s.kind.equals("sql")) {
              System.out.println(
                  c.file
                      + ":"
                      + s.line
                      + "\t"
                      + s.expect
                      + "\t"
                      + s.text.replaceAll("\\s*\\n\\s*", " "));
            }
          }
        } else {
          r.run(c);
        }
      }
    }
    if (!dump) {
      r.closeAll();
      System.out.println("cases " + r.total + ", passed " + r.passed + ", failed " + r.failed);
      System.exit(r.failed > 0 ? 1 : 0);
    }
  }

  // ---------------------------------------------------------------- selfcheck

  private static final String SELF =
      """
      # heading, skipped
      ## good: counts, rows, null, quoted text
      -- a comment
      create table t (id int primary key,
        a varchar(10), n decimal(8,2));
      => ok
      insert into t values (1, 'x', 1.50), (2, null, 2)
      => count 2
      select * from t
      => rows
      2|NULL|2
      1|x|1.5
      -- ends the rows
      select id from t order by id desc
      => rows ordered
      2
      1

      @params 3, 'it''s', null
      insert into t values (?, ?, ?)
      => count 1
      select a from t where id = 3
      => rows
      'it's'

      insert into t values (1, 'y', 0)
      => error 23505
      insert into t values (1, 'y', 0)
      => error 23*** 'primary key'
      select * from nowhere
      => error 42*** nowhere
      delete from t where id > 99
      => count 0
      ## good: transactions, batch, savepoint [continue]
      @begin
      @params 4, 'a', 1
      @params 5, 'b', 2
      insert into t values (?, ?, ?)
      => count 2
      @savepoint s
      delete from t
      => count 5
      @rollback to s
      @commit
      select count(*) from t
      => rows
      5

      @begin
      delete from t
      => count 5
      @rollback
      select count(*) from t
      => rows
      5

      @meta pk PUBLIC T
      => rows
      ID|1

      ## good: fresh database
      select * from t
      => error 42***
      ## good: keys
      create table g (id int generated always as identity primary key, v int)
      => ok
      insert into g (v) values (7), (8)
      => keys
      1
      2

      select count(*) from g where v is null
      => rows
      0
      ## bad: wrong count
      create table t (id int primary key)
      => ok
      insert into t values (1)
      => count 2
      ## bad: wrong rows
      create table t (id int primary key)
      => ok
      insert into t values (1), (2)
      => ok
      select id from t
      => rows
      1

      ## bad: wrong order
      select * from (values (1), (2)) as v(x) order by x
      => rows ordered
      2
      1

      ## bad: no error
      create table t (id int primary key)
      => error *
      ## bad: another state
      select * from nowhere
      => error 23***
      ## bad: another message
      select * from nowhere
      => error lens.no-inverse
      ## bad: error
      select * from nowhere
      => ok
      ## bad: multiset, not set
      select x from (values (1), (1)) as v(x)
      => rows
      1

      ## bad: rows where none
      select 1 from (values (1)) as v(x) where x = 2
      => rows
      1

      ## good: empty rows
      select 1 from (values (1)) as v(x) where x = 2
      => rows

      ## bad: commit was to fail
      @begin
      select 1
      => rows
      1

      @commit error 23505
      """;

  static boolean selfcheck() {
    List<Case> cases = parse("self", SELF.lines().toList());
    boolean ok = true;
    for (Case c : cases) {
      ok &= c.title.startsWith("good:") || c.title.startsWith("bad:");
    }
    Runner r = new Runner("jdbc:h2:mem:", 20, false);
    for (Case c : cases) {
      int before = r.failed;
      r.run(c);
      boolean fails = r.failed > before;
      if (fails != c.title.startsWith("bad:")) {
        System.out.println("selfcheck: wrong verdict on '" + c.title + "'");
        ok = false;
      }
    }
    r.closeAll();
    for (String bad :
        List.of(
            "select 1\n=> ok",
            "## t\nselect 1",
            "## t\n=> ok",
            "## t\nselect 1\n=> perhaps",
            "## t\n@nonsense",
            "## t\nselect 1\n=> rows\n1\nselect 2\n=> rows\n2")) {
      try {
        parse("self", bad.lines().toList());
        System.out.println("selfcheck: accepted malformed " + bad.replace('\n', ' '));
        ok = false;
      } catch (FormatException e) {
        // as it should be
      }
    }
    Step s = new Step();
    s.expect = "error";
    SQLException e =
        new SQLException(
            "outer", "00000", new RuntimeException("lens.check: price_gt_disc on Prod"));
    e.setNextException(new SQLException("next", "23514"));
    ok &=
        tokenHolds("23514", e)
            && tokenHolds("23505/23***", e)
            && tokenHolds("lens.check", e)
            && tokenHolds("'price_gt_disc on", e)
            && !tokenHolds("42***", e)
            && !tokenHolds("lens.unique", e);
    System.out.println(
        "selfcheck "
            + (ok ? "passed" : "FAILED")
            + " (the FAIL lines above are the ones that must fail)");
    return ok;
  }
}
