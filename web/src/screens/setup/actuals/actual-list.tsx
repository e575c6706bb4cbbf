import type { ActualKind } from '#domain/budget/actuals';
import type { ActualRows } from '#domain/budget/actuals-response';
import { toCents } from '#domain/values/money';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';

type Row = ActualRows['rows'][number];

const kindTexts: Record<ActualKind, string> = {
  PAYROLL: 'Payroll',
  PETTY_CASH: 'Petty cash',
  CARD: 'Card',
  JOURNAL: 'Journal',
  OTHER: 'Other',
};

export function ActualList({ rows, currency }: { rows: readonly Row[] | undefined; currency: string }) {
  return (
    <ul aria-label="Actuals" aria-busy={!rows} className="divide-y divide-line">
      {rows?.map((row) => (
        <ActualItem key={`${row.import} ${row.row}`} row={row} currency={currency} />
      ))}
    </ul>
  );
}

function ActualItem({ row, currency }: { row: Row; currency: string }) {
  const isCounted = row.invoiceId === null;
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">
          {[row.account, kindTexts[row.kind], row.number].filter(Boolean).join(' · ')}
        </span>
        <span className={isCounted ? '' : 'text-ink-muted line-through'}>
          <Money cents={toCents(row.amount)} currency={currency} />
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-sm text-ink-muted">
        <span className="wrap-anywhere">{row.description}</span>
        <span>
          <Day day={row.day} />
          {` · Row ${row.row}`}
        </span>
      </span>
      {isCounted ? null : (
        <span className="text-sm text-ink-muted">An invoice of this show, which counts already.</span>
      )}
    </li>
  );
}
