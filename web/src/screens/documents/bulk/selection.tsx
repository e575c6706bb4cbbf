import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { BulkItem } from '#domain/bulk-approval/bulk';
import {
  bulkBody,
  isAllOn,
  isSelected,
  emptySelection,
  reconcileSelection,
  selectedCount,
  startDelayMs,
  toggleAll,
  toggleOne,
} from '#domain/bulk-approval/bulk-selection';
import type { BulkSelection } from '#domain/bulk-approval/bulk-selection';
import { statusTab } from '#domain/lists/lists';
import { timeZone } from '../../../parts/display/date-format.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import { useSession } from '../../../session/session.tsx';
import type { ListView } from '../../documents/list/list-definition.ts';
import { sumInCents, sums, subtractSums } from '../../documents/list/totals.ts';
import type { CurrencySum } from '../../documents/list/totals.ts';
import { filterBody } from '../filters/filters.ts';
import type { PaymentListFilters } from '../filters/filters.ts';
import { LastRunNotice } from './last-run.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { SelectionBarProps } from './selection-bar.tsx';
import { isBusy, useBulkStage, useIsInRun, useStartRun } from './use-bulk-run.ts';
import type { PaymentSummary } from '#domain/payments/payment-response';

type View = ListView<'PAYMENT', PaymentSummary, PaymentListFilters>;
interface SelectionProps {
  view: View;
  children: (picks: RowSelection<PaymentSummary> | null) => ReactNode;
}

const nothingLoaded: readonly PaymentSummary[] = [];

/** A row as an item of a run. Null for a payment that waits at no step and so cannot be approved. */
function itemOf({ id, workflowStepId, contentVersion }: PaymentSummary): BulkItem | null {
  return workflowStepId === null ? null : { id, workflowStepId, contentVersion };
}

/** The totals of the selection. Empty if it includes rows that are not loaded. */
function selectedSums(selection: BulkSelection, view: View, isWhole: boolean): readonly CurrencySum[] {
  const { rows = nothingLoaded } = view;
  const picked = rows.filter(({ id }) => isSelected(selection, id));
  if (isWhole || selection.kind === 'picks') {
    return picked.length === selectedCount(selection, rows.length) ? sums(picked) : [];
  }
  const out = rows.filter(({ id }) => selection.excludedIds.includes(id));
  if (!view.sums || out.length < selection.excludedIds.length) return [];
  return subtractSums(view.sums.map(sumInCents), sums(out)).filter(({ cents }) => cents !== 0);
}

/** The selection. Cleared when the filters change, because hidden rows cannot be selected. */
function useSelection(key: string) {
  const [selection, setSelection] = useState(emptySelection);
  const [of, setOf] = useState(key);
  if (of !== key) {
    setOf(key);
    setSelection(emptySelection);
  }
  return [of === key ? selection : emptySelection, setSelection] as const;
}

/** Clears the selection when a run is sent, and reloads the list when it ends (BK-11). */
function useRunEffects(isSent: boolean, clear: () => void, reload: () => void): void {
  const wasSent = useRef(isSent);
  const clearSelection = useEffectEvent(clear);
  const reloadList = useEffectEvent(reload);
  useEffect(() => {
    if (isSent) clearSelection();
    else if (wasSent.current) reloadList();
    wasSent.current = isSent;
  }, [isSent]);
}

/** The bar and the effects of a run. Separate, so that its progress does not render the rows again. */
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
  const [storedSelection, setSelection] = useSelection(JSON.stringify(filters));
  const isWhole = view.rows !== undefined && rows.length >= total;
  const selection = useMemo(
    () =>
      reconcileSelection(
        storedSelection,
        rows.flatMap((row) => itemOf(row) ?? []),
        isWhole,
      ),
    [storedSelection, rows, isWhole],
  );
  const count = selectedCount(selection, total);
  const selected = selectedSums(selection, view, isWhole);
  const isInRun = useIsInRun(filters);
  const hasSome = count > 0;
  const picks = useMemo(() => {
    const some = hasSome ? 'some' : 'off';
    return {
      isPicked: ({ id }: PaymentSummary) => isSelected(selection, id),
      onPick: (row: PaymentSummary) => {
        const item = itemOf(row);
        if (item && !isInRun(row.id)) setSelection(toggleOne(selection, item));
      },
      all: isAllOn(selection) ? 'on' : some,
      onAll: () => setSelection(toggleAll(selection)),
      nameOf: ({ number }: PaymentSummary) => `Select Payment #${number}`,
      isInWork: ({ id }: PaymentSummary) => isInRun(id),
    } satisfies RowSelection<PaymentSummary>;
  }, [selection, setSelection, hasSome, isInRun]);
  const approve = () => {
    const body = bulkBody(selection, { showId: show.id, filters, total, timeZone });
    start(body, selected, startDelayMs(selection, isWhole));
  };
  return (
    <>
      {children(picks)}
      <RunBar
        isEmpty={rows.length === 0}
        onSent={() => setSelection(emptySelection)}
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

/** Checkboxes appear only on payments that wait for the approver (BK-02, PA-09, DEC-93). */
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
