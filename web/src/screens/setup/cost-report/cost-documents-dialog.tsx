import type { CostDocuments } from '#domain/budget/cost-report/response';
import { AccountActuals } from '../actuals/account-actuals.tsx';
import { Amounts, CountedDocumentsDialog, nameOf } from '../counted-documents.tsx';
import { AccountEstimates } from './account-estimates.tsx';
import { useCostDocuments, useOpenDocuments } from './calls.ts';
import type { ShownReport } from './calls.ts';

const names = [
  ['actual', 'Actual'],
  ['paid', 'of which paid'],
  ['committed', 'Committed'],
] as const;
const openNames = [
  ['committed', 'Open'],
  ['accrued', 'Accrued'],
] as const;

function Lines(props: {
  row: CostDocuments['documents'][number];
  names: typeof names | typeof openNames;
  currency: string;
}) {
  const { row, currency } = props;
  return (
    <ul aria-label={`Lines of ${nameOf(row)}`} className="grid gap-1 border-l-2 border-line pl-3">
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
          <Amounts<'actual' | 'paid' | 'committed' | 'accrued'>
            names={props.names}
            row={line}
            currency={currency}
          />
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
      renderLines={(row) => <Lines row={row} names={names} currency={currency} />}
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

/** The open orders and the invoices in approval of an account, the newest first (REPORT-07). */
export function OpenDocumentsDialog(props: {
  account: string;
  title: string;
  currency: string;
  onClose: () => void;
}) {
  const { currency } = props;
  return (
    <CountedDocumentsDialog
      title={props.title}
      emptyText="Nothing is open here any more."
      list={useOpenDocuments(props.account)}
      names={openNames}
      currency={currency}
      renderLines={(row) => <Lines row={row} names={openNames} currency={currency} />}
      onClose={props.onClose}
    />
  );
}
