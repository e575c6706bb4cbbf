import type { ReactNode } from 'react';
import type { BudgetCheck } from '#domain/budget/budget-response';
import { seriesNames } from '#domain/budget/budget';
import { codesName } from '#domain/budget/line-codes';
import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { FileRows } from '../file-rows.tsx';
import { CheckedFile } from '../upload-page.tsx';
import { lineId } from './line-field.tsx';

const lines = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`);

/** The result of a dry run: totals, errors, unknown accounts, and the lines that the import creates (BUD-18). */
export function UploadPreview(props: {
  check: BudgetCheck;
  /** What errors without a row concern. */
  subject: string;
  texts: { title: string; total: string; subtotals: string; correction: string };
  isBusy: boolean;
  /** Why it cannot be imported yet; null if it can. */
  reason: string | null;
  /** What the user enters for the new budget. */
  fields: ReactNode;
  onImport: () => void;
  /** Shown below the totals. */
  children?: ReactNode;
}) {
  const { check, texts } = props;
  return (
    <>
      <CheckedFile
        fileName={texts.title}
        subject={props.subject}
        correction={texts.correction}
        check={check}
        totals={[
          [texts.total, check.fileTotal],
          ['Imported', check.importedTotal],
          ['Difference', check.difference],
          ['Fringes', check.fringes],
          ['Contingency', check.contingency],
        ]}
        importText={`Import ${lines(check.ready)}`}
        reason={props.reason}
        isBusy={props.isBusy}
        onImport={props.onImport}
      >
        <div className="w-80 max-sm:w-full">{props.fields}</div>
      </CheckedFile>
      {props.children}
      <FileRows
        title="Accounts that are not in the chart of accounts"
        hint="These rows are left out."
        rows={check.unknown}
        currency={check.currency}
      />
      <FileRows
        title={texts.subtotals}
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
    cell: ({ description, codes, series }) => (
      <span title={description}>
        {[description, codesName(codes), series && seriesNames[series]].filter(Boolean).join(' · ')}
      </span>
    ),
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
  const items = check.lines.map((line) => ({ ...line, id: lineId(line), currency: check.currency }));
  return (
    <section>
      <h2 className="gutter pb-2 text-base font-semibold">Lines</h2>
      <Table label="Lines" columns={columns} items={items} empty={null} />
    </section>
  );
}
