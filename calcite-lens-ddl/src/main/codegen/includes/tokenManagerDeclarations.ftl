    /** Makes a plain brace of an escape token if the word behind the brace goes on. */
    void escapeOrBrace(Token escape) {
      char next;
      try {
        next = input_stream.readChar();
        input_stream.backup(1);
      } catch (java.io.IOException endOfText) {
        return;
      }
      if (Character.isJavaIdentifierPart(next)) {
        input_stream.backup(escape.image.length() - 1);
        escape.kind = LBRACE;
        escape.image = "{";
        escape.endLine = escape.beginLine;
        escape.endColumn = escape.beginColumn;
      }
    }
