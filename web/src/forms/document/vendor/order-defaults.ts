import { baseCurrency, setCompany } from '../company-choice.ts';
import type { SharedForm } from '../model/draft.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { Company } from '#domain/reference-data/reference-data-response';

const changed = { shouldDirty: true } as const;

const addressNames = ['billToAddressId', 'shipToAddressId'] as const;

/** Values filled in from an earlier purchase order; empty if none. */
export type Defaults = Pick<
  PurchaseOrder,
  'projectCompanyExternalId' | 'projectCompanyCurrencyExternalId' | 'billToAddressId' | 'shipToAddressId'
>;

export const noDefaults: Defaults = {
  projectCompanyExternalId: '',
  projectCompanyCurrencyExternalId: '',
  billToAddressId: null,
  shipToAddressId: null,
};

interface Offered {
  companies: readonly Company[];
  addressIds: readonly string[];
}

/**
 * Fills fields from `like` as far as its values are still available: fields that are empty, or that still have the
 * value filled in for an earlier vendor (`before`). Returns the values filled in.
 */
export function applyDefaults(
  form: SharedForm,
  like: PurchaseOrder | null,
  offered: Offered,
  before: Defaults,
): Defaults {
  const now = { ...noDefaults };
  const found = offered.companies.find(
    (one) => one.projectCompanyExternalId === like?.projectCompanyExternalId,
  );
  // The currency is always the company's default, because it changes what an amount means.
  const foundCurrency = baseCurrency(found)?.external_id ?? null;
  const company = form.getValues('projectCompanyExternalId');
  const currency = form.getValues('projectCompanyCurrencyExternalId');
  const isStill =
    company === before.projectCompanyExternalId && currency === before.projectCompanyCurrencyExternalId;
  if (company === '' || isStill) {
    if (found || company !== '') setCompany(form, found, foundCurrency);
    now.projectCompanyExternalId = found?.projectCompanyExternalId ?? '';
    now.projectCompanyCurrencyExternalId = foundCurrency ?? '';
  }
  for (const name of addressNames) {
    const id = like?.[name] ?? null;
    const value = form.getValues(name);
    if (value !== null && value !== before[name]) continue;
    now[name] = id !== null && offered.addressIds.includes(id) ? id : null;
    if (now[name] !== value) form.setValue(name, now[name], changed);
  }
  return now;
}
