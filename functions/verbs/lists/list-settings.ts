import { Refusal } from '#domain/codes';
import { can, roles } from '#domain/identity/permissions';
import {
  maxOwnViews,
  maxSharedViews,
  mayChangeView,
  mayShareWith,
  readColumns,
} from '#domain/lists/list-settings';
import type {
  AllListSettings,
  Audience,
  ListSettings,
  ListSettingsChange,
  ListView,
  ListViewChange,
  NewListView,
} from '#domain/lists/list-settings';
import type { ListName } from '#domain/lists/list-columns';
import { violatesConstraint } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows, Rows } from '#store/d1/query';
import {
  deleteListView,
  insertListView,
  listSettingsQuery,
  listViewsQuery,
  saveListSettings,
  saveListView,
} from '#store/show/lists/list-settings';
import type { ListViewRow, ReadView } from '#store/show/lists/list-settings';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, PlanContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan, withIdempotency } from '#verbs/request/idempotency';

type Row = PlanRows<typeof listSettingsPlan>['lists'][number];

export const listSettingsPlan = ({ store, user, membership }: PlanContext) => ({
  lists: listSettingsQuery(store, user.id),
  views: listViewsQuery(store, user.id, membership.role),
  departments: departmentsQuery(store),
});

/** The lists of this user as they arranged them, and the views that they may open (VIEW-04, VIEW-10). */
export function viewListSettings(
  context: RequestContext,
  { lists, views, departments }: PlanRows<typeof listSettingsPlan>,
): AllListSettings {
  const sharer = sharerOf(context);
  const managesShow = can(context.permissions, 'Show', 'FULL');
  return {
    lists: lists.map(settingsOf),
    views: views.filter((row) => isVisible(context, row)).map((row) => viewOf(context, row)),
    share: {
      roles: managesShow ? [...roles] : [],
      departments: departments
        .filter(({ id }) => mayShareWith(sharer, { kind: 'DEPARTMENT', departmentId: id }))
        .map(({ id, name }) => ({ id, name })),
    },
  };
}

function settingsOf({ list, columns, density, defaultViewId, viewOrder }: Row): ListSettings {
  return { list, columns: readColumns(list, columns), density, defaultViewId, viewOrder: [...viewOrder] };
}

const sharerOf = ({ membership, permissions, departmentIds }: RequestContext) => ({
  role: membership.role,
  permissions,
  departmentIds,
});

/** Own views, those shared with the user, and for those who have the whole show every shared one. */
function isVisible({ user, permissions }: RequestContext, { view, isShared }: ReadView): boolean {
  return view.ownerId === user.id || isShared || can(permissions, 'Show', 'FULL');
}

function viewOf(context: RequestContext, { view, departmentName, isShared }: ReadView): ListView {
  const { id, list, name, query, ownerId, ownerName, revision } = view;
  const isOwn = ownerId === context.user.id;
  return {
    id,
    list,
    name,
    query,
    columns: readColumns(list, view.columns),
    audience:
      view.audience === 'ROLE'
        ? { kind: 'ROLE', role: view.audienceId ?? '' }
        : view.audience === 'DEPARTMENT'
          ? {
              kind: 'DEPARTMENT',
              departmentId: view.audienceId ?? '',
              departmentName: departmentName ?? '',
            }
          : { kind: 'PRIVATE' },
    owner: { userId: ownerId, name: ownerName },
    revision,
    isTab: isOwn || isShared,
    mayChange: mayChangeView({ userId: context.user.id, permissions: context.permissions }, view),
  };
}

/** Saves parts of the settings of one list of this user. The same request again changes nothing (VIEW-04). */
export async function changeListSettings(
  context: RequestContext,
  list: ListName,
  change: ListSettingsChange,
): Promise<ListSettings> {
  const { store, user } = context;
  const columns = change.columns === undefined ? {} : { columns: readColumns(list, change.columns) };
  const { lists } = await store.writeAndRead(
    [saveListSettings(store, user.id, list, { ...change, ...columns })],
    { lists: listSettingsQuery(store, user.id) },
  );
  const saved = lists.find((row) => row.list === list);
  if (!saved) throw new Error('The settings of a list were not saved.');
  return settingsOf(saved);
}

export const listViewPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  views: listViewsQuery(member.store, member.user.id, member.membership.role),
  departments: departmentsQuery(member.store),
});
type ViewRows = PlanRows<typeof listViewPlan>;

