import useSWR from 'swr';
import { Link } from 'react-aria-components/Link';
import type { Persona } from '#domain/document';
import { toCents } from '#domain/values/money';
import type { ViewedFile } from '../../../forms/files/use-file.ts';
import { keys } from '../../../keys.ts';
import { Card } from '../../../parts/page/card.tsx';
import { StatusChip } from '../../../parts/display/chip.tsx';
import { FileRow } from '../../../parts/display/file-row.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useSession } from '../../../session/session.tsx';
import { readDocument } from '../../documents/calls.ts';
import type { DocumentOf, StoredDocument } from '../../documents/document.ts';
import { isOf } from '../../documents/document.ts';
import { reviewPath } from '../../documents/paths.ts';
import type { OpenFiles } from '../../documents/review/review-body.tsx';
import type { Payment, PaymentInvoice } from '#domain/payments/payment-response';

/** The invoice, for users who may see it. Undefined for others and while loading. */
function useInvoice(id: string, persona: Persona): DocumentOf<'INVOICE'> | undefined {
  const { show, rights } = useSession();
  const { data } = useSWR<StoredDocument, unknown>(
    rights.invoices ? keys.document('INVOICE', id, persona) : null,
    () => readDocument('INVOICE', show.id, id, persona),
    { shouldRetryOnError: false },
  );
  return data && isOf(data, 'INVOICE') ? data : undefined;
}

/** The purchase orders that an invoice bills. */
function Orders(props: { orders: PaymentInvoice['orders']; persona: Persona }) {
  const { orders, persona } = props;
  if (orders.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-ink-muted">
      {orders.length === 1 ? 'Bills PO' : 'Bills POs'}
      {orders.map(({ id, number }) => (
        <Link
          key={id}
          href={reviewPath('PO', id, persona)}
          className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm text-ink underline underline-offset-2 data-hovered:no-underline"
        >
          {number}
        </Link>
      ))}
    </p>
  );
}

function SettledInvoice(props: {
  invoice: PaymentInvoice;
  payment: Payment;
  persona: Persona;
  onOpen: OpenFiles;
}) {
  const { invoice, payment, persona, onOpen } = props;
  const document = useInvoice(invoice.id, persona);
  const enclosed: ViewedFile[] = payment.attachments.filter(({ invoiceId }) => invoiceId === invoice.id);
  const files = [...enclosed, ...(document?.attachments ?? [])];
  const look = 'font-medium wrap-anywhere';
  return (
    <li className="border-b border-line py-2.5 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {document ? (
          <Link
            href={reviewPath('INVOICE', invoice.id, persona)}
            className={`${look} touch:inline-flex touch:min-h-11 touch:items-center rounded-sm underline underline-offset-2 data-hovered:no-underline`}
          >
            {`Invoice ${invoice.number}`}
          </Link>
        ) : (
          <span className={look}>{`Invoice ${invoice.number}`}</span>
        )}
        {document ? (
          <StatusChip status={document.status} submissionStatus={document.submissionStatus} />
        ) : null}
        <span className="ml-auto">
          <Money cents={toCents(invoice.amount)} currency={payment.currency} />
        </span>
      </div>
      {document?.wire.description ? (
        <p className="text-sm wrap-anywhere text-ink-muted">{document.wire.description}</p>
      ) : null}
      <Orders orders={invoice.orders} persona={persona} />
      {files.length > 0 ? (
        <ul aria-label={`Files of invoice ${invoice.number}`} className="pt-1">
          {files.map((file, index) => (
            <FileRow key={file.attachmentId} name={file.label} onOpen={() => onOpen(files, index)} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** The invoices that the payment settles, each with its purchase orders and files (PA-12). */
export function SettledInvoices(props: { payment: Payment; persona: Persona; onOpen: OpenFiles }) {
  const { payment } = props;
  return (
    <Card title="Invoices">
      {payment.invoices.length === 0 ? (
        <p className="text-ink-muted">
          The accounting system lists no invoices in this show for this payment.
        </p>
      ) : (
        <ul>
          {payment.invoices.map((invoice) => (
            <SettledInvoice key={invoice.id} invoice={invoice} {...props} />
          ))}
        </ul>
      )}
    </Card>
  );
}
