import type { CostDocuments } from '#domain/budget/cost-report/response';
import { AccountActuals } from '../actuals/account-actuals.tsx';
import { Amounts, CountedDocumentsDialog, kindOf } from '../counted-documents.tsx';
import { AccountEstimates } from './account-estimates.tsx';
import { useCostDocuments } from './calls.ts';
import type { ShownReport } from './calls.ts';

const names = [
  ['actual', 'Actual'],
  ['paid', 'of which paid'],
  ['committed', 'Committed'],
] as const;

function Lines({ row, currency }: { row: CostDocuments['documents'][number]; currency: string }) {
  return (
    <ul
      aria-label={`Lines of ${kindOf(row)} ${row.number}`}
      className="grid gap-1 border-l-2 border-line pl-3"
    >
      {row.lines.map((line) => (
        <li
          key={`${line.lineNumber} ${line.account} ${line.description}`}
          className="flex flex-wrap justify-between gap-x-4 text-sm"
        >
          <span className="min-w-0 wrap-anywhere">
            {[
              line.lineNumber === 0 ? 'Removed line' : `Line ${line.lineNumber}`,
              line.account,
              line.description,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Amounts names={names} row={line} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

/** The documents and lines behind a row of the report, the newest first (REPORT-05). */
export function CostDocumentsDialog(props: {
  shown: ShownReport;
  code: string;
  title: string;
  currency: string;
  /** Whether other actuals count. */
  hasActuals: boolean;
  onClose: () => void;
}) {
  const { shown, code, title, currency, hasActuals, onClose } = props;
  return (
    <CountedDocumentsDialog
      title={title}
      emptyText="No document counts here."
      list={useCostDocuments(shown, code)}
      names={names}
      currency={currency}
      renderLines={(row) => <Lines row={row} currency={currency} />}
      onClose={onClose}
    >
      {hasActuals && shown.by === 'ACCOUNT' ? (
        <>
          <AccountActuals account={code} day={shown.day} currency={currency} />
          <AccountEstimates account={code} />
        </>
      ) : null}
    </CountedDocumentsDialog>
  );
}
