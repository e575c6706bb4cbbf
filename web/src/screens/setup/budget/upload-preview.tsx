import type { ReactNode } from 'react';
import type { BudgetCheck } from '#domain/budget/budget-response';
import { toCents } from '#domain/values/money';
import { Button } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { Card } from '../../../parts/page/card.tsx';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';

const lines = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`);

/** The result of a dry run: totals, errors, unknown accounts, and the lines that the import creates (BUD-18). */
export function UploadPreview(props: {
  check: BudgetCheck;
  fileName: string;
  isBusy: boolean;
  isNamed: boolean;
  nameField: ReactNode;
  onImport: () => void;
}) {
  const { check, fileName, isBusy } = props;
  const { faults, ready, ignored } = check;
  const reason = faults.length > 0 ? 'Correct the file and choose it again.' : null;
  return (
    <>
      <div className="gutter">
        <Card title={fileName}>
          <Totals check={check} />
          {ignored.length > 0 ? (
            <p className="pt-3 text-sm wrap-anywhere text-ink-muted">{`Columns ignored: ${ignored.join(', ')}.`}</p>
          ) : null}
          {reason === null ? null : <p className="pt-3 text-sm text-negative">{reason}</p>}
          {ready > 0 ? (
            <div className="flex flex-wrap items-end justify-between gap-4 pt-4">
              <div className="w-80 max-sm:w-full">{props.nameField}</div>
              <Button
                look="primary"
                onPress={props.onImport}
                isPending={isBusy}
                reason={reason ?? (props.isNamed ? null : 'Enter a name.')}
              >
                {`Import ${lines(ready)}`}
              </Button>
            </div>
          ) : null}
        </Card>
      </div>
      <Rows
        title="What is wrong"
        rows={faults.map(({ row, column, message }) => ({
          place: [row === null ? 'File' : `Row ${row}`, column].filter(Boolean).join(' · '),
          text: message,
        }))}
      />
      <Rows
        title="Accounts that are not in the chart of accounts"
        hint="These rows are left out."
        rows={check.unknown.map(({ row, account, description, amount }) => ({
          place: `Row ${row}`,
          text: [account, description].filter(Boolean).join(' · '),
          amount: <Money cents={toCents(amount)} currency={check.currency} />,
        }))}
      />
      <Rows
        title="Totals in the file"
        hint="These rows add up others and are not imported."
        rows={check.totalRows.map(({ row, account, description, amount }) => ({
          place: `Row ${row}`,
          text: [account, description].filter(Boolean).join(' · '),
          amount: <Money cents={toCents(amount)} currency={check.currency} />,
        }))}
      />
      <Imported check={check} />
    </>
  );
}

function Totals({ check }: { check: BudgetCheck }) {
  const entries = [
    ['Total of the file', check.fileTotal],
    ['Imported', check.importedTotal],
    ['Difference', check.difference],
    ['Fringes', check.fringes],
    ['Contingency', check.contingency],
  ] as const;
  return (
    <dl className="grid grid-cols-5 gap-x-6 gap-y-3 max-lg:grid-cols-3 max-sm:grid-cols-2">
      {entries.map(([name, amount]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-muted">{name}</dt>
          <dd
            className={`text-base font-semibold ${name === 'Difference' && amount !== 0 ? 'text-caution' : ''}`}
          >
            <Money cents={toCents(amount)} currency={check.currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Enough to see what is wrong with a whole file. */
const maxRows = 50;

interface PreviewRow {
  place: string;
  text: string;
  amount?: ReactNode;
}

function Rows(props: { title: string; hint?: string; rows: readonly PreviewRow[] }) {
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

type Line = BudgetCheck['lines'][number] & { id: string; currency: string };

const columns: readonly TableColumn<Line>[] = [
  { id: 'account', name: 'Account', width: '9rem', isRowHeader: true, cell: ({ account }) => account },
  {
    id: 'description',
    name: 'Description',
    cell: ({ description }) => <span title={description}>{description}</span>,
  },
  {
    id: 'amount',
    name: 'Budget',
    width: '10rem',
    align: 'right',
    cell: ({ amount, currency }) => <Money cents={toCents(amount)} currency={currency} />,
  },
];

/** The lines that the import creates; a phone shows only totals and what is left out. */
function Imported({ check }: { check: BudgetCheck }) {
  const isPhone = useIsPhone();
  if (check.lines.length === 0 || isPhone) return null;
  const items = check.lines.map((line) => ({ ...line, id: line.account, currency: check.currency }));
  return (
    <section>
      <h2 className="gutter pb-2 text-base font-semibold">Lines</h2>
      <Table label="Lines" columns={columns} items={items} empty={null} />
    </section>
  );
}
