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
package io.calcitelens.ddl.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.jdbc.LensConnectionBase;

/** The setters of later JDBC versions, which Avatica leaves to its descendants. */
abstract class PreparedSetters extends LensConnectionBase.PreparedBase {
  PreparedSetters(LensConnection connection, Meta.Signature signature) throws SQLException {
    super(
        connection,
        null,
        signature,
        ResultSet.TYPE_FORWARD_ONLY,
        ResultSet.CONCUR_READ_ONLY,
        ResultSet.CLOSE_CURSORS_AT_COMMIT);
  }

  @Override
  public void setRowId(int parameterIndex, RowId x) throws SQLException {
    getSite(parameterIndex).setRowId(x);
  }

  @Override
  public void setNString(int parameterIndex, String value) throws SQLException {
    getSite(parameterIndex).setNString(value);
  }

  @Override
  public void setNCharacterStream(int parameterIndex, Reader value, long length)
      throws SQLException {
    getSite(parameterIndex).setNCharacterStream(value, length);
  }

  @Override
  public void setNCharacterStream(int parameterIndex, Reader value) throws SQLException {
    getSite(parameterIndex).setNCharacterStream(value);
  }

  @Override
  public void setNClob(int parameterIndex, NClob value) throws SQLException {
    getSite(parameterIndex).setNClob(value);
  }

  @Override
  public void setNClob(int parameterIndex, Reader reader, long length) throws SQLException {
    getSite(parameterIndex).setNClob(reader, length);
  }

  @Override
  public void setNClob(int parameterIndex, Reader reader) throws SQLException {
    getSite(parameterIndex).setNClob(reader);
  }

  @Override
  public void setClob(int parameterIndex, Reader reader, long length) throws SQLException {
    getSite(parameterIndex).setClob(reader, length);
  }

  @Override
  public void setClob(int parameterIndex, Reader reader) throws SQLException {
    getSite(parameterIndex).setClob(reader);
  }

  @Override
  public void setBlob(int parameterIndex, InputStream stream, long length) throws SQLException {
    getSite(parameterIndex).setBlob(stream, length);
  }

  @Override
  public void setBlob(int parameterIndex, InputStream stream) throws SQLException {
    getSite(parameterIndex).setBlob(stream);
  }

  @Override
  public void setSQLXML(int parameterIndex, SQLXML x) throws SQLException {
    getSite(parameterIndex).setSQLXML(x);
  }

  @Override
  public void setAsciiStream(int parameterIndex, InputStream x, long length) throws SQLException {
    getSite(parameterIndex).setAsciiStream(x, length);
  }

  @Override
  public void setAsciiStream(int parameterIndex, InputStream x) throws SQLException {
    getSite(parameterIndex).setAsciiStream(x);
  }

  @Override
  public void setBinaryStream(int parameterIndex, InputStream x, long length) throws SQLException {
    getSite(parameterIndex).setBinaryStream(x, length);
  }

  @Override
  public void setBinaryStream(int parameterIndex, InputStream x) throws SQLException {
    getSite(parameterIndex).setBinaryStream(x);
  }

  @Override
  public void setCharacterStream(int parameterIndex, Reader reader, long length)
      throws SQLException {
    getSite(parameterIndex).setCharacterStream(reader, length);
  }

  @Override
  public void setCharacterStream(int parameterIndex, Reader reader) throws SQLException {
    getSite(parameterIndex).setCharacterStream(reader);
  }
}
