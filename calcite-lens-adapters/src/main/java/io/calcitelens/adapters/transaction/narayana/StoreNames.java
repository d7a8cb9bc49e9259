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
package io.calcitelens.adapters.transaction.narayana;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;
import javax.transaction.xa.XAResource;
import org.jboss.tm.XAResourceWrapper;

/**
 * Writes the store's name into the log, so that a branch counts as ended when its own store was
 * asked and does not know it, whatever other stores are away.
 */
public final class StoreNames implements XAResourceRecordWrappingPlugin {
  @Override
  public void transcribeWrapperData(XAResourceRecord record) {
    if (record.value() instanceof XAResourceWrapper branch) {
      record.setJndiName(branch.getJndiName());
      record.setProductName(branch.getProductName());
      record.setProductVersion(branch.getProductVersion());
    }
  }

  /** Branches are told apart by what stands in them anyway. */
  @Override
  public Integer getEISName(XAResource resource) {
    return 0;
  }

  @Override
  public String getEISName(Integer number) {
    return "";
  }
}
