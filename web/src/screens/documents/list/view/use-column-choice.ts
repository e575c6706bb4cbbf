import { useCallback, useEffect, useEffectEvent } from 'react';
import type { DocType } from '#domain/document';
import { defaultColumns, listNameOf } from '#domain/lists/list-columns';
import type { ChosenColumn } from '#domain/lists/list-columns';
import type { AllListSettings, ListSettingsChange, ListView } from '#domain/lists/list-settings';
import { columnResizeEvent } from '../../../../parts/table/column-resizer.tsx';
import type { ColumnResize } from '../../../../parts/table/column-resizer.tsx';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { ListRow, ToolsProps } from '../list-definition.ts';
import { changeSettings, chosenColumns, shownColumns } from './settings.ts';
import type { UnsavedColumns } from './settings.ts';

export interface ColumnChoice {
  /** The columns shown, from left to right. */
  shown: readonly ChosenColumn[];
  /** Null: the columns of the contract. */
  setColumns: (columns: readonly ChosenColumn[] | null) => void;
  /** The open view, if it has columns of its own. */
  view: ListView | undefined;
  /** Whether the columns of the open view were changed and not saved in it. */
  isUnsaved: boolean;
  /** Drops the unsaved columns of the open view, after they were saved. */
  forgetUnsaved: () => void;
  change: (change: ListSettingsChange) => void;
}

/** The columns of a list, and their changes: in an open view that has columns they stay there until it is saved. */
export function useColumnChoice<Type extends DocType, Row extends ListRow, Filters>(
  { kind, persona, query, top }: ToolsProps<Type, Row, Filters>,
  settings: AllListSettings | undefined,
  [unsaved, setUnsaved]: readonly [UnsavedColumns, (unsaved: UnsavedColumns) => void],
): ColumnChoice {
  const { docType } = kind;
  const { show, user } = useSession();
  const flash = useToast();
  const list = listNameOf(docType, persona);
  const view = settings?.views.find(({ id }) => id === query.view);
  const chosen = chosenColumns(settings, list, query.view, unsaved);
  const shown = shownColumns(docType, chosen, kind.filters.columns?.(query.filters));
  const change = useCallback(
    (part: ListSettingsChange) => {
      changeSettings({ userId: user.id, showId: show.id }, list, part).catch(() =>
        flash('failure', 'Your view of the list was not saved. Try again.'),
      );
    },
    [user.id, show.id, list, flash],
  );
  const setColumns = (next: readonly ChosenColumn[] | null) => {
    // A column that the filters add is not chosen by a change of the others (VIEW-07).
    const own = new Set<string>(shownColumns(docType, chosen).map(({ id }) => id));
    const isAdded = ({ id }: ChosenColumn) => !own.has(id) && shown.some((one) => one.id === id);
    const columns = next?.filter((one) => !isAdded(one) || one.width !== null) ?? null;
    if (view?.columns) {
      const ofView = columns ?? defaultColumns[docType].map((id) => ({ id, width: null }));
      setUnsaved(new Map(unsaved).set(view.id, ofView));
      return;
    }
    change({ columns: columns as NonNullable<ListSettingsChange['columns']> | null });
  };
  const resize = useEffectEvent(({ detail }: CustomEvent<ColumnResize>) => {
    setColumns(shown.map((one) => (one.id === detail.id ? { ...one, width: detail.width } : one)));
  });
  useEffect(() => {
    const box = top.current;
    const listen = (event: Event) => resize(event as CustomEvent<ColumnResize>);
    box?.addEventListener(columnResizeEvent, listen);
    return () => box?.removeEventListener(columnResizeEvent, listen);
  }, [top]);
  return {
    shown,
    setColumns,
    change,
    view,
    isUnsaved: view !== undefined && unsaved.has(view.id),
    forgetUnsaved: () => setUnsaved(new Map([...unsaved].filter(([id]) => id !== view?.id))),
  };
}
