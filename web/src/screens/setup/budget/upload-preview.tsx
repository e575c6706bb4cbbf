import type { ReactNode } from 'react';
import type { BudgetCheck } from '#domain/budget/budget-response';
import { toCents } from '#domain/values/money';
import { Button } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { Card } from '../../../parts/page/card.tsx';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { FileFaults, FileRows, FileTotals } from '../file-rows.tsx';

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
          <FileTotals
            currency={check.currency}
            entries={[
              ['Total of the file', check.fileTotal],
              ['Imported', check.importedTotal],
              ['Difference', check.difference],
              ['Fringes', check.fringes],
              ['Contingency', check.contingency],
            ]}
          />
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
      <FileFaults faults={faults} />
      <FileRows
        title="Accounts that are not in the chart of accounts"
        hint="These rows are left out."
        rows={check.unknown}
        currency={check.currency}
      />
      <FileRows
        title="Totals in the file"
        hint="These rows add up others and are not imported."
        rows={check.totalRows}
        currency={check.currency}
      />
      <Imported check={check} />
    </>
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
