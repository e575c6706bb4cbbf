import { Refusal } from '#domain/codes';
import { parseSettings } from '#domain/settings';
import { readShow } from '#store/directory/users';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { readCompanyTerms } from '#store/show/management/company-terms';
import { countWaitingByType } from '#store/show/lists/count-waiting';
import { readShowLists } from '#store/show/vendors/read-reference-data';
import { readSettingsRow } from '#store/show/management/settings';
import type { Seat } from '#verbs/request/context';
import { summaryOf } from '#verbs/session/login-context';
import { addressOf } from './save-address.ts';
import { categoryOf } from './save-category.ts';
import { companySettingsOf } from './save-company-terms.ts';

/** Begins what a show is made of. */
export function beginShow({ env, store, user }: Seat): void {
  store.foreseen.begin(readShow, env, store.showId);
  store.foreseen.begin(readSettingsRow, store);
  store.foreseen.begin(readShowLists, store);
  store.foreseen.begin(readCompanyTerms, store);
  store.foreseen.begin(countWaitingByType, store, user.id);
}

/** A show with everything that its settings are made of and its forms offer (MG-10). Throws `NOT_FOUND`. */
export async function viewShow(env: Env, id: string, userId: string, opened?: ShowStore) {
  const show = await (opened ? opened.foreseen.ask(readShow, env, id) : readShow(env, id));
  if (!show) throw new Refusal('NOT_FOUND');
  const store = opened ?? storeFor(env, show);
  const { foreseen } = store;
  const [stored, lists, companies, waiting] = await Promise.all([
    foreseen.ask(readSettingsRow, store),
    foreseen.ask(readShowLists, store),
    foreseen.ask(readCompanyTerms, store),
    foreseen.ask(countWaitingByType, store, userId),
  ]);
  return {
    ...summaryOf(show, waiting.PO),
    settings: parseSettings(stored?.settings),
    defaultPurchaseOrderWorkflowId: stored?.defaultPurchaseOrderWorkflowId ?? null,
    defaultInvoiceWorkflowId: stored?.defaultInvoiceWorkflowId ?? null,
    defaultPaymentWorkflowId: stored?.defaultPaymentWorkflowId ?? null,
    categories: lists.categories.map(categoryOf),
    addresses: lists.addresses.map(addressOf),
    companySettings: companies.map(companySettingsOf),
  };
}
