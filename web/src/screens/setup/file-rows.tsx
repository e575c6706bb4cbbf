import type { ReactNode } from 'react';
import type { ImportError } from '#domain/import/import-response';
import { toCents } from '#domain/values/money';
import { Money } from '../../parts/display/money.tsx';

/** What the dry runs of a budget and of actuals show of their file. */

/** The totals of a file; a difference is marked. */
export function FileTotals(props: { entries: readonly (readonly [string, number])[]; currency: string }) {
  return (
    <dl className="grid grid-cols-5 gap-x-6 gap-y-3 max-md:grid-cols-3 max-sm:grid-cols-2">
      {props.entries.map(([name, amount]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-muted">{name}</dt>
          <dd
            className={`text-base font-semibold ${name === 'Difference' && amount !== 0 ? 'text-caution' : ''}`}
          >
            <Money cents={toCents(amount)} currency={props.currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Enough to see what is wrong with a whole file. */
const maxRows = 50;

interface ListedRow {
  place: string;
  text: string;
  amount?: ReactNode;
}

/** `subject`: what errors without a row concern. */
export function FileFaults({ subject, faults }: { subject: string; faults: readonly ImportError[] }) {
  const rows = faults.map(({ row, column, message }) => ({
    place: [row === null ? subject : `Row ${row}`, column].filter(Boolean).join(' · '),
    text: message,
  }));
  return <Rows title="What is wrong" rows={rows} />;
}

/** Rows of a file that are left out, with their amounts. */
export function FileRows(props: {
  title: string;
  hint: string;
  rows: readonly { row: number; account: string; description: string; amount: number }[];
  currency: string;
}) {
  const { title, hint, currency } = props;
  const rows = props.rows.map(({ row, account, description, amount }) => ({
    place: `Row ${row}`,
    text: [account, description].filter(Boolean).join(' · '),
    amount: <Money cents={toCents(amount)} currency={currency} />,
  }));
  return <Rows title={title} hint={hint} rows={rows} />;
}

function Rows(props: { title: string; hint?: string; rows: readonly ListedRow[] }) {
  const { title, hint, rows } = props;
  const hidden = rows.length - maxRows;
  if (rows.length === 0) return null;
  return (
    <section className="gutter" aria-label={title}>
      <h2 className="text-base font-semibold">{`${title} (${rows.length.toLocaleString('en-US')})`}</h2>
      {hint ? <p className="text-sm text-ink-muted">{hint}</p> : null}
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface-raised">
        {rows.slice(0, maxRows).map(({ place, text, amount }, index) => (
          <li
            key={index}
            className="grid grid-cols-[10rem_minmax(0,1fr)_auto] gap-x-4 px-4 py-2 text-sm max-sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="text-ink-muted max-sm:col-span-2">{place}</span>
            <span className="wrap-anywhere">{text}</span>
            <span>{amount}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <p className="pt-2 text-sm text-ink-muted">{`${hidden.toLocaleString('en-US')} more.`}</p>
      ) : null}
    </section>
  );
}
