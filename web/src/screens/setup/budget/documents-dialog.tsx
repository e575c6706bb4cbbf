import { useMeasuredDocuments } from './calls.ts';
import { CountedDocumentsDialog } from '../counted-documents.tsx';

const names = [
  ['actual', 'Actual'],
  ['committed', 'Committed'],
  ['inProgress', 'of which in progress'],
  ['waiting', 'Waiting'],
] as const;

/** The documents that count for an account, the newest first (BUD-22). */
export function DocumentsDialog(props: {
  account: string;
  name: string;
  currency: string;
  onClose: () => void;
}) {
  const { account, name, currency, onClose } = props;
  return (
    <CountedDocumentsDialog
      title={name}
      emptyText="No document counts for this account."
      list={useMeasuredDocuments(account)}
      names={names}
      currency={currency}
      onClose={onClose}
    />
  );
}
