import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { draftTotalCents, quantityInput, unitCostInput } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { withAmount } from '#domain/documents/rental';
import { issue } from '#domain/documents/validation';
import type { Issue } from '#domain/documents/validation';
import {
  acceptsLowerLines,
  approvedLineOf,
  floorCents,
  isReducible,
  isReduced,
} from '#domain/purchase-orders/line-reduction';
import type { ApprovedLine } from '#domain/purchase-orders/line-reduction';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { formatMoney, fromCents, fromHundredths, toCents } from '#domain/values/money';
import { Button } from '../../parts/controls/button.tsx';
import { IntegerField } from '../../parts/fields/integer-field.tsx';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { Card } from '../../parts/page/card.tsx';
import { useSession } from '../../session/session.tsx';
import { sharedForm } from '../document/model/draft.ts';
import { setLines, useLines } from '../document/lines/line-state.ts';
import { replaced } from '../document/lines/line-edits.ts';

/** The lines that the open change order may lower; none where the show or its accounting system does not allow it. */
export function useReducibleLines(order: PurchaseOrder | null): readonly ApprovedLine[] {
  const { config, show } = useSession();
  const isAllowed = config.settings.changeOrdersMayReduce && acceptsLowerLines[show.accountingSystem];
  return useMemo(() => {
    if (!order || !isAllowed) return [];
    return order.lineItems.slice(0, order.lockedLineCount).map(approvedLineOf).filter(isReducible);
  }, [order, isAllowed]);
}

/** Whether the draft lowers one of these lines, which counts as its change (CHANGE-05). */
export function hasReduction(draft: PurchaseOrderDraft, approved: readonly ApprovedLine[]): boolean {
  return approved.some((line) => {
    const now = draft.lineItems.find(({ id }) => id === line.id);
    return now !== undefined && isReduced(now, line);
  });
}

/** Why the line cannot have this amount, or null. */
function problemOf(line: LineDraft, approved: ApprovedLine, currency: string): string | null {
  const cents = draftTotalCents(line);
  if (Number.isNaN(cents)) return null;
  if (cents > approved.totalCents)
    return `Not higher than the approved ${formatMoney(approved.totalCents, currency)}. Add a line for more.`;
  const floor = floorCents(approved);
  return cents < floor ? `Not lower than ${formatMoney(floor, currency)}, which is invoiced.` : null;
}

/** The lines of the draft whose lower amount is not allowed (CHANGE-05). */
export function reductionIssues(
  lines: readonly LineDraft[],
  approved: readonly ApprovedLine[],
  currency: string,
): Issue[] {
  return approved.flatMap((one) => {
    const row = lines.findIndex(({ id }) => id === one.id);
    const line = lines[row];
    const problem = line ? problemOf(line, one, currency) : null;
    return problem ? [issue('line_unit_cost', 'reductions', `Line ${row + 1}: ${problem}`)] : [];
  });
}

function ReducedLine(props: {
  row: number;
  line: LineDraft;
  approved: ApprovedLine;
  currency: string;
  onChange: (edit: (line: LineDraft) => LineDraft) => void;
}) {
  const { row, line, approved, currency, onChange } = props;
  const cents = draftTotalCents(line);
  const floor = floorCents(approved);
  const money = (amount: number) => formatMoney(amount, currency);
  const restore = (now: LineDraft) => ({
    ...now,
    quantity: fromHundredths(approved.quantityHundredths),
    unitCost: fromCents(approved.unitCostCents),
  });
  const isChanged = cents !== approved.totalCents;
  const state = cents === 0 ? 'Removed. ' : '';
  const limit = floor === 0 ? 'Nothing is invoiced.' : `${money(floor)} is invoiced: not lower than that.`;
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <span className={`font-medium break-words ${cents === 0 ? 'line-through' : ''}`}>
            {`${row + 1}. ${line.description}`}
          </span>
          <span className="block text-sm text-ink-muted">
            {`${state}Approved ${money(approved.totalCents)}. ${limit}`}
          </span>
        </p>
        {isChanged ? (
          <Button
            look="quiet"
            flush="right"
            aria-label={`Restore line ${row + 1}`}
            onPress={() => onChange(restore)}
          >
            Restore
          </Button>
        ) : floor === 0 ? (
          <Button
            look="quiet"
            flush="right"
            aria-label={`Remove line ${row + 1}`}
            onPress={() => onChange((now) => ({ ...now, unitCost: 0 }))}
          >
            Remove
          </Button>
        ) : null}
      </div>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
        <IntegerField
          label="Quantity"
          value={line.quantity}
          minimum={quantityInput.minimum}
          maxLength={quantityInput.maximumLength}
          onChange={(quantity) => onChange((now) => ({ ...now, quantity }))}
        />
        <MoneyField
          label="Unit Cost"
          currency={currency}
          maxLength={unitCostInput.maximumLength}
          cents={line.unitCost === null ? null : toCents(line.unitCost)}
          onChange={(unit) =>
            onChange((now) => ({ ...now, unitCost: unit === null ? null : fromCents(unit) }))
          }
        />
        <div className="max-sm:col-span-2">
          <MoneyField
            label="Amount"
            currency={currency}
            maxLength={unitCostInput.maximumLength}
            cents={Number.isNaN(cents) ? null : cents}
            error={problemOf(line, approved, currency)}
            onChange={(amount) =>
              onChange((now) => (amount === null ? { ...now, unitCost: null } : withAmount(now, amount)))
            }
          />
        </div>
      </div>
    </li>
  );
}

/** The approved lines of a change order with what may be lowered of them (CHANGE-05). */
export function ReductionsSection(props: {
  form: UseFormReturn<PurchaseOrderDraft>;
  approved: readonly ApprovedLine[];
  currency: string;
}) {
  const { form, approved, currency } = props;
  const lines = useLines(form);
  if (approved.length === 0) return null;
  const change = (row: number, edit: (line: LineDraft) => LineDraft) => {
    const now = form.getValues('lineItems');
    const line = now[row];
    if (line) setLines(sharedForm(form), replaced(now, row, edit(line)));
  };
  return (
    <div data-field="reductions">
      <Card title="Lower Approved Lines">
        <p className="pb-3 text-sm text-ink-muted">
          This change order can lower what is not invoiced of these lines. For more, add a line.
        </p>
        <ul aria-label="Approved lines" className="divide-y divide-line">
          {approved.map((one) => {
            const row = lines.findIndex(({ id }) => id === one.id);
            const line = lines[row];
            return line ? (
              <ReducedLine
                key={one.id}
                row={row}
                line={line}
                approved={one}
                currency={currency}
                onChange={(edit) => change(row, edit)}
              />
            ) : null;
          })}
        </ul>
      </Card>
    </div>
  );
}
