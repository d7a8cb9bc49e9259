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
package io.calcitelens.adapters.collection;

import static java.util.Objects.requireNonNull;

import com.google.common.primitives.Primitives;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeField;

/** How the elements of a collection hold the values of a row. */
abstract class ElementFormat {
  private final List<Class<?>> classes;
  private final List<RelDataType> types;

  private ElementFormat(List<Class<?>> classes, List<RelDataType> types) {
    this.classes = List.copyOf(classes);
    this.types = List.copyOf(types);
  }

  /**
   * The format of a table's elements.
   *
   * @param rowType the row type that the table tells, whose fields may be Java's classes
   * @param types the SQL types of the columns
   * @return empty if rows can be read but not made
   */
  static Optional<ElementFormat> of(
      Type elementType, RelDataType rowType, List<RelDataType> types) {
    if (!types.stream().allMatch(ElementValues::keeps)) {
      return Optional.empty();
    }
    final List<Class<?>> told = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      told.add(
          field.getType() instanceof RelDataTypeFactoryImpl.JavaType java
              ? Primitives.wrap((Class<?>) java.getJavaClass())
              : ElementValues.classOf(types.get(field.getIndex())));
    }
    if (elementType == Object[].class) {
      return keeps(told, types) ? Optional.of(new OfArrays(told, types)) : Optional.empty();
    }
    if (!(elementType instanceof Class<?> elementClass)) {
      return Optional.empty();
    }
    if (types.size() == 1 && ElementValues.keeps(Primitives.wrap(elementClass), types.get(0))) {
      final Class<?> held =
          elementClass == Object.class ? told.get(0) : Primitives.wrap(elementClass);
      return keeps(List.of(held), types)
          ? Optional.of(new OfValues(held, types))
          : Optional.empty();
    }
    return OfObjects.of(elementClass, rowType, types).map(f -> (ElementFormat) f);
  }

  private static boolean keeps(List<Class<?>> classes, List<RelDataType> types) {
    for (int i = 0; i < types.size(); i++) {
      if (!ElementValues.keeps(classes.get(i), types.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The values of an element, in Calcite's internal representation. */
  final Object[] read(Object element) {
    final Object[] row = new Object[types.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = ElementValues.read(value(element, i), types.get(i));
    }
    return row;
  }

  /** An element that holds the values of a row. */
  final Object write(Object[] row) {
    final Object[] values = new Object[row.length];
    for (int i = 0; i < row.length; i++) {
      values[i] = ElementValues.write(row[i], classes.get(i), types.get(i));
    }
    return element(values);
  }

  /** One value of an element, as it is held. */
  abstract Object value(Object element, int ordinal);

  /** An element of values as they are held. */
  abstract Object element(Object[] values);

  private static final class OfArrays extends ElementFormat {
    OfArrays(List<Class<?>> classes, List<RelDataType> types) {
      super(classes, types);
    }

    @Override
    Object value(Object element, int ordinal) {
      return ((Object[]) element)[ordinal];
    }

    @Override
    Object element(Object[] values) {
      return values;
    }
  }

  private static final class OfValues extends ElementFormat {
    OfValues(Class<?> held, List<RelDataType> types) {
      super(List.of(held), types);
    }

    @Override
    Object value(Object element, int ordinal) {
      return element instanceof Object[] array ? array[0] : element;
    }

    @Override
    Object element(Object[] values) {
      return values[0];
    }
  }

  /** Objects with a public field or record component per column, made by their constructor. */
  private static final class OfObjects extends ElementFormat {
    private final Constructor<?> constructor;
    private final List<Member> members;

    private OfObjects(
        Constructor<?> constructor,
        List<Member> members,
        List<Class<?>> classes,
        List<RelDataType> types) {
      super(classes, types);
      this.constructor = requireNonNull(constructor, "constructor");
      this.members = List.copyOf(members);
    }

    static Optional<OfObjects> of(
        Class<?> elementClass, RelDataType rowType, List<RelDataType> types) {
      final List<Member> members = new ArrayList<>();
      final List<Class<?>> classes = new ArrayList<>();
      if (!Modifier.isPublic(elementClass.getModifiers())) {
        return Optional.empty();
      }
      try {
        for (String name : rowType.getFieldNames()) {
          final Member member = member(elementClass, name);
          members.add(member);
          classes.add(
              member instanceof java.lang.reflect.Field field
                  ? field.getType()
                  : ((java.lang.reflect.Method) member).getReturnType());
        }
        final Constructor<?> constructor =
            elementClass.getConstructor(classes.toArray(new Class<?>[0]));
        final List<Class<?>> boxed = new ArrayList<>();
        classes.forEach(c -> boxed.add(Primitives.wrap(c)));
        return keeps(boxed, types)
            ? Optional.of(new OfObjects(constructor, members, boxed, types))
            : Optional.empty();
      } catch (NoSuchFieldException | NoSuchMethodException none) {
        return Optional.empty();
      }
    }

    private static Member member(Class<?> elementClass, String name) throws NoSuchFieldException {
      if (elementClass.isRecord()) {
        for (RecordComponent component : elementClass.getRecordComponents()) {
          if (component.getName().equals(name)) {
            return component.getAccessor();
          }
        }
      }
      return elementClass.getField(name);
    }

    @Override
    Object value(Object element, int ordinal) {
      final Member member = members.get(ordinal);
      try {
        return member instanceof java.lang.reflect.Field field
            ? field.get(element)
            : ((java.lang.reflect.Method) member).invoke(element);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("reading " + member, e);
      }
    }

    @Override
    Object element(Object[] values) {
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        // A class may refuse values; what it says is the reason.
        throw new IllegalArgumentException(String.valueOf(e.getCause().getMessage()), e.getCause());
      } catch (InstantiationException | IllegalAccessException e) {
        throw new IllegalStateException("making " + constructor, e);
      }
    }
  }
}
