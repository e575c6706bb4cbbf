import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { permissionsOf } from '#domain/identity/permissions';
import { mayEditShow } from '#domain/management/show-form';
import type { ShowChanges } from '#domain/management/show-form';
import { readMembership } from '#store/directory/users';
import { readShowRow, renameShow } from '#store/directory/shows';
import type { ShowRow } from '#store/directory/sessions';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { readFlowType, setDefaultFlows } from '#store/show/management/settings';
import type { DefaultFlows } from '#store/show/management/settings';
import type { Standpoint } from './list-shows.ts';
import { publishShowChange } from '#verbs/realtime/publish-show-change';

const flowTypes = {
  defaultPurchaseOrderWorkflowId: 'PURCHASE_ORDER',
  defaultInvoiceWorkflowId: 'INVOICE',
  defaultPaymentWorkflowId: 'PAYMENT',
} as const satisfies Record<keyof DefaultFlows, TemplateType>;

/**
 * Changes the name of a show and its default flows (API-51, MG-12); what is not named stays. Throws `NOT_FOUND` for a
 * show that there is not and for a flow of another show, `SHOW_NOT_IN_SESSION` or `FORBIDDEN` for whoever may not, and
 * `invalid_parameter` for a flow of another type.
 */
export async function changeShow(
  env: Env,
  actor: { userId: string; from: Standpoint | null; later: (work: Promise<unknown>) => void },
  id: string,
  changes: ShowChanges,
): Promise<void> {
  const show = await editable(env, actor, id);
  const { name, ...flows } = changes;
  const store = storeFor(env, show);
  const wanted = await ownFlows(store, flows);
  await Promise.all([
    Object.keys(wanted).length > 0 && setDefaultFlows(store, wanted),
    name !== undefined && name !== show.name && renameShow(env, id, name),
  ]);
  actor.later(publishShowChange(env, id));
}

async function editable(
  env: Env,
  { userId, from }: { userId: string; from: Standpoint | null },
  id: string,
): Promise<ShowRow> {
  const [show, place] = await Promise.all([readShowRow(env, id), readMembership(env, id, userId)]);
  const rights = {
    there: place && permissionsOf(place.membership),
    here: from && permissionsOf(from.membership),
    isSameStudio: show !== null && show.studioId === from?.show.studioId,
  };
  // DEC-98: who does not belong to a show does not learn whether there is one.
  if (!mayEditShow(rights)) throw new Refusal(place ? 'FORBIDDEN' : 'SHOW_NOT_IN_SESSION');
  if (!show?.isActive) throw new Refusal('NOT_FOUND');
  return show;
}

async function ownFlows(store: ShowStore, flows: Omit<ShowChanges, 'name'>): Promise<DefaultFlows> {
  const wanted: DefaultFlows = {};
  for (const [key, type] of Object.entries(flowTypes) as [keyof DefaultFlows, TemplateType][]) {
    const id = flows[key];
    if (id === undefined) continue;
    const found = id === null ? type : await readFlowType(store, id);
    if (found === null) throw new Refusal('NOT_FOUND');
    if (found !== type) throw new Refusal('invalid_parameter', { message: `${key} is not valid.` });
    wanted[key] = id;
  }
  return wanted;
}
