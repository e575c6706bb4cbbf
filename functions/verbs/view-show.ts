import { Refusal } from '#domain/codes';
import { parseSettings } from '#domain/settings';
import { readShow } from '#store/directory/people';
import { storeFor } from '#store/open';
import type { ShowStore } from '#store/open';
import { readCompanyTerms } from '#store/show/company-terms-rows';
import { countWaitingByShow } from '#store/show/count-waiting';
import { readShowLists } from '#store/show/read-reference';
import { readSettingsRow } from '#store/show/settings-rows';
import { summaryOf } from './login-context.ts';
import { addressOf } from './save-address.ts';
import { categoryOf } from './save-category.ts';
import { companySettingsOf } from './save-company-terms.ts';

/** A show with everything that its settings are made of and its forms offer (MG-10). Throws `NOT_FOUND`. */
export async function viewShow(env: Env, id: string, userId: string, opened?: ShowStore) {
  const show = await readShow(env, id);
  if (!show) throw new Refusal('NOT_FOUND');
  const store = opened ?? storeFor(env, show);
  const [stored, lists, companies, waiting] = await Promise.all([
    readSettingsRow(store),
    readShowLists(store),
    readCompanyTerms(store),
    countWaitingByShow(env, [show], userId),
  ]);
  return {
    ...summaryOf(show, waiting.get(id) ?? 0),
    settings: parseSettings(stored?.settings),
    defaultPurchaseOrderWorkflowId: stored?.defaultPurchaseOrderWorkflowId ?? null,
    defaultInvoiceWorkflowId: stored?.defaultInvoiceWorkflowId ?? null,
    defaultPaymentWorkflowId: stored?.defaultPaymentWorkflowId ?? null,
    categories: lists.categories.map(categoryOf),
    addresses: lists.addresses.map(addressOf),
    companySettings: companies.map(companySettingsOf),
  };
}
