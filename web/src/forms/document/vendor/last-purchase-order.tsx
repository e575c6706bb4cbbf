import { useState } from 'react';
import { Link } from 'react-aria-components/Link';
import { withoutUnavailableCodes } from '#domain/reference-data/chart-of-accounts';
import { toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/document-number';
import { Day } from '../../../parts/display/date-format.tsx';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import type { AnyLine, SharedForm } from '../model/draft.ts';
import { setLines } from '../lines/line-state.ts';
import { applyCodesToEmpty } from '../lines/line-edits.ts';
import { useAccountFields } from '../model/use-reference-data.ts';
import type { LastPurchaseOrderState } from './use-last-purchase-order.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Copies the available codes of the order's first coded line to lines without codes, and returns their number. */
function useCopyCodes(form: SharedForm, order: PurchaseOrder): (() => number) | null {
  const { data: fields } = useAccountFields();
  const coded = order.lineItems.find(({ coding }) => Object.keys(coding).length > 0);
  if (!fields || !coded) return null;
  const codes = withoutUnavailableCodes(coded.coding, fields);
  return () => {
    const before = form.getValues('lineItems');
    const after = before.map((line) => applyCodesToEmpty(line, codes, fields));
    setLines(form, after);
    const codeCount = (line: AnyLine | undefined) => Object.values(line?.coding ?? {}).filter(Boolean).length;
    return after.filter((line, row) => codeCount(line) > codeCount(before[row])).length;
  };
}

function copiedText(count: number): string {
  if (count === 0) return 'All lines have codes.';
  return count === 1 ? 'Copied to 1 line.' : `Copied to ${count} lines.`;
}

function Order({ form, order }: { form: SharedForm; order: PurchaseOrder }) {
  const copyCodes = useCopyCodes(form, order);
  // The lines are out of sight on most screens, so the result is stated here.
  const [count, setCount] = useState<number | null>(null);
  return (
    <>
      <Link
        href={`/po/review/${order.id}/creator`}
        target="_blank"
        className="touch:inline-flex touch:min-h-11 touch:items-center figures rounded-sm font-medium text-ink underline underline-offset-2 data-hovered:no-underline"
      >
        {orderNumber(order)}
        <span className="sr-only"> (opens a new tab)</span>
      </Link>
      <span className="max-sm:hidden">
        <Day day={order.poDate} />
      </span>
      <Money cents={toCents(order.totalCost)} currency={order.currency} />
      {copyCodes ? <LinkButton onPress={() => setCount(copyCodes())}>Use Its Codes</LinkButton> : null}
      <span role="status">{count === null ? null : copiedText(count)}</span>
    </>
  );
}

/**
 * The vendor's last purchase order, next to a new document, with a button to copy its codes. Its line is reserved as
 * soon as there is a vendor, to avoid a layout shift below the pointer.
 */
export function LastPurchaseOrder({ form, order }: { form: SharedForm; order: LastPurchaseOrderState }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted max-sm:gap-x-3 touch:min-h-11">
      <span>Last PO</span>
      {order === 'coming' ? (
        <span className="h-3 w-40 animate-skeleton rounded-sm bg-ink-soft" />
      ) : order === 'none' ? (
        <span>—</span>
      ) : (
        <Order key={order.id} form={form} order={order} />
      )}
    </p>
  );
}
