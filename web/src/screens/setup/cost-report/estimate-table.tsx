import { memo, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { CostReport, CostRowResponse } from '#domain/budget/cost-report/response';
import { signOf } from '#domain/budget/cost-report/columns';
import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { estimateOf } from './estimate-draft.ts';
import type { EnteredColumn, EnteredEstimate, EstimateDraft } from './estimate-draft.ts';

const columnNames = { etc: 'ETC', efc: 'EFC' } as const;

interface RowProps {
  row: CostRowResponse;
  entered: EnteredEstimate | undefined;
  column: EnteredColumn;
  currency: string;
  onEnter: (account: string, entered: EnteredEstimate) => void;
}

function Amount({ cents, currency }: { cents: number | null; currency: string }) {
  return cents === null ? (
    <span className="text-ink-muted">—</span>
  ) : (
    <Money cents={cents} currency={currency} />
  );
}

function OverUnder({ cents, currency }: { cents: number | null; currency: string }) {
  if (cents === null) return <span className="text-ink-muted">—</span>;
  return (
    <span className={cents < 0 ? 'font-medium text-negative' : undefined}>
      {signOf(cents)}
      <Money cents={Math.abs(cents)} currency={currency} />
    </span>
  );
}

function Entry({ row, entered, column, currency, onEnter }: RowProps) {
  const { efcCents, etcCents } = estimateOf(row, entered);
  return (
    <MoneyField
      // Another column has another text in its box.
      key={column}
      label={`${columnNames[column]} of ${row.name} ${row.description}`}
      hideLabel
      draftKey={`estimate ${row.code} ${column}`}
      cents={entered?.isInvalid ? null : column === 'efc' ? efcCents : etcCents}
      currency={currency}
      onChange={(cents, text) =>
        onEnter(row.code, {
          column,
          revision: entered?.revision ?? row.estimateRevision ?? 0,
          cents,
          isInvalid: cents === null && text.trim() !== '',
        })
      }
    />
  );
}

/** The figures of a row beside the entered one: the column that derives, the budget and what is left of it. */
function figuresOf({ row, entered, column, currency }: RowProps): (readonly [string, ReactNode])[] {
  const { efcCents, etcCents, overUnderCents } = estimateOf(row, entered);
  const derived = column === 'efc' ? 'etc' : 'efc';
  return [
    [
      columnNames[derived],
      <Amount key="derived" cents={derived === 'efc' ? efcCents : etcCents} currency={currency} />,
    ],
    [
      'Budget',
      <Amount key="budget" cents={row.budget === null ? null : toCents(row.budget)} currency={currency} />,
    ],
    ['(Over)/Under', <OverUnder key="left" cents={overUnderCents} currency={currency} />],
  ];
}

const cell = 'border-b border-line py-1.5 pr-3 text-left align-middle text-sm';
const amountCell = `${cell} text-right whitespace-nowrap`;

const TableRow = memo(function TableRow(props: RowProps) {
  const { row, currency } = props;
  return (
    <tr>
      <th scope="row" className={`${cell} font-normal wrap-anywhere`}>
        <span className="font-medium">{row.name}</span>{' '}
        <span className="text-ink-muted">{row.description}</span>
      </th>
      <td className={amountCell}>
        <Money cents={toCents(row.total)} currency={currency} />
      </td>
      <td className={`${cell} w-44 min-w-40`}>
        <Entry {...props} />
      </td>
      {figuresOf(props).map(([name, amount]) => (
        <td key={name} className={amountCell}>
          {amount}
        </td>
      ))}
    </tr>
  );
});

/** A figure of a card with its name. */
function Figure({ name, amount }: { name: string; amount: ReactNode }) {
  return (
    <span className="flex justify-between gap-3 text-sm">
      <span className="font-normal text-ink-muted">{name}</span>
      {amount}
    </span>
  );
}

const Card = memo(function Card(props: RowProps) {
  const { row, column, currency } = props;
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-surface-raised px-4 py-3">
      <span className="wrap-anywhere">
        <span className="font-medium">{row.name}</span>{' '}
        <span className="text-sm text-ink-muted">{row.description}</span>
      </span>
      <Figure name="Total Cost" amount={<Money cents={toCents(row.total)} currency={currency} />} />
      <span className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3 text-sm">
        <span aria-hidden className="text-ink-muted">
          {columnNames[column]}
        </span>
        <Entry {...props} />
      </span>
      {figuresOf(props).map(([name, amount]) => (
        <Figure key={name} name={name} amount={amount} />
      ))}
    </li>
  );
});

