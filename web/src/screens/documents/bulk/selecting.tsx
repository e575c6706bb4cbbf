import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PreviewBody } from '#domain/bulk-approval/bulk-preview';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import type { PaymentFilterBody } from '#domain/payments/payment-filters';
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
import { timeZone } from '../../../parts/display/date-format.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import { useSession } from '../../../session/session.tsx';
import type { ListView } from '../list/list-definition.ts';
import { sumInCents, sums, subtractSums } from '../list/totals.ts';
import type { CurrencySum } from '../list/totals.ts';
import { isOpenFor, itemOf } from './bulk-kind.ts';
import type { SelectableRow, SelectingProps } from './bulk-kind.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { SelectionBarProps } from './selection-bar.tsx';
import { isBusy, useBulkStage, useIsInRun } from './use-bulk-run.ts';
import { useStartSelection } from './use-start-selection.tsx';

const nothingLoaded: readonly never[] = [];

/** The totals of the selection. Empty if it includes rows that are not loaded. */
function selectedSums(
  selection: BulkSelection,
  view: Pick<ListView<DocType, SelectableRow, unknown>, 'rows' | 'sums'>,
  isWhole: boolean,
): readonly CurrencySum[] {
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
function useSelection(key: string, early: BulkSelection) {
  const [selection, setSelection] = useState(early);
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

/**
 * The selection of a list with its bar and dialog. Loaded after the rows, to which it passes the selection by
 * `onPicks`.
 */
export function Selecting<Type extends DocType, Row extends SelectableRow, Filters>({
  kind,
  action,
  view,
  early,
  onPicks,
}: SelectingProps<Type, Row, Filters>) {
  const { query, persona, total, rows = nothingLoaded } = view;
  const { docType } = kind;
  const { show, user, config } = useSession();
  const { start, isReading, dialog } = useStartSelection();
  const onlyOwn = persona === 'CREATOR' && kind.onlyOwn(config);
  const filters = kind.filterBody({ query, persona, userId: user.id, onlyOwn });
  const [storedSelection, setSelection] = useSelection(JSON.stringify(filters), early);
  const isWhole = view.rows !== undefined && rows.length >= total;
  const selection = useMemo(
    () => reconcileSelection(storedSelection, rows.map(itemOf), isWhole),
    [storedSelection, rows, isWhole],
  );
  const count = selectedCount(selection, total);
  const selected = selectedSums(selection, view, isWhole);
  const isInRun = useIsInRun(filters);
  const hasSome = count > 0;
  const picks = useMemo(() => {
    const some = hasSome ? 'some' : 'off';
    return {
      isPicked: ({ id }: Row) => isSelected(selection, id),
      onPick: (row: Row) => {
        if (isOpenFor(action, row) && !isInRun(row.id)) setSelection(toggleOne(selection, itemOf(row)));
      },
      all: isAllOn(selection) ? 'on' : some,
      onAll: () => setSelection(toggleAll(selection)),
      nameOf: (row: Row) => `Select ${documentLabel(docType, kind.numberOf(row))}`,
      isInWork: ({ id }: Row) => isInRun(id),
    } satisfies RowSelection<Row>;
  }, [selection, setSelection, hasSome, isInRun, docType, kind, action]);
  useLayoutEffect(() => onPicks(picks), [picks, onPicks]);
  const act = () => {
    const list = { showId: show.id, total, timeZone };
    // Of other types the preview names the documents, so their body never has filters.
    const paymentFilters = docType === 'PAYMENT' ? (filters as PaymentFilterBody) : {};
    const body = { ...bulkBody(selection, { ...list, filters: paymentFilters }), docType, action };
    const { items, allSelected, excludedIds, showId } = body;
    const shown = items.map(({ id, contentVersion }) => ({ id, contentVersion }));
    const preview = {
      docType,
      action,
      items: shown,
      allSelected,
      excludedIds,
      filters,
      showId,
    } as PreviewBody;
    void start({ preview, body, sums: selected, delayMs: startDelayMs(selection, isWhole) });
  };
  return (
    <>
      <RunBar
        isEmpty={rows.length === 0}
        onSent={() => setSelection(emptySelection)}
        onEnd={view.reload}
        action={action}
        count={count}
        total={total}
        sums={selected}
        all={picks.all}
        onAll={picks.onAll}
        isReading={isReading}
        onApprove={act}
      />
      {dialog}
    </>
  );
}
