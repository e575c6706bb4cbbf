import { Refusal } from '#domain/codes';
import { parseSettings } from '#domain/settings';
import { regionOfShard } from '#domain/values/regions';
import { showQuery } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { readInOneTrip, read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { companyTermsQuery } from '#store/show/management/company-terms';
import { waitingByTypeQuery } from '#store/show/lists/count-waiting';
import { showListsQuery } from '#store/show/vendors/read-reference-data';
import { settingsQuery } from '#store/show/management/settings';
import type { RequestContext } from '#verbs/request/context';
import { summaryOf } from '#verbs/session/login-context';
import { addressOf } from './save-address.ts';
import { categoryOf } from './save-category.ts';
import { companySettingsOf } from './save-company-terms.ts';

const showDataPlan = (store: ShowStore, userId: string) => ({
  settings: settingsQuery(store),
  lists: showListsQuery(store),
  companies: companyTermsQuery(store),
  waiting: waitingByTypeQuery(store, userId),
});

/** The data of a show's settings and forms, and the counts of the user's pending approvals. */
export const showPlan = ({
  store,
  directory,
  user,
}: Pick<RequestContext, 'store' | 'directory' | 'user'>) => ({
  show: showQuery(directory),
  ...showDataPlan(store, user.id),
});

/** A show with the data of its settings and forms (MG-10). Throws `NOT_FOUND`. */
export function viewShow(
  { SHARD_REGIONS }: Pick<Env, 'SHARD_REGIONS'>,
  { show, settings, lists, companies, waiting }: PlanRows<typeof showPlan>,
) {
  if (!show) throw new Refusal('NOT_FOUND');
  return {
    ...summaryOf(show, waiting.PO),
    region: regionOfShard(SHARD_REGIONS, show.shard),
    settings: parseSettings(settings?.settings),
    defaultPurchaseOrderWorkflowId: settings?.defaultPurchaseOrderWorkflowId ?? null,
    defaultInvoiceWorkflowId: settings?.defaultInvoiceWorkflowId ?? null,
    defaultPaymentWorkflowId: settings?.defaultPaymentWorkflowId ?? null,
    categories: lists.categories.map(categoryOf),
    addresses: lists.addresses.map(addressOf),
    companySettings: companies.map(companySettingsOf),
  };
}

/** The same for a show that the request has not opened. Throws `NOT_FOUND`. */
export async function viewUnopenedShow(env: Env, id: string, userId: string) {
  const show = await read(showQuery(directoryOf(env, id)));
  if (!show) throw new Refusal('NOT_FOUND');
  return viewShow(env, { show, ...(await readInOneTrip(showDataPlan(storeFor(env, show), userId))) });
}
