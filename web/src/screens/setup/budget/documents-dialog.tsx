import { useMeasuredDocuments } from './calls.ts';
import { CountedDocumentsDialog } from '../counted-documents.tsx';
import type { ChosenLine } from './line-field.tsx';
import { AccountActuals } from '../actuals/account-actuals.tsx';

const names = [
  ['actual', 'Actual'],
  ['paid', 'of which paid'],
  ['exchangeDifference', 'of which exchange difference'],
  ['committed', 'Committed'],
  ['inProgress', 'of which in progress'],
  ['waiting', 'Waiting'],
] as const;

/** The documents that count at a line, the newest first (BUD-22). */
export function DocumentsDialog(props: {
  line: ChosenLine;
  name: string;
  currency: string;
  /** Whether other actuals count for the account. */
  hasActuals: boolean;
  onClose: () => void;
}) {
  const { line, name, currency, hasActuals, onClose } = props;
  return (
    <CountedDocumentsDialog
      title={name}
      emptyText="No document counts for this account."
      list={useMeasuredDocuments(line)}
      names={names}
      currency={currency}
      onClose={onClose}
    >
      {hasActuals ? <AccountActuals account={line.account} day={null} currency={currency} /> : null}
    </CountedDocumentsDialog>
  );
}
