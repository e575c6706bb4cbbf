import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { BulkItem } from '#domain/bulk-approval/bulk';
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
} from '#domain/bulk-approval/bulk-selection';
import type { BulkSelection } from '#domain/bulk-approval/bulk-selection';
import { statusTab } from '#domain/lists/lists';
import type { PaymentSummary } from '#domain/payments/payment';
import { timeZone } from '../../../parts/display/date-format.tsx';
import type { Picks } from '../../../parts/table/row-selection.tsx';
import { useSession } from '../../../session/session.tsx';
import type { ListView } from '../../documents/list/list-definition.ts';
import { inCents, sums, sumsWithout } from '../../documents/list/totals.ts';
import type { CurrencySum } from '../../documents/list/totals.ts';
import { filterBody } from '../filters/filters.ts';
import type { PaymentListFilters } from '../filters/filters.ts';
import { LastRunNotice } from './last-run.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { SelectionBarProps } from './selection-bar.tsx';
import { isBusy, useBulkStage, useInWork, useStartRun } from './use-bulk-run.ts';

type View = ListView<'PAYMENT', PaymentSummary, PaymentListFilters>;
interface SelectionProps {
  view: View;
  children: (picks: Picks<PaymentSummary> | null) => ReactNode;
}

const nothingLoaded: readonly PaymentSummary[] = [];

/** A row as a run names it; what waits at no step cannot be approved. */
function itemOf({ id, workflowStepId, contentVersion }: PaymentSummary): BulkItem | null {
  return workflowStepId === null ? null : { id, workflowStepId, contentVersion };
}

/** What the selection comes to; nothing where rows that are not here have a part in it. */
function selectedSums(selection: BulkSelection, view: View, isWhole: boolean): readonly CurrencySum[] {
  const { rows = nothingLoaded } = view;
  const picked = rows.filter(({ id }) => isPicked(selection, id));
  if (isWhole || selection.kind === 'picks') {
    return picked.length === selectedCount(selection, rows.length) ? sums(picked) : [];
  }
  const out = rows.filter(({ id }) => selection.excludedIds.includes(id));
  if (!view.sums || out.length < selection.excludedIds.length) return [];
  return sumsWithout(view.sums.map(inCents), sums(out)).filter(({ cents }) => cents !== 0);
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

/** What a run changes of the list: what is sent is no longer selected, and at the end the list begins anew (BK-11). */
function useRunEffects(isSent: boolean, clear: () => void, reload: () => void): void {
  const wasSent = useRef(isSent);
  const begin = useEffectEvent(clear);
  const end = useEffectEvent(reload);
  useEffect(() => {
    if (isSent) begin();
    else if (wasSent.current) end();
    wasSent.current = isSent;
  }, [isSent]);
}

/** The bar, and what goes with the run: the rows above do not change with every payment that is done. */
function RunBar(
  props: Omit<SelectionBarProps, 'isRunning'> & {
    isEmpty: boolean;
    onSent: () => void;
    onEnd: () => void;
  },
) {
  const { isEmpty, onSent, onEnd, ...bar } = props;
  const stage = useBulkStage();
  useRunEffects(stage.name === 'sending' || stage.name === 'running', onSent, onEnd);
  return isEmpty ? null : <SelectionBar {...bar} isRunning={isBusy(stage)} />;
}

function PendingSelection({ view, children }: SelectionProps) {
  const { query, persona, total, rows = nothingLoaded } = view;
  const { show, user } = useSession();
  const start = useStartRun();
  const filters = filterBody({ query, persona, userId: user.id });
  const [kept, setSelection] = useSelection(JSON.stringify(filters));
  const isWhole = view.rows !== undefined && rows.length >= total;
  const selection = useMemo(
    () =>
      seenAgain(
        kept,
        rows.flatMap((row) => itemOf(row) ?? []),
        isWhole,
      ),
    [kept, rows, isWhole],
  );
  const count = selectedCount(selection, total);
  const selected = selectedSums(selection, view, isWhole);
  const inWork = useInWork(filters);
  const hasSome = count > 0;
  const picks = useMemo(() => {
    const some = hasSome ? 'some' : 'off';
    return {
      isPicked: ({ id }: PaymentSummary) => isPicked(selection, id),
      onPick: (row: PaymentSummary) => {
        const item = itemOf(row);
        if (item && !inWork(row.id)) setSelection(toggleOne(selection, item));
      },
      all: isAllOn(selection) ? 'on' : some,
      onAll: () => setSelection(toggleAll(selection)),
      nameOf: ({ number }: PaymentSummary) => `Select Payment #${number}`,
      isInWork: ({ id }: PaymentSummary) => inWork(id),
    } satisfies Picks<PaymentSummary>;
  }, [selection, setSelection, hasSome, inWork]);
  const approve = () => {
    const body = bulkBody(selection, { showId: show.id, filters, total, timeZone });
    start(body, selected, startDelayMs(selection, isWhole));
  };
  return (
    <>
      {children(picks)}
      <RunBar
        isEmpty={rows.length === 0}
        onSent={() => setSelection(nothingSelected)}
        onEnd={view.reload}
        count={count}
        total={total}
        sums={selected}
        all={picks.all}
        onAll={picks.onAll}
        onApprove={approve}
      />
    </>
  );
}

/** BK-02, PA-09, DEC-93: ticks stand on what waits for the approver, and nowhere else. */
export function PaymentSelection({ view, children }: SelectionProps) {
  const { persona, query } = view;
  const isPending = statusTab('PAYMENT', persona, query.status).key === 'in-progress';
  if (persona !== 'APPROVER' || !isPending) return children(null);
  return (
    <>
      <LastRunNotice />
      <PendingSelection view={view}>{children}</PendingSelection>
    </>
  );
}
