import { useMemo } from 'react';
import useSWR, { mutate } from 'swr';
import type { DocType, Persona } from '#domain/document';
import { defaultColumns, fetchedAmong, knownColumns, listNameOf } from '#domain/lists/list-columns';
import type { ChosenColumn, ColumnId, ListName } from '#domain/lists/list-columns';
import type {
  AllListSettings,
  ListSettings,
  ListSettingsChange,
  ListView,
} from '#domain/lists/list-settings';
import { api, ask } from '../../../../api.ts';
import { keys } from '../../../../keys.ts';
import { readStored, writeStored } from '../../../../session/local-storage.ts';
import { useSession } from '../../../../session/session.tsx';
import type { ListPlace } from '../arranger.ts';
import { arranger } from '../arranger.ts';
import type { Arrangement, ListDefinition, ListRow, ResponsiveColumn } from '../list-definition.ts';
import { addedColumn } from './added-columns.tsx';

interface Stored extends Pick<ListPlace, 'userId' | 'showId'> {
  settings: AllListSettings;
}

/** The settings that this browser loaded last, so that a list opens as its person left it. */
function readStoredSettings({
  userId,
  showId,
}: Pick<ListPlace, 'userId' | 'showId'>): AllListSettings | undefined {
  try {
    const stored: Stored | null = JSON.parse(readStored('listSettings') ?? 'null');
    return stored?.userId === userId && stored.showId === showId ? stored.settings : undefined;
  } catch {
    return undefined;
  }
}

function storeSettings(place: Pick<ListPlace, 'userId' | 'showId'>, settings: AllListSettings): void {
  const isDefault = settings.lists.length === 0 && settings.views.length === 0;
  const { userId, showId } = place;
  writeStored('listSettings', isDefault ? null : JSON.stringify({ userId, showId, settings }));
}

const settingsKey = (showId: string) => keys.lookup(showId, 'list-settings');

/** The lists as this person arranged them on any device, and their views (VIEW-04, VIEW-10). */
export function useListSettings() {
  const { show, user } = useSession();
  const place = { userId: user.id, showId: show.id };
  const { data } = useSWR(
    settingsKey(show.id),
    async () => {
      const settings = await ask(api.api['list-settings'].$get({ query: { showId: show.id } }));
      storeSettings(place, settings);
      return settings;
    },
    { revalidateOnFocus: false, dedupingInterval: 60_000 },
  );
  const stored = useMemo(() => readStoredSettings({ userId: user.id, showId: show.id }), [user.id, show.id]);
  return { settings: data ?? stored };
}

const defaultSettings = {
  columns: null,
  density: 'COMFORTABLE',
  defaultViewId: null,
  viewOrder: [],
} as const;

export function settingsOf(settings: AllListSettings | undefined, list: ListName): ListSettings {
  const { viewOrder, ...rest } = defaultSettings;
  return settings?.lists.find((one) => one.list === list) ?? { list, ...rest, viewOrder: [...viewOrder] };
}

