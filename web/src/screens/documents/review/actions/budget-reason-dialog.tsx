import { noteLimit } from '#domain/document';
import { ReasonDialog } from '../../../../parts/overlays/reason-dialog.tsx';
import type { StoredDocument } from '../../document.ts';
import type { ActionBarState } from './use-action-bar.ts';

/** The reason without which a submit over budget is refused (BUD-31). */
export function BudgetReasonDialog(props: { document: StoredDocument; bar: ActionBarState }) {
  const { document, bar } = props;
  return (
    <ReasonDialog
      title={`Submit ${document.name} Over Budget`}
      isOpen
      isBusy={bar.busy === 'submit'}
      confirm="Submit for Approval"
      limit={noteLimit}
      refusal={bar.disabledReason('submit')}
      onCancel={bar.close}
      onConfirm={(reason) => bar.run('submit', reason)}
    >
      It takes an account over its budget. The reason is saved in the history, and approvers see it.
    </ReasonDialog>
  );
}