/** Rows between the arrow keys or Enter and the box that gets the focus. */
const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** The accounts with a box for ETC or EFC. Tab and Enter go down the column (EFC-03). */
export function EstimateTable(props: {
  report: CostReport;
  draft: EstimateDraft;
  column: EnteredColumn;
  onEnter: RowProps['onEnter'];
}) {
  const { report, draft, column, onEnter } = props;
  const { currency } = report;
  // What has no account cannot be estimated.
  const rows = report.rows.filter(({ code }) => code !== '');
  const isPhone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'Enter' && event.shiftKey ? -1 : steps[event.key];
    if (step === undefined || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const boxes = [...(box.current?.querySelectorAll('input') ?? [])];
    boxes[boxes.indexOf(event.target) + step]?.focus();
  };
  const rowProps = (row: CostRowResponse) => ({
    row,
    entered: draft.get(row.code),
    column,
    currency,
    onEnter,
  });
  const derived = column === 'efc' ? 'etc' : 'efc';
  const totals = totalAmounts(report, draft, column);
  return (
    <div ref={box} role="presentation" onKeyDown={move} className="max-w-[1200px] max-sm:pb-4">
      {isPhone ? (
        <ul aria-label="Estimates" className="grid gap-2">
          {rows.map((row) => (
            <Card key={row.code} {...rowProps(row)} />
          ))}
          <li className="grid gap-1 px-4 py-3 font-semibold">
            Total
            {totals.map(([name, amount]) => (
              <Figure key={name} name={name} amount={amount} />
            ))}
          </li>
        </ul>
      ) : (
        <table aria-label="Estimates" className="w-full border-collapse">
          <thead>
            <tr className="text-sm text-ink-muted">
              <th scope="col" className={`${cell} font-medium`}>
                Account
              </th>
              <th scope="col" className={`${amountCell} font-medium`}>
                Total Cost
              </th>
              <th scope="col" className={`${amountCell} font-medium`}>
                {columnNames[column]}
              </th>
              <th scope="col" className={`${amountCell} font-medium`}>
                {columnNames[derived]}
              </th>
              <th scope="col" className={`${amountCell} font-medium`}>
                Budget
              </th>
              <th scope="col" className={`${amountCell} font-medium`}>
                (Over)/Under
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={row.code} {...rowProps(row)} />
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className={cell}>
                Total
              </th>
              {totals.map(([name, amount]) => (
                <td key={name} className={amountCell}>
                  {amount}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
    </div>
  );
}

/** What the entered estimates come to. An account without one is expected to cost what it costs now. */
function totalsOf({ report, draft }: { report: CostReport; draft: EstimateDraft }) {
  const all = report.rows.map((row) => estimateOf(row, draft.get(row.code)));
  const totalCents = all.reduce((sum, row) => sum + row.totalCents, 0);
  const finalCents = all.reduce((sum, row) => sum + (row.efcCents ?? row.totalCents), 0);
  // As in the report, no total is estimated before an account is (DEC-226).
  const hasEfc = all.some(({ efcCents }) => efcCents !== null);
  const budgetCents = report.totals.budget === null ? null : toCents(report.totals.budget);
  return {
    totalCents,
    efc: hasEfc ? finalCents : null,
    etc: hasEfc ? finalCents - totalCents : null,
    budgetCents,
    overUnderCents: budgetCents === null ? null : budgetCents - finalCents,
  };
}

/** The totals as amounts in the order of the columns. */
function totalAmounts(report: CostReport, draft: EstimateDraft, column: EnteredColumn) {
  const { currency } = report;
  const totals = totalsOf({ report, draft });
  const derived = column === 'efc' ? 'etc' : 'efc';
  return [
    ['Total Cost', <Amount key="total" cents={totals.totalCents} currency={currency} />],
    [columnNames[column], <Amount key="entered" cents={totals[column]} currency={currency} />],
    [columnNames[derived], <Amount key="derived" cents={totals[derived]} currency={currency} />],
    ['Budget', <Amount key="budget" cents={totals.budgetCents} currency={currency} />],
    ['(Over)/Under', <OverUnder key="left" cents={totals.overUnderCents} currency={currency} />],
  ] as const;
}
