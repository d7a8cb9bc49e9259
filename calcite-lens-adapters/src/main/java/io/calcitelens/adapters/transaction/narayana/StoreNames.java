package io.calcitelens.adapters.transaction.narayana;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;
import javax.transaction.xa.XAResource;
import org.jboss.tm.XAResourceWrapper;

/**
 * Writes the store's name into the log, so that a branch counts as ended when its own store was
 * asked and does not know it, whatever other stores are away.
 */
final class StoreNames implements XAResourceRecordWrappingPlugin {
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
