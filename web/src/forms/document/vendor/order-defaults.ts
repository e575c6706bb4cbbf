import type { Company } from '#domain/reference-data/company';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { baseCurrency, takeCompany } from '../company-choice.ts';
import type { SharedForm } from '../model/draft.ts';

const changed = { shouldDirty: true } as const;

const addressNames = ['billToAddressId', 'shipToAddressId'] as const;

/** What an earlier purchase order filled in; empty where it filled in nothing. */
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
 * What nobody has chosen is as it was in `like`, as far as it is still offered: what is empty, and what an earlier vendor's
 * order filled in (`before`). Answers what is filled in now.
 */
export function takeOver(
  form: SharedForm,
  like: PurchaseOrder | null,
  offered: Offered,
  before: Defaults,
): Defaults {
  const now = { ...noDefaults };
  const found = offered.companies.find(
    (one) => one.projectCompanyExternalId === like?.projectCompanyExternalId,
  );
  // In which currency is money: it begins as the company's own.
  const foundCurrency = baseCurrency(found)?.external_id ?? null;
  const company = form.getValues('projectCompanyExternalId');
  const currency = form.getValues('projectCompanyCurrencyExternalId');
  const isStill =
    company === before.projectCompanyExternalId && currency === before.projectCompanyCurrencyExternalId;
  if (company === '' || isStill) {
    if (found || company !== '') takeCompany(form, found, foundCurrency);
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
