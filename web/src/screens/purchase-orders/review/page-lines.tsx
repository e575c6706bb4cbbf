import { balanceAfterChangeCents } from '#domain/purchase-orders/line-reduction';
import { Fragment, Suspense, useState } from 'react';
import { Pencil } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { inApproval } from '#domain/document';
import { orderLineFields } from '#domain/documents/line-fields';
import { toCents } from '#domain/values/money';
import { rentalCalculation, unitCostHeader } from '#domain/documents/rental-text';
import { Day } from '../../../parts/display/date-format.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { LoadingContent } from '../../../parts/page/skeleton.tsx';
import { orderDocument } from '../../documents/document.ts';
import { codesOf } from '../../documents/review/line-codes.ts';
import { LineTexts } from '../../documents/review/line-texts.tsx';
import { useRules } from '../../documents/use-rules.ts';
import type { Line, PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { AccountField } from '#domain/reference-data/reference-data-response';

const LineCoding = lazyPart(async () => (await import('./line-coding.tsx')).LineCoding);

const LineClosing = lazyPart(async () => (await import('./line-closing.tsx')).LineClosing);

const head = 'border-b border-line-strong pb-1.5 text-xs font-medium text-ink-muted';
const cell = 'border-b border-line py-2 align-top';

function Rental(props: { line: Line; currency: string }) {
  const { line, currency } = props;
  if (line.acquisitionType !== 'RENTAL') return null;
  const kind = line.rentalType === 'UNDEFINED' ? 'Rental' : `Rental, ${line.rentalType.toLowerCase()}`;
  return (
    <span className="block text-xs text-ink-muted">
      {kind}
      {line.rentalStart ? ', ' : ''}
      <Day day={line.rentalStart} />
      {line.rentalEnd ? ' to ' : ''}
      <Day day={line.rentalEnd} />
      <span className="figures block">{rentalCalculation(line, currency)}</span>
    </span>
  );
}

function Coding(props: { line: Line; fields: readonly AccountField[]; onChange: (() => void) | null }) {
  const { line, onChange } = props;
  const codes = codesOf(line, props.fields);
  if (onChange) {
    return (
      <Button
        aria-label={`Change coding of line ${line.lineNumber}: ${codes || 'No coding'}`}
        onPress={onChange}
        className="figures touch:min-h-11 -mx-1 flex max-w-full cursor-pointer items-center gap-1.5 rounded-sm px-1 py-0.5 text-left text-xs text-ink-muted data-hovered:bg-surface-hover data-hovered:text-ink"
      >
        <span className="min-w-0">{codes || 'No coding'}</span>
        <Pencil aria-hidden className="size-3 shrink-0" />
      </Button>
    );
  }
  return codes ? <span className="figures block text-xs text-ink-muted">{codes}</span> : null;
}

/** Whether invoices or accounting have relieved some of the PO. Until then the remaining balance equals the amount. */
function hasRelief({ status, lineItems }: PurchaseOrder): boolean {
  return (
    status !== 'VOID' && lineItems.some((line) => balanceAfterChangeCents(line) !== toCents(line.totalCost))
  );
}

/** The remaining balance of a line (LI-05, DEC-39). */
function Remaining(props: { line: Line; currency: string }) {
  return (
    <span className="block text-xs text-ink-muted">
      Remaining <Money cents={balanceAfterChangeCents(props.line)} currency={props.currency} />
    </span>
  );
}

/** The height of `LineClosing` while its code loads, so that the lines below stay in place. */
function ClosingSpace(props: { mayClose: boolean }) {
  return (
    <span aria-hidden className={`block text-xs ${props.mayClose ? 'touch:min-h-11 py-0.5' : ''}`}>
      &nbsp;
    </span>
  );
}

/** The lines of a PO. An approver can edit the codes of a line in place (LI-36). */
export function PageLines(props: { order: PurchaseOrder; fields: readonly AccountField[] }) {
  const { order, fields } = props;
  const { currency } = order;
  const rules = useRules(orderDocument(order));
  const isRelieved = hasRelief(order);
  // The current approver may correct the coding in place. Users who may edit a draft use its form (DEC-51).
  const mayCode = inApproval(order.status) && rules.checkEdit() === null;
  const mayClose = rules.check('close-line') === null;
  const [editedLineId, setEditedLineId] = useState<string | null>(null);
  return (
    <table aria-label="Line items" className="w-full text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${head} w-8 text-left`}>
            #
          </th>
          <th scope="col" className={`${head} text-left`}>
            Description
          </th>
          <th scope="col" className={`${head} w-16 text-right max-sm:hidden`}>
            Quantity
          </th>
          <th scope="col" className={`${head} w-28 pl-4 text-right max-sm:hidden`}>
            {unitCostHeader(order.lineItems)}
          </th>
          <th scope="col" className={`${head} w-32 pl-4 text-right max-sm:w-24`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lineItems.map((line) => (
          <Fragment key={line.id}>
            <tr>
              <td className={`${cell} figures text-ink-muted`}>{line.lineNumber}</td>
              <td className={`${cell} pr-3 wrap-anywhere`}>
                {line.description}
                <Rental line={line} currency={currency} />
                <Coding
                  line={line}
                  fields={fields}
                  onChange={mayCode ? () => setEditedLineId(line.id) : null}
                />
                <LineTexts fields={orderLineFields} line={line} />
                {line.closed || (mayClose && line.remainingBalance !== 0) ? (
                  <Suspense fallback={<ClosingSpace mayClose={mayClose} />}>
                    <LineClosing order={order} line={line} mayClose={mayClose} />
                  </Suspense>
                ) : null}
                {line.acquisitionType === 'RENTAL' ? null : (
                  <span className="figures hidden text-xs text-ink-muted max-sm:block">
                    {line.quantity} × <Money cents={toCents(line.unitCost)} currency={currency} />
                  </span>
                )}
              </td>
              <td className={`${cell} figures text-right max-sm:hidden`}>{line.quantity}</td>
              <td className={`${cell} pl-4 text-right max-sm:hidden`}>
                <Money cents={toCents(line.unitCost)} currency={currency} />
              </td>
              <td className={`${cell} pl-4 text-right`}>
                <Money cents={toCents(line.totalCost)} currency={currency} />
                {isRelieved ? <Remaining line={line} currency={currency} /> : null}
              </td>
            </tr>
            {mayCode && editedLineId === line.id ? (
              <tr>
                <td colSpan={5} className="border-b border-line p-0">
                  <LazyOverlay onClose={() => setEditedLineId(null)} fallback={<LoadingContent />}>
                    <LineCoding order={order} line={line} onClose={() => setEditedLineId(null)} />
                  </LazyOverlay>
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4} className="pt-3 pr-4 text-right font-medium max-sm:hidden">
            Total
          </th>
          <th scope="row" colSpan={2} className="hidden pt-3 text-left font-medium max-sm:table-cell">
            Total
          </th>
          <td className="pt-3 text-right text-lg font-semibold">
            <Money cents={toCents(order.totalCost)} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
