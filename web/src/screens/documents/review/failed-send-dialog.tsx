import { bulkBody } from '#domain/bulk-approval/bulk-selection';
import type { SendHistory } from '#domain/documents/document-response';
import { hasRelation } from '#domain/lifecycle/subject';
import { senders } from '#domain/lifecycle/transition';
import { Button } from '../../../parts/controls/button.tsx';
import { timeZone, useWhen } from '../../../parts/display/date-format.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useSession } from '../../../session/session.tsx';
import { words } from '../../../words.ts';
import { useStartRun } from '../bulk/use-bulk-run.ts';
import type { StoredDocument } from '../document.ts';
import { actorOf } from '../use-rules.ts';
import { reviewActions } from './actions/review-actions.ts';

/** Why accounting has not accepted a document, and `Resend` for those who may send it (BULK-07, DEC-96). */
export function FailedSendDialog(props: {
  document: StoredDocument;
  sent: SendHistory;
  onClose: () => void;
}) {
  const { document, sent, onClose } = props;
  const { docType, id, contentVersion } = document;
  const session = useSession();
  const when = useWhen();
  const startRun = useStartRun();
  const actor = actorOf(session, []);
  const maySend = senders.some((relation) => hasRelation(relation, document.subject, actor));
  const resend = () => {
    const selection = { kind: 'picks', items: [{ id, workflowStepId: '', contentVersion }] } as const;
    const list = { showId: session.show.id, filters: {}, total: 1, timeZone };
    startRun({ ...bulkBody(selection, list), docType, action: 'push' }, { sums: [], leftOut: 0 }, 0);
    onClose();
  };
  return (
    <Dialog
      title={reviewActions[docType].sent.failed}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button look="primary" reason={maySend ? null : words.FORBIDDEN} onPress={resend}>
            Resend
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{sent.message ?? 'Accounting gave no reason.'}</p>
      <p className="text-sm text-ink-muted">
        {`${when(sent.created)}, ${sent.senderFirstName} ${sent.senderLastName}`}
      </p>
      {maySend ? null : (
        <p className="pt-3">Ask its creator, one of its approvers or a Show Admin to resend it.</p>
      )}
    </Dialog>
  );
}
