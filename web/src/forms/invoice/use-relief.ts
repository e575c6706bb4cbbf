import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { RelievablePo } from '#domain/relief-reference';
import type { VendorDraft } from '#domain/vendor';
import { useSession } from '../../session/session.tsx';
import type { SharedForm } from '../document/draft.ts';
import { useRelievable } from '../relief.ts';
import type { Relief } from './relief.ts';

/** What is missing for there to be any PO to relieve, or null. */
function whatIsMissing(vendor: VendorDraft | null, companyId: string, currencyId: string): string | null {
  if (!vendor) return 'Select a vendor';
  if (vendor.isTemporary || vendor.externalId === null) return 'A temporary vendor has no purchase orders';
  if (companyId === '') return 'Select a company';
  return currencyId === '' ? 'Select a currency' : null;
}

function whyNone(orders: readonly RelievablePo[] | null, failed: boolean): string | null {
  if (orders === null) return failed ? 'Purchase orders could not be loaded' : 'Loading information...';
  return orders.length === 0 ? 'No options available' : null;
}

/**
 * RL-02, RL-08, DEC-38: the POs that the invoice in this form may relieve, as its vendor, company and currency now are;
 * null where the show does not relieve.
 */
export function useRelief(form: SharedForm, invoiceId: string | null): Relief | null {
  const { config } = useSession();
  const { purchaseOrderRelieveResources: relieves, displayReliefIndicatorsApp: showsIndicators } =
    config.settings;
  const vendor = useWatch({ control: form.control, name: 'vendor' }) ?? null;
  const companyId = useWatch({ control: form.control, name: 'projectCompanyExternalId' });
  const currencyId = useWatch({ control: form.control, name: 'projectCompanyCurrencyExternalId' });
  const parties = {
    vendorExternalId: vendor && !vendor.isTemporary ? (vendor.externalId ?? '') : '',
    projectCompanyExternalId: companyId,
    currencyExternalId: currencyId,
  };
  const { orders: offered, error } = useRelievable(parties, invoiceId);
  const orders = offered ?? null;
  const reason = whatIsMissing(vendor, companyId, currencyId) ?? whyNone(orders, error !== undefined);
  return useMemo(
    () => (relieves ? { orders, reason, showsIndicators } : null),
    [relieves, orders, reason, showsIndicators],
  );
}
