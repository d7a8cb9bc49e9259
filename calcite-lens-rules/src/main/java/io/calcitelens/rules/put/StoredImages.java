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
package io.calcitelens.rules.put;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.RowExpression;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexUtil;

/**
 * Reads logical rows back from their stores by the members' keys: without the body's filter, so
 * that a row is found which the write moved out of sight.
 */
public final class StoredImages {
  private final Lens lens;
  private final Map<Integer, RowExpression> computed = new HashMap<>();

  public StoredImages(Lens lens) {
    this.lens = lens;
    List<RelDataType> types = new ArrayList<>();
    for (Member member : lens.members()) {
      for (BasisColumn column : member.table().columns()) {
        types.add(column.type());
      }
    }
    for (LensColumn column : lens.columns()) {
      boolean reads =
          column.put() instanceof LensColumn.Put.ReadOnly
              && !(column.expression() instanceof RexInputRef);
      if (reads && RexUtil.SubQueryFinder.find(column.expression()) == null) {
        computed.put(
            column.logical().ordinal(), RowExpression.overFields(column.expression(), types));
      }
    }
  }

  /**
   * The logical rows of fields that were read.
   *
   * @param fields the members' columns side by side
   */
  public List<Object[]> ofFields(Collection<Object[]> fields, DataContext context) {
    List<Object[]> images = new ArrayList<>(fields.size());
    for (Object[] row : fields) {
      images.add(image(row, context));
    }
    return images;
  }

  /** The members' columns side by side for each anchor row. */
  List<Object[]> assemble(List<Object[]> anchors, MemberRows rows) {
    Member anchor = lens.anchorMember();
    List<Object[]> assembled = new ArrayList<>(anchors.size());
    for (Object[] anchorRow : anchors) {
      Object[] fields = new Object[lens.fieldCount()];
      System.arraycopy(anchorRow, 0, fields, anchor.offset(), anchor.width());
      assembled.add(fields);
    }
    for (Member member : lens.reachOrder()) {
      if (member.role() != Member.Role.ANCHOR) {
        attach(member, assembled, rows);
      }
    }
    return assembled;
  }

  private void attach(Member member, List<Object[]> assembled, MemberRows rows) {
    Map<RowKey, List<Object[]>> waiting = new HashMap<>();
    List<Object[]> keys = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    for (Object[] fields : assembled) {
      Optional<StitchKey> key = StitchKey.of(member, fields);
      if (key.isPresent()) {
        ordinals = key.get().ordinals();
        Object[] probe = new Object[member.width()];
        for (int i = 0; i < ordinals.size(); i++) {
          probe[ordinals.get(i)] = key.get().values()[i];
        }
        RowKey rowKey = RowKey.of(member.table(), ordinals, probe).orElseThrow();
        waiting
            .computeIfAbsent(
                rowKey,
                k -> {
                  keys.add(key.get().values());
                  return new ArrayList<>();
                })
            .add(fields);
      }
    }
    if (keys.isEmpty()) {
      return;
    }
    for (Object[] row : rows.read(member.table(), ordinals, keys)) {
      RowKey.of(member.table(), ordinals, row)
          .map(waiting::get)
          .ifPresent(
              list ->
                  list.forEach(f -> System.arraycopy(row, 0, f, member.offset(), member.width())));
    }
  }

  private Object[] image(Object[] fields, DataContext context) {
    Object[] image = new Object[lens.columns().size()];
    for (LensColumn column : lens.columns()) {
      image[column.logical().ordinal()] = value(column, fields, context);
    }
    return image;
  }

  private Object value(LensColumn column, Object[] fields, DataContext context) {
    if (column.put() instanceof LensColumn.Put.Direct direct) {
      return direct.inversion().read(fields[direct.shown()]);
    }
    if (column.expression() instanceof RexInputRef ref) {
      return fields[ref.getIndex()];
    }
    RowExpression expression = computed.get(column.logical().ordinal());
    if (expression == null) {
      Site site = Site.column(lens.table().qualifiedName(), column.logical().name());
      throw LensException.of(
          LensCode.NOT_SUPPORTED,
          site,
          RESOURCE.notSupportedHere(site.what(), "in returning: it is computed by a subquery"));
    }
    return expression.evaluate(fields, context);
  }

  /** The whole anchor rows that changes left behind, in the order of the changes. */
  List<Object[]> anchorRows(List<Object[]> anchorImages, MemberRows rows) {
    Member anchor = lens.anchorMember();
    List<Object[]> found = new ArrayList<>();
    if (anchorImages.isEmpty()) {
      return found;
    }
    List<Integer> columns = WriteOrder.rowKey(anchor.table(), anchorImages.get(0)).columns();
    List<Object[]> keys =
        anchorImages.stream().map(r -> columns.stream().map(c -> r[c]).toArray()).toList();
    Map<RowKey, Object[]> byKey = new HashMap<>();
    for (Object[] row : rows.read(anchor.table(), columns, keys)) {
      RowKey.of(anchor.table(), columns, row).ifPresent(k -> byKey.put(k, row));
    }
    for (Object[] image : anchorImages) {
      Object[] row = RowKey.of(anchor.table(), columns, image).map(byKey::get).orElse(image);
      found.add(Arrays.copyOf(row, row.length));
    }
    return found;
  }
}
