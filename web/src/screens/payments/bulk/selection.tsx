import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { BulkItem } from '#domain/bulk';
import {
  bulkBody,
  isAllOn,
  isPicked,
  nothingSelected,
  seenAgain,
  selectedCount,
  startDelayMs,
  toggleAll,
  toggleOne,
} from '#domain/bulk-selection';
import { statusTab } from '#domain/lists';
import type { PaymentSummary } from '#domain/payment';
import { timeZone } from '../../../parts/date-format.tsx';
import type { Picks } from '../../../parts/table.tsx';
import { useSession } from '../../../session/session.tsx';
import type { ListView } from '../../documents/list/list-kind.ts';
import { filterBody } from '../list/filters.ts';
import type { PaymentListFilters } from '../list/filters.ts';
import { SelectionBar } from './selection-bar.tsx';
import { isBusy, useBulkStage, useStartRun } from './use-bulk-run.ts';

type View = ListView<'PAYMENT', PaymentSummary, PaymentListFilters>;
interface SelectionProps {
  view: View;
  children: (picks: Picks<PaymentSummary> | null) => ReactNode;
}

const nothingLoaded: readonly PaymentSummary[] = [];

/** A row as a run names it; what waits at no step cannot be approved. */
function itemOf({ id, workflowStepId }: PaymentSummary): BulkItem | null {
  return workflowStepId === null ? null : { id, workflowStepId };
}

/** The selection, which begins anew with other filters: what is not shown is not selected. */
function useSelection(key: string) {
  const [selection, setSelection] = useState(nothingSelected);
  const [of, setOf] = useState(key);
  if (of !== key) {
    setOf(key);
    setSelection(nothingSelected);
  }
  return [of === key ? selection : nothingSelected, setSelection] as const;
}

/** BK-11: once the run is over, the list begins anew. */
function useReloadAtEnd(isRunning: boolean, reload: () => void): void {
  const wasRunning = useRef(isRunning);
  const end = useEffectEvent(reload);
  useEffect(() => {
    if (wasRunning.current && !isRunning) end();
    wasRunning.current = isRunning;
  }, [isRunning]);
}

function PendingSelection({ view, children }: SelectionProps) {
  const { query, persona, total } = view;
  const rows = view.rows ?? nothingLoaded;
  const { show, user } = useSession();
  const stage = useBulkStage();
  const start = useStartRun();
  const filters = filterBody({ query, persona, userId: user.id });
  const [kept, setSelection] = useSelection(JSON.stringify(filters));
  const isWhole = view.rows !== undefined && rows.length >= total;
  const items = rows.flatMap((row) => itemOf(row) ?? []);
  const selection = seenAgain(kept, items, isWhole);
  const count = selectedCount(selection, total);
  const isSent = stage.name === 'sending' || stage.name === 'running';
  useEffect(() => {
    if (isSent) setSelection(nothingSelected);
  }, [isSent, setSelection]);
  useReloadAtEnd(isSent, view.reload);
  const some = count > 0 ? 'some' : 'off';
  const picks: Picks<PaymentSummary> = {
    isPicked: ({ id }) => isPicked(selection, id),
    onPick: (row) => {
      const item = itemOf(row);
      if (item) setSelection(toggleOne(selection, item));
    },
    all: isAllOn(selection) ? 'on' : some,
    onAll: () => setSelection(toggleAll(selection)),
    nameOf: ({ number }) => `Select Payment #${number}`,
  };
  const approve = () => {
    const body = bulkBody(selection, { showId: show.id, filters, total, timeZone });
    start(body, startDelayMs(selection, isWhole));
  };
  return (
    <>
      {children(picks)}
      {rows.length > 0 ? (
        <SelectionBar
          count={count}
          total={total}
          // What is not loaded cannot be summed up.
          picked={isWhole || selection.kind === 'picks' ? rows.filter(picks.isPicked) : nothingLoaded}
          all={picks.all}
          onAll={picks.onAll}
          isRunning={isBusy(stage)}
          onApprove={approve}
        />
      ) : null}
    </>
  );
}

/** BK-02, PA-09, DEC-93: ticks stand on what waits for the approver, and nowhere else. */
export function PaymentSelection({ view, children }: SelectionProps) {
  const { persona, query } = view;
  const isPending = statusTab('PAYMENT', persona, query.status).key === 'in-progress';
  if (persona !== 'APPROVER' || !isPending) return children(null);
  return <PendingSelection view={view}>{children}</PendingSelection>;
}
