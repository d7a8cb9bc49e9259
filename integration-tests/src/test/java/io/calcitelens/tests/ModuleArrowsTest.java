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
package io.calcitelens.tests;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * Each module knows only those below it. The bridge class in Calcite's package is the exception.
 */
class ModuleArrowsTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.calcitelens");

  @Test
  void modulesKnowOnlyThoseBelow() {
    assertFalse(CLASSES.isEmpty());
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.calcitelens..")
        .layer("adapters")
        .definedBy("io.calcitelens.adapters..")
        .layer("prover")
        .definedBy("io.calcitelens.prover..")
        .layer("rules")
        .definedBy("io.calcitelens.rules..")
        .layer("ddl")
        .definedBy("io.calcitelens.ddl..")
        .whereLayer("ddl")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("rules")
        .mayOnlyBeAccessedByLayers("ddl")
        .whereLayer("prover")
        .mayOnlyBeAccessedByLayers("rules", "ddl")
        .whereLayer("adapters")
        .mayOnlyBeAccessedByLayers("prover", "rules", "ddl")
        .withOptionalLayers(true)
        .check(CLASSES);
  }

  @Test
  void modulesFormNoCycle() {
    slices().matching("io.calcitelens.(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