/** Throws `FORBIDDEN` for an audience with which the user may not share, `invalid_parameter` for an unknown department. */
function requireShare(context: RequestContext, { departments }: ViewRows, to: Audience): void {
  if (!mayShareWith(sharerOf(context), to)) throw new Refusal('FORBIDDEN');
  if (to.kind === 'DEPARTMENT' && !departments.some(({ id }) => id === to.departmentId))
    throw new Refusal('invalid_parameter', { message: 'The show has no such department.' });
}

function audienceColumns(to: Audience) {
  const audienceId = to.kind === 'ROLE' ? to.role : to.kind === 'DEPARTMENT' ? to.departmentId : null;
  return { audience: to.kind, audienceId };
}

/** Throws `NOT_FOUND` for a view that the user does not see, `FORBIDDEN` for one that is not theirs to change. */
function requireChangeable(context: RequestContext, { views }: ViewRows, id: string): ListViewRow {
  const found = views.find(({ view }) => view.id === id);
  if (!found || !isVisible(context, found)) throw new Refusal('NOT_FOUND');
  const actor = { userId: context.user.id, permissions: context.permissions };
  if (!mayChangeView(actor, found.view)) throw new Refusal('FORBIDDEN');
  return found.view;
}

/** Writes a view once per idempotency key and returns it. Throws `invalid_parameter` when there are too many. */
async function writeView(
  context: RequestContext,
  { stored }: ViewRows,
  prepare: () => { id: string; write: Write },
): Promise<ListView> {
  const { store, user, membership } = context;
  const after = { views: listViewsQuery(store, user.id, membership.role) };
  let rows: Rows<typeof after> | null = null;
  const { id } = await withIdempotency<{ id: string }>(context, stored, async (answerRow) => {
    const view = prepare();
    const answer = { id: view.id };
    rows = await store
      .writeAndRead([view.write, ...answerRow(answer)], after)
      .catch((error: unknown) => Promise.reject(toRefusal(error)));
    return answer;
  });
  const { views } = rows ?? (await readInOneTrip(after));
  const saved = views.find(({ view }) => view.id === id);
  if (!saved) throw new Refusal('NOT_FOUND');
  return viewOf(context, saved);
}

function toRefusal(error: unknown): Error {
  if (violatesConstraint(error, 'NOT NULL', 'list_views.revision'))
    return new Refusal('WORKFLOW_CONFLICT', {
      message: 'The view was changed in the meantime. Open it again to see the change.',
    });
  if (violatesConstraint(error, 'NOT NULL', 'list_views.name'))
    return new Refusal('invalid_parameter', {
      message: `A user can have ${maxOwnViews} views, and a show ${maxSharedViews} shared ones. Delete one first.`,
    });
  return error instanceof Error ? error : new Error(String(error));
}

/** Saves a new view of this user. Throws when the user may not share it with this audience (VIEW-13, VIEW-67). */
export async function createListView(
  context: RequestContext,
  rows: ViewRows,
  { list, name, query, columns, audience }: NewListView,
): Promise<ListView> {
  requireShare(context, rows, audience);
  const { store, user, now } = context;
  const id = context.newId();
  const row = {
    id,
    list,
    name,
    query,
    columns: readColumns(list, columns),
    ...audienceColumns(audience),
    ownerId: user.id,
    ownerName: fullName(user),
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return writeView(context, rows, () => ({ id, write: insertListView(store, row) }));
}

/** Changes a view. Throws `WORKFLOW_CONFLICT` when it was changed since `revision` (VIEW-14). */
export async function changeListView(
  context: RequestContext,
  rows: ViewRows,
  id: string,
  { revision, name, query, columns, audience }: ListViewChange,
): Promise<ListView> {
  const { store, now } = context;
  return writeView(context, rows, () => {
    const before = requireChangeable(context, rows, id);
    const to = audienceColumns(audience);
    const isSameAudience = to.audience === before.audience && to.audienceId === before.audienceId;
    // Others keep or change with whom a view is shared; only its owner takes it back.
    if (to.audience === 'PRIVATE' && before.ownerId !== context.user.id) throw new Refusal('FORBIDDEN');
    if (!isSameAudience) requireShare(context, rows, audience);
    const changed = { name, query, columns: readColumns(before.list, columns), ...to };
    return { id, write: saveListView(store, { ...before, ...changed, revision, updatedAt: now }) };
  });
}

/** Deletes a view. Throws `NOT_FOUND`, also for one that is deleted already (VIEW-11). */
export async function removeListView(
  context: RequestContext,
  rows: ViewRows,
  id: string,
): Promise<{ id: string }> {
  const { store } = context;
  return withIdempotency(context, rows.stored, async (answerRow) => {
    requireChangeable(context, rows, id);
    const answer = { id };
    await store.write([deleteListView(store, id), ...answerRow(answer)]);
    return answer;
  });
}
