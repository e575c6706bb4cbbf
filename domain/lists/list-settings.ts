import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { can, isApprover, roles } from '#domain/identity/permissions';
import type { Permissions, Role } from '#domain/identity/permissions';
import { described } from '#domain/values/described';
import { id, trimmedText } from '#domain/values/schema-fields';
import { columnWidth, columnsOf, densities, docTypeOfList, knownColumns, listNames } from './list-columns.ts';
import type { ChosenColumn, ListName } from './list-columns.ts';

/** Views that one person may have in a show, and shared ones that a show may have (VIEW-15). */
export const maxOwnViews = 50;
export const maxSharedViews = 100;

const columnIds = [...new Set(docTypes.flatMap((docType) => columnsOf(docType)))];
const width = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(columnWidth.minimum),
  v.maxValue(columnWidth.maximum),
);
const chosenColumns = v.nullable(
  v.pipe(
    v.array(v.object({ id: v.picklist(columnIds), width: v.nullish(width, null) })),
    v.maxLength(columnIds.length),
  ),
);
const columns = v.pipe(
  chosenColumns,
  v.description('The columns from left to right with their widths in pixels; null: those of the contract.'),
);

/** The part of the settings of a list that a request changes (VIEW-04). */
export const listSettingsChange = v.object({
  columns: v.exactOptional(columns),
  density: v.exactOptional(v.picklist(densities)),
  defaultViewId: v.exactOptional(v.pipe(v.nullable(id), v.description('The view that the list opens with.'))),
  viewOrder: v.exactOptional(v.pipe(v.array(id), v.maxLength(maxOwnViews + maxSharedViews))),
});
export type ListSettingsChange = v.InferOutput<typeof listSettingsChange>;

/** Who sees a view besides its owner (VIEW-12). */
export const audience = v.variant('kind', [
  v.object({ kind: v.literal('PRIVATE') }),
  v.object({ kind: v.literal('ROLE'), role: v.picklist(roles) }),
  v.object({ kind: v.literal('DEPARTMENT'), departmentId: id }),
]);
export type Audience = v.InferOutput<typeof audience>;

const viewFields = {
  name: v.pipe(v.string(), v.maxLength(60), trimmedText, v.minLength(1)),
  query: v.pipe(
    v.string(),
    v.maxLength(4000),
    v.regex(/^[\w*.+%=&-]*$/),
    v.description("Filters, sort and grouping: the query of the list's address."),
  ),
  columns,
  audience,
};

export const newListView = v.object({ list: v.picklist(listNames), ...viewFields });
export type NewListView = v.InferOutput<typeof newListView>;

/** Another change of the view since `revision` is a conflict (VIEW-14). */
export const listViewChange = v.object({
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...viewFields,
});
export type ListViewChange = v.InferOutput<typeof listViewChange>;

export const listView = v.object({
  id: v.string(),
  list: v.picklist(listNames),
  name: v.string(),
  query: v.string(),
  columns: chosenColumns,
  audience: v.variant('kind', [
    v.object({ kind: v.literal('PRIVATE') }),
    v.object({ kind: v.literal('ROLE'), role: v.string() }),
    v.object({ kind: v.literal('DEPARTMENT'), departmentId: v.string(), departmentName: v.string() }),
  ]),
  owner: v.object({ userId: v.string(), name: v.string() }),
  revision: v.number(),
  isTab: described('The view is the own one of this user, or is shared with them.', v.boolean()),
  mayChange: v.boolean(),
});
export type ListView = v.InferOutput<typeof listView>;

const settingsOfList = v.object({
  list: v.picklist(listNames),
  columns: chosenColumns,
  density: v.picklist(densities),
  defaultViewId: v.nullable(v.string()),
  viewOrder: v.array(v.string()),
});
export type ListSettings = v.InferOutput<typeof settingsOfList>;
export const listSettings = settingsOfList;

/** All lists of a person in a show. A list that is missing has the defaults. */
export const allListSettings = v.object({
  lists: v.array(settingsOfList),
  views: v.array(listView),
  share: described(
    'With whom this user may share views.',
    v.object({
      roles: v.array(v.string()),
      departments: v.array(v.object({ id: v.string(), name: v.string() })),
    }),
  ),
});
export type AllListSettings = v.InferOutput<typeof allListSettings>;

interface Sharer {
  role: Role;
  permissions: Permissions;
  /** Departments in which the user is active. */
  departmentIds: readonly string[];
}

const managesShow = ({ permissions }: Pick<Sharer, 'permissions'>) => can(permissions, 'Show', 'FULL');

/**
 * Whether the user may share a view with this audience: with any role or department those who have the whole show,
 * with their own departments approvers; others keep their views for themselves (VIEW-13, DEC-195).
 */
export function mayShareWith(sharer: Sharer, to: Audience): boolean {
  if (to.kind === 'PRIVATE' || managesShow(sharer)) return true;
  return (
    to.kind === 'DEPARTMENT' && isApprover(sharer.role) && sharer.departmentIds.includes(to.departmentId)
  );
}

/** Owners change their views; a shared one also those who have the whole show (VIEW-13). */
export function mayChangeView(
  sharer: Pick<Sharer, 'permissions'> & { userId: string },
  view: { ownerId: string; audience: Audience['kind'] },
): boolean {
  return view.ownerId === sharer.userId || (view.audience !== 'PRIVATE' && managesShow(sharer));
}

/** Stored columns without those that the list no longer has (VIEW-05). */
export function readColumns(list: ListName, stored: readonly ChosenColumn[] | null) {
  return knownColumns(docTypeOfList(list), stored);
}
