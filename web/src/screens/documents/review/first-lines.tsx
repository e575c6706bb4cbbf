import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';
import type { StoredDocument } from '../document.ts';

interface Bought {
  id: string;
  text: string;
  amount: number;
}

function boughtIn(document: StoredDocument): Bought[] {
  if (document.docType === 'PAYMENT') {
    return document.wire.invoices.map(({ id, number, amount }) => ({
      id,
      text: `Invoice ${number}`,
      amount,
    }));
  }
  const { lineItems } = document.wire;
  return lineItems.map(({ id, description, totalCost }) => ({ id, text: description, amount: totalCost }));
}

const SHOWN = 3;

/** Where the document itself lies below the fold: what the money is for. */
export function FirstLines({ document }: { document: StoredDocument }) {
  const all = boughtIn(document);
  const rest = all.length - SHOWN;
  // One more line takes no more room than to say that there is one.
  const shown = rest === 1 ? all : all.slice(0, SHOWN);
  return (
    <ul aria-label="What it is for" className="border-l-2 border-line pl-3 text-sm">
      {shown.map(({ id, text, amount }) => (
        <li key={id} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">{text}</span>
          <Money cents={toCents(amount)} currency={document.essence.currency} className="text-ink-muted" />
        </li>
      ))}
      {rest > 1 ? <li className="text-ink-muted">{`and ${rest} more`}</li> : null}
    </ul>
  );
}
