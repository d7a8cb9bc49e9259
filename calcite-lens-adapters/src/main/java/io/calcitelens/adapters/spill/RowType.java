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
package io.calcitelens.adapters.spill;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ObjectDataType;

/** Writes rows of values in Calcite's internal representation, and reads them as they were. */
final class RowType extends BasicDataType<Object[]> {
  private static final byte NULL = 0;
  private static final byte PLAIN = 1;
  private static final byte BYTES = 2;
  private static final byte LIST = 3;
  private static final byte STRUCT = 4;

  private static final int ROW_BYTES = 32;

  private final ObjectDataType plain = new ObjectDataType();

  @Override
  public Object[][] createStorage(int size) {
    return new Object[size][];
  }

  @Override
  public int getMemory(Object[] row) {
    int memory = ROW_BYTES;
    for (Object value : row) {
      memory += memoryOf(value);
    }
    return memory;
  }

  private int memoryOf(Object value) {
    if (value == null) {
      return 0;
    } else if (value instanceof ByteString bytes) {
      return ROW_BYTES + bytes.length();
    } else if (value instanceof Object[] struct) {
      return getMemory(struct);
    } else if (value instanceof List<?> list) {
      return getMemory(list.toArray());
    }
    return plain.getMemory(value);
  }

  @Override
  public void write(WriteBuffer buffer, Object[] row) {
    buffer.putVarInt(row.length);
    for (Object value : row) {
      writeValue(buffer, value);
    }
  }

  private void writeValue(WriteBuffer buffer, Object value) {
    if (value == null) {
      buffer.put(NULL);
    } else if (value instanceof ByteString bytes) {
      buffer.put(BYTES).putVarInt(bytes.length()).put(bytes.getBytes());
    } else if (value instanceof List<?> list) {
      write(buffer.put(LIST), list.toArray());
    } else if (value instanceof Object[] struct) {
      write(buffer.put(STRUCT), struct);
    } else {
      plain.write(buffer.put(PLAIN), value);
    }
  }

  @Override
  public Object[] read(ByteBuffer buffer) {
    final Object[] row = new Object[readVarInt(buffer)];
    for (int i = 0; i < row.length; i++) {
      row[i] = readValue(buffer);
    }
    return row;
  }

  private Object readValue(ByteBuffer buffer) {
    final byte kind = buffer.get();
    switch (kind) {
      case NULL:
        return null;
      case PLAIN:
        return plain.read(buffer);
      case BYTES:
        final byte[] bytes = new byte[readVarInt(buffer)];
        buffer.get(bytes);
        return new ByteString(bytes);
      case LIST:
        return Arrays.asList(read(buffer));
      case STRUCT:
        return read(buffer);
      default:
        throw new AssertionError("value of kind " + kind);
    }
  }

  private static int readVarInt(ByteBuffer buffer) {
    int number = 0;
    for (int shift = 0; ; shift += 7) {
      final byte part = buffer.get();
      number |= (part & 0x7f) << shift;
      if (part >= 0) {
        return number;
      }
    }
  }
}
