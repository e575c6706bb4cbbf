import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { useSession } from '../../session/session.tsx';
import type { SharedForm } from '../document/model/draft.ts';
import { useRelievable } from '../use-relievable.ts';
import { useNoOrdersReason } from './unavailable-purchase-orders.ts';
import type { Relief } from './relief.ts';
import type { RelievablePo } from '#domain/relief/relief-response';

const reasons = {
  vendor: { short: 'Vendor first', text: 'Select a vendor' },
  temporary: { short: 'No POs', text: 'A temporary vendor has no purchase orders' },
  company: { short: 'Company first', text: 'Select a company' },
  currency: { short: 'Currency first', text: 'Select a currency' },
  failed: { short: 'Not loaded', text: 'Purchase orders could not be loaded' },
  loading: { short: 'Loading...', text: 'Loading information...' },
  none: { short: 'None open', text: 'No options available' },
} as const;

/** The missing input without which no PO can be relieved, or null. */
function whatIsMissing(vendor: VendorDraft | null, companyId: string, currencyId: string) {
  if (!vendor) return reasons.vendor;
  if (vendor.isTemporary || vendor.externalId === null) return reasons.temporary;
  if (companyId === '') return reasons.company;
  return currencyId === '' ? reasons.currency : null;
}

function whyEmpty(orders: readonly RelievablePo[] | null, failed: boolean) {
  if (orders === null) return failed ? reasons.failed : reasons.loading;
  return orders.length === 0 ? reasons.none : null;
}

/**
 * The POs that the invoice may relieve with its current vendor, company and currency; null if the show does not use
 * relief (RL-02, RL-08, DEC-38).
 */
export function useRelief(form: SharedForm, invoiceId: string | null): Relief | null {
  const { config } = useSession();
  const { purchaseOrderRelieveResources: relieves, displayReliefIndicatorsApp: showsIndicators } =
    config.settings;
  const vendor = useWatch({ control: form.control, name: 'vendor' }) ?? null;
  const companyId = useWatch({ control: form.control, name: 'projectCompanyExternalId' });
  const currencyId = useWatch({ control: form.control, name: 'projectCompanyCurrencyExternalId' });
  const vendorId = vendor && !vendor.isTemporary ? (vendor.externalId ?? '') : '';
  const parties = useMemo(
    () => ({
      vendorExternalId: vendorId,
      projectCompanyExternalId: companyId,
      currencyExternalId: currencyId,
    }),
    [vendorId, companyId, currencyId],
  );
  const { orders: offered, error } = useRelievable(parties, invoiceId);
  const orders = offered ?? null;
  const reason = whatIsMissing(vendor, companyId, currencyId) ?? whyEmpty(orders, error !== undefined);
  const isNone = relieves && reason === reasons.none;
  const whyNone = useNoOrdersReason(isNone && vendor ? vendor.number : null, parties);
  return useMemo(() => {
    const isLoadingOptions = reason === reasons.loading;
    return relieves ? { orders, isLoadingOptions, reason, whyNone, parties, showsIndicators } : null;
  }, [relieves, orders, reason, whyNone, parties, showsIndicators]);
}