/** The views of a list that are tabs, in the order of the person; others come last (VIEW-11). */
export function tabsOf(settings: AllListSettings | undefined, list: ListName): ListView[] {
  const { viewOrder } = settingsOf(settings, list);
  const placeOf = ({ id }: ListView) => (viewOrder.includes(id) ? viewOrder.indexOf(id) : viewOrder.length);
  const views = (settings?.views ?? []).filter((view) => view.list === list && view.isTab);
  return views.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Columns changed in an open view and not saved in it, by the id of the view. */
export type UnsavedColumns = ReadonlyMap<string, readonly ChosenColumn[]>;
export const nothingUnsaved: UnsavedColumns = new Map();

/** The chosen columns of a list: those of its open view, else the person's; null: those of the contract. */
export function chosenColumns(
  settings: AllListSettings | undefined,
  list: ListName,
  viewId: string | undefined,
  unsaved: UnsavedColumns = nothingUnsaved,
): readonly ChosenColumn[] | null {
  const changed = unsaved.get(viewId ?? '');
  if (changed !== undefined) return changed;
  const view = settings?.views.find(({ id }) => id === viewId);
  return view?.columns ?? settingsOf(settings, list).columns;
}

/** The columns that the list shows, with the person's widths, and after the date those that its filters add. */
export function shownColumns(
  docType: DocType,
  chosen: readonly ChosenColumn[] | null,
  added: readonly ColumnId[] = [],
) {
  const shown: (ChosenColumn & { id: ColumnId })[] =
    knownColumns(docType, chosen) ?? defaultColumns[docType].map((id: ColumnId) => ({ id, width: null }));
  const missing = added.filter((id) => shown.every((one) => one.id !== id));
  const at = shown.findIndex(({ id }) => id === 'DATE') + 1;
  return shown.toSpliced(at, 0, ...missing.map((id) => ({ id, width: null })));
}

/** A column without a width shares the rest, and is never narrower than this. */
const flexibleWidth = '9rem';

/** The columns that a person chose, in a table that scrolls sideways where there is no room for them (VIEW-41). */
function chosenTable<Row>(chosen: readonly ResponsiveColumn<Row>[], isNarrow: boolean) {
  const columns = chosen.map(({ narrow, ...column }) => {
    const width = (isNarrow && narrow?.width) || column.width;
    return { ...column, ...(width && { width }) };
  });
  return { columns, minWidth: `calc(${columns.map(({ width }) => width ?? flexibleWidth).join(' + ')})` };
}

/** How a list is shown; null: as in the contract. */
export function arrange<Row extends ListRow>(
  kind: Pick<ListDefinition<DocType, Row, never>, 'docType' | 'columns'>,
  settings: AllListSettings | undefined,
  persona: Persona,
  {
    view,
    added,
    unsaved,
  }: { view: string | undefined; added?: readonly ColumnId[] | undefined; unsaved?: UnsavedColumns },
): Arrangement<Row> | null {
  const { docType } = kind;
  const list = listNameOf(docType, persona);
  const chosen = chosenColumns(settings, list, view, unsaved);
  const isCompact = settingsOf(settings, list).density === 'COMPACT';
  if (chosen === null && !added) return isCompact ? { tables: null, fetched: '', isCompact } : null;
  const shown = shownColumns(docType, chosen, added);
  const columns = shown.flatMap(({ id, width }) => {
    const column = kind.columns.find((one) => one.id === id) ?? addedColumn(docType, id);
    if (!column) return [];
    const own = column as ResponsiveColumn<Row>;
    return [width === null ? own : { ...own, width: `${width}px`, narrow: {} }];
  });
  const fetched = fetchedAmong(shown.map(({ id }) => id)).join();
  const wide = chosenTable(columns, false);
  // A column that the filters add neither scrolls the others out of sight nor takes their room in a narrow list.
  const tables =
    chosen === null
      ? { wide: { ...wide, minWidth: '0px' }, narrow: null }
      : { wide, narrow: chosenTable(columns, true) };
  const addedFirst = chosen === null && columns.find(({ id }) => id === added?.[0]);
  return { tables, fetched, isCompact, ...(addedFirst && { insteadOfDate: addedFirst }) };
}

arranger.of = (kind, persona, place) => arrange(kind, readStoredSettings(place), persona, place);

/** Shows a change at once, and saves it. Restores the former settings and throws when that fails. */
export async function changeSettings(
  place: Pick<ListPlace, 'userId' | 'showId'>,
  list: ListName,
  change: ListSettingsChange,
): Promise<void> {
  const { showId } = place;
  const merge = (all: AllListSettings | undefined, saved?: ListSettings): AllListSettings => {
    const known = all ?? { lists: [], views: [], share: { roles: [], departments: [] } };
    const one = saved ?? { ...settingsOf(all, list), ...change };
    const next = { ...known, lists: [...known.lists.filter((other) => other.list !== list), one] };
    storeSettings(place, next);
    return next;
  };
  await mutate<AllListSettings>(
    settingsKey(showId),
    async (all) => {
      const call = { param: { list }, query: { showId }, json: change };
      return merge(all, await ask(api.api['list-settings'][':list'].$put(call)));
    },
    { optimisticData: (all) => merge(all), rollbackOnError: true, revalidate: false },
  );
}

/** Replaces, adds or removes a view after it was saved. */
export async function putView(showId: string, id: string, view: ListView | null): Promise<void> {
  await mutate<AllListSettings>(
    settingsKey(showId),
    (all) =>
      all && {
        ...all,
        views: view
          ? [...all.views.filter((one) => one.id !== id), view]
          : all.views.filter((one) => one.id !== id),
      },
    { revalidate: true },
  );
}
