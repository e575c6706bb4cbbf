import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';
import type { StoredDocument } from '../document.ts';

interface SummaryLine {
  id: string;
  text: string;
  amount: number;
}

function summaryLines(document: StoredDocument): SummaryLine[] {
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

const MAX_LINES = 3;

/** What the money is for, where the document itself is below the fold. */
export function FirstLines({ document }: { document: StoredDocument }) {
  const all = summaryLines(document);
  const hiddenCount = all.length - MAX_LINES;
  // One more line takes no more room than "and 1 more".
  const shown = hiddenCount === 1 ? all : all.slice(0, MAX_LINES);
  return (
    <ul aria-label="What it is for" className="border-l-2 border-line pl-3 text-sm">
      {shown.map(({ id, text, amount }) => (
        <li key={id} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">{text}</span>
          <Money cents={toCents(amount)} currency={document.summary.currency} className="text-ink-muted" />
        </li>
      ))}
      {hiddenCount > 1 ? <li className="text-ink-muted">{`and ${hiddenCount} more`}</li> : null}
    </ul>
  );
}
