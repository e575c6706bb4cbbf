import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import {
  emptySelection,
  isAllOn,
  isSelected,
  toggleAll,
  toggleOne,
} from '#domain/bulk-approval/bulk-selection';
import { mayResendSome } from '#domain/bulk-approval/may-resend';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import { statusTab } from '#domain/lists/lists';
import { keys } from '../../../keys.ts';
import { afterFirstScreen, loadOptional } from '../../../parts/hooks/lazy-part.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import { useSession } from '../../../session/session.tsx';
import type { WaitingFilters } from '../list/filters/waiting-filters.ts';
import type { SelectionComponent } from '../list/list-definition.ts';
import { isOpenFor, itemOf } from './bulk-kind.ts';
import type { BulkKind, SelectableRow, SelectingProps } from './bulk-kind.ts';
import { SelectionBar } from './selection-bar.tsx';

/** Without the code of the selection, rows cannot be selected. */
function NoSelection({ onPicks }: SelectingProps<DocType, SelectableRow, unknown>) {
  useEffect(() => onPicks(null), [onPicks]);
  return null;
}

const LazySelecting = lazy(async () => {
  const part = await loadOptional(() => import('./selecting.tsx'));
  return { default: part?.Selecting ?? NoSelection } as { default: typeof NoSelection };
}) as unknown as <Type extends DocType, Row extends SelectableRow, Filters>(
  props: SelectingProps<Type, Row, Filters>,
) => ReactNode;

const LastRunNotice = lazy(async () => {
  const part = await loadOptional(() => import('./last-run.tsx'));
  return { default: part?.LastRunNotice ?? (() => null) };
});

/** The code of the selection does not compete with the rows of the first screen. */
let isFirstScreen = true;
afterFirstScreen(() => {
  isFirstScreen = false;
});

type LoadingProps<Type extends DocType, Row, Filters> = Omit<
  SelectingProps<Type, Row, Filters>,
  'onPicks' | 'early'
> & {
  children: (picks: RowSelection<Row> | null) => ReactNode;
};

const nothingSelected = {
  count: 0,
  sums: [],
  isRunning: false,
  isReading: false,
  onApprove: () => undefined,
};

/** Rows and bar are there from the start, so that nothing moves when the selection is loaded. */
function LoadingSelection<Type extends DocType, Row extends SelectableRow, Filters>({
  kind,
  action,
  view,
  children,
}: LoadingProps<Type, Row, Filters>) {
  const { show } = useSession();
  const { data: lastRun } = useSWR<unknown>(keys.bulk(show.id, 'last'), null);
  const [early, setEarly] = useState(emptySelection);
  const [isDeferred, setDeferred] = useState(isFirstScreen);
  useEffect(() => afterFirstScreen(() => setDeferred(false)), []);
  const earlyPicks = useMemo(
    (): RowSelection<Row> => ({
      isPicked: ({ id }) => isSelected(early, id),
      onPick: (row) => isOpenFor(action, row) && setEarly((now) => toggleOne(now, itemOf(row))),
      all: isAllOn(early) ? 'on' : 'off',
      onAll: () => setEarly(toggleAll),
      nameOf: (row) => `Select ${documentLabel(kind.docType, kind.numberOf(row))}`,
      isInWork: () => false,
    }),
    [kind, action, early],
  );
  const { rows, total } = view;
  const { all, onAll } = earlyPicks;
  const loading = { ...nothingSelected, action, total, all, onAll };
  const [picks, setPicks] = useState<RowSelection<Row> | null>();
  const bar = rows && rows.length > 0 ? <SelectionBar {...loading} /> : null;
  return (
    <>
      {action === 'approve' && lastRun ? (
        <Suspense fallback={null}>
          <LastRunNotice docType={kind.docType} />
        </Suspense>
      ) : null}
      {children(picks === undefined ? earlyPicks : picks)}
      {/* The first pick loads the deferred code at once. */}
      {isDeferred && early === emptySelection ? (
        bar
      ) : (
        <Suspense fallback={bar}>
          <LazySelecting kind={kind} action={action} view={view} early={early} onPicks={setPicks} />
        </Suspense>
      )}
    </>
  );
}

type CreatorFilters = Pick<WaitingFilters, 'isDraftToSubmit' | 'isFailedToSendToAccounting'>;

/** What a creator may do with selected rows of a list (BULK-07, BULK-10); null for nothing. */
function creatorAction(filters: CreatorFilters): 'submit' | 'push' | null {
  if (filters.isDraftToSubmit) return 'submit';
  return filters.isFailedToSendToAccounting ? 'push' : null;
}

/**
 * Selectable rows: of an approver's queue (BK-02, PA-09, DEC-93, BULK-09), and of a creator's list whose documents have
 * an action of their own.
 */
export function createSelection<
  Type extends DocType,
  Row extends SelectableRow,
  Filters extends CreatorFilters,
>(kind: BulkKind<Type, Row, Filters>): SelectionComponent<Type, Row, Filters> {
  return function Selection({ view, children }) {
    const { user, rights } = useSession();
    const { persona, query, rows = [] } = view;
    const isPending = statusTab(kind.docType, persona, query.status).key === 'in-progress';
    const queueAction = persona === 'APPROVER' && isPending ? 'approve' : null;
    const action = persona === 'CREATOR' ? creatorAction(query.filters) : queueAction;
    const isOffered = action !== 'push' || mayResendSome({ userId: user.id, ...rights }, kind.docType, rows);
    if (action === null || !isOffered) return children(null);
    return (
      <LoadingSelection kind={kind} action={action} view={view}>
        {children}
      </LoadingSelection>
    );
  };
}
