import { Link } from 'react-aria-components/Link';
import type { Similarity } from '#domain/invoices/similar-invoice';
import { toCents } from '#domain/values/money';
import { Day } from './date-format.tsx';
import { Money } from './money.tsx';
import type { SimilarInvoice } from '#domain/invoices/invoice-response';

const matchWords: Record<Similarity, string> = {
  NUMBER: 'same number',
  AMOUNT: 'same amount, dates within 30 days',
  FILE: 'identical file',
};

function matchText({ matches }: SimilarInvoice): string {
  return matches.map((match) => matchWords[match]).join('; ');
}

/** Possible duplicates of an invoice, each linked if the user may see it (IN-33, IN-34). */
export function SimilarInvoices(props: {
  similar: readonly SimilarInvoice[];
  hrefOf: (id: string) => string;
  /** For a page with unsaved input. */
  inNewTab?: boolean;
}) {
  const target = props.inNewTab ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <ul className="grid gap-1 text-sm">
      {props.similar.map((one) =>
        one.invoice ? (
          <li key={one.invoice.id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              href={props.hrefOf(one.invoice.id)}
              {...target}
              className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm font-medium wrap-anywhere underline underline-offset-2 data-hovered:no-underline"
            >
              {`Invoice ${one.invoice.number}`}
              {props.inNewTab ? <span className="sr-only"> (opens a new tab)</span> : null}
            </Link>
            <span className="wrap-anywhere">{one.invoice.vendorName}</span>
            <Day day={one.invoice.date} />
            <Money cents={toCents(one.invoice.totalCost)} currency={one.invoice.currency} />
            <span className="text-ink-muted">{matchText(one)}</span>
          </li>
        ) : (
          <li key="hidden" className="text-ink-muted">
            {`There is an invoice that you cannot open: ${matchText(one)}.`}
          </li>
        ),
      )}
    </ul>
  );
}
