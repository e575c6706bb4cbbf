import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { mayEditShow } from '#domain/management/show-form';
import type { ShowChanges } from '#domain/management/show-form';
import { renameShow } from '#store/directory/shows';
import type { ShowRow } from '#store/directory/sessions';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { readTemplateType, setDefaultWorkflows, mergeSettings } from '#store/show/management/settings';
import { recomputeReminders } from '#store/show/approval/step-reminders';
import type { DefaultWorkflows } from '#store/show/management/settings';
import type { CurrentShow } from './list-shows.ts';
import { readShowRights } from './open-administered-show.ts';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { parseSettings, withSelfApproval } from '#domain/settings';
import type { Settings, SettingsChanges } from '#domain/settings';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

const templateTypes = {
  defaultPurchaseOrderWorkflowId: 'PURCHASE_ORDER',
  defaultInvoiceWorkflowId: 'INVOICE',
  defaultPaymentWorkflowId: 'PAYMENT',
} as const satisfies Record<keyof DefaultWorkflows, TemplateType>;

/**
 * Changes the name and the default workflows of a show, as far as they are given (API-51, MG-12). Throws `NOT_FOUND`
 * for an unknown show or a workflow of another show, `SHOW_NOT_IN_SESSION` or `FORBIDDEN` without the right to edit it,
 * and `invalid_parameter` for a workflow of another type.
 */
export async function changeShow(
  env: Env,
  actor: { userId: string; from: CurrentShow | null; runAfterResponse: (work: Promise<unknown>) => void },
  id: string,
  changes: ShowChanges,
): Promise<void> {
  const show = await requireEditableShow(env, actor, id);
  const { name, ...workflowIds } = changes;
  const store = storeFor(env, show);
  const defaults = await requireOwnWorkflows(store, workflowIds);
  await Promise.all([
    Object.keys(defaults).length > 0 && setDefaultWorkflows(store, defaults),
    name !== undefined && name !== show.name && renameShow(env, id, name),
  ]);
  actor.runAfterResponse(publishShowChange(env, id));
}

async function requireEditableShow(
  env: Env,
  { userId, from }: { userId: string; from: CurrentShow | null },
  id: string,
): Promise<ShowRow> {
  const { show, member, rights } = await readShowRights(env, userId, from, id);
  // Users who do not belong to a show must not learn whether it exists (DEC-98).
  if (!mayEditShow(rights)) throw new Refusal(member ? 'FORBIDDEN' : 'SHOW_NOT_IN_SESSION');
  if (!show?.isActive) throw new Refusal('NOT_FOUND');
  return show;
}

async function requireOwnWorkflows(
  store: ShowStore,
  workflowIds: Omit<ShowChanges, 'name'>,
): Promise<DefaultWorkflows> {
  const defaults: DefaultWorkflows = {};
  for (const [key, type] of Object.entries(templateTypes) as [keyof DefaultWorkflows, TemplateType][]) {
    const id = workflowIds[key];
    if (id === undefined) continue;
    const found = id === null ? type : await readTemplateType(store, id);
    if (found === null) throw new Refusal('NOT_FOUND');
    if (found !== type) throw new Refusal('invalid_parameter', { message: `${key} is not valid.` });
    defaults[key] = id;
  }
  return defaults;
}

/** Changes the given settings of a show and keeps the others (API-53, DEC-64). Throws `FORBIDDEN`. */
export async function changeSettings(context: RequestContext, changes: SettingsChanges): Promise<Settings> {
  requirePermission(context.permissions, 'Show');
  const settings = parseSettings(await mergeSettings(context.store, withSelfApproval(changes)));
  if (changes.timeZone !== undefined || changes.holidays !== undefined)
    await recomputeReminders(context.store, context.now);
  context.runAfterResponse(publishShowChange(context.env, context.show.id));
  return settings;
}
