import { Link } from 'react-aria-components/Link';
import type { Persona } from '#domain/document';
import { toCents } from '#domain/values/money';
import { Card } from '../../../parts/page/card.tsx';
import { StatusChip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { reviewPath } from '../paths.ts';
import type { Settlement } from '#domain/documents/document-response';

interface SettlementsProps {
  settlements: readonly Settlement[];
  currency: string;
  persona: Persona;
  /** Set if the payments are those of several invoices. */
  namesInvoices?: boolean;
}

function paidCents(settlements: readonly Settlement[]): number {
  return settlements
    .filter(({ status }) => status === 'APPROVED')
    .reduce((cents, { amount }) => cents + toCents(amount), 0);
}

function Row(props: { settlement: Settlement } & Omit<SettlementsProps, 'settlements'>) {
  const { settlement, currency, persona, namesInvoices } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 first:pt-0">
      <Link
        href={reviewPath('PAYMENT', settlement.paymentId, persona)}
        className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm font-medium underline underline-offset-2 data-hovered:no-underline"
      >
        {`Payment ${settlement.number}`}
      </Link>
      <StatusChip status={settlement.status} submissionStatus={settlement.submissionStatus} />
      {namesInvoices ? (
        <span className="min-w-0 text-ink-muted wrap-anywhere">{`for invoice ${settlement.invoiceNumber}`}</span>
      ) : null}
      <span className="ml-auto">
        <Money cents={toCents(settlement.amount)} currency={currency} />
      </span>
    </li>
  );
}

/**
 * The payments of a document and, for an invoice, the amount paid so far: only approved payments count (DEC-28). An
 * invoice may bill several purchase orders, so a total would be too high for one of them. Nothing without payments.
 */
export function Settlements(props: SettlementsProps) {
  const { settlements, ...look } = props;
  if (settlements.length === 0) return null;
  return (
    <Card title="Payments">
      <ul className="text-sm">
        {settlements.map((settlement) => (
          <Row key={`${settlement.paymentId} ${settlement.invoiceId}`} settlement={settlement} {...look} />
        ))}
      </ul>
      {look.namesInvoices ? null : (
        <p className="flex items-baseline justify-between gap-4 pt-2 font-medium">
          Paid so far
          <Money cents={paidCents(settlements)} currency={look.currency} />
        </p>
      )}
    </Card>
  );
}
