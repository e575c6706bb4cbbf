import { capitalize } from '#domain/documents/document-name';
import { Button } from '../../../../parts/controls/button.tsx';
import { ConfirmDialog, Dialog } from '../../../../parts/overlays/dialog.tsx';
import { ReasonDialog } from '../../../../parts/overlays/reason-dialog.tsx';
import { vendorAdvice } from '../../messages.ts';
import { words } from '../../../../words.ts';
import type { Bar } from './use-action-bar.ts';
import type { StoredDocument } from '../../document.ts';

interface Props {
  document: StoredDocument;
  bar: Bar;
}

/** VE-19, DEC-33: a temporary vendor may pass this step, but a permanent one is still expected. */
export function TemporaryVendorDialog(props: Props & { onUpdate: () => void }) {
  const { bar } = props;
  return (
    <Dialog
      title="Temporary Vendor"
      role="alertdialog"
      size="large"
      isOpen={bar.asking === 'temporary'}
      onClose={bar.close}
      footer={
        <>
          <Button onPress={props.onUpdate}>Go back and Update Vendor</Button>
          <Button
            look="primary"
            reason={bar.why('approve')}
            onPress={() => bar.act('approve')}
            isPending={bar.busy === 'approve'}
          >
            Approve with Temp Vendor
          </Button>
        </>
      }
    >
      <p>{words.TEMP_VENDOR_NOT_ALLOWED}</p>
      <p className="pt-2 text-ink-muted">
        {props.document.docType === 'PO'
          ? 'A PO with a temporary vendor must be updated with a permanent vendor to be fully approved.'
          : vendorAdvice(false)}
      </p>
    </Dialog>
  );
}

const reasoned = {
  revise: { title: 'Request Revision of', confirm: 'Request Revision' },
  void: { title: 'Void', confirm: 'Void' },
  deny: { title: 'Deny', confirm: 'Deny' },
  adjust: { title: 'Request Change Order for', confirm: 'Request Change Order' },
} as const;

function isReasoned(asking: string | null): asking is keyof typeof reasoned {
  return asking !== null && asking in reasoned;
}

/** AP-22 to AP-24: the questions that want a reason. It starts empty here: only a creator's void is prefilled (DEC-41). */
export function ReasonDialogs(props: Props) {
  const { document, bar } = props;
  const { asking } = bar;
  if (!isReasoned(asking)) return null;
  const { title, confirm } = reasoned[asking];
  return (
    <ReasonDialog
      key={asking}
      title={`${title} ${document.name}`}
      isOpen
      isBusy={bar.busy === asking}
      danger={asking === 'void' || asking === 'deny'}
      confirm={confirm}
      refusal={bar.why(asking)}
      onCancel={bar.close}
      onConfirm={(reason) => bar.act(asking, reason)}
    >
      {asking === 'adjust'
        ? 'The purchase order becomes a draft that you can add lines to. It counts again once the change order is approved.'
        : null}
    </ReasonDialog>
  );
}

/** PO-57: an unapproved PO goes to accounting only when that is meant. */
export function ConfirmPushDialog(props: Props) {
  const { document, bar } = props;
  return (
    <ConfirmDialog
      title="Push to Accounting"
      isOpen={bar.asking === 'push'}
      confirm="Push to Accounting"
      isBusy={bar.busy === 'push'}
      refusal={bar.why('push')}
      onCancel={bar.close}
      onConfirm={() => bar.act('push')}
    >
      {`${capitalize(document.name)} has not been approved. Send it to Accounting anyway?`}
    </ConfirmDialog>
  );
}

/** AP-15. */
export function ConfirmPullDialog(props: Props) {
  const { document, bar } = props;
  return (
    <ConfirmDialog
      title="Pull from Approval"
      isOpen={bar.asking === 'pull'}
      confirm="Pull from Approval"
      isBusy={bar.busy === 'pull'}
      refusal={bar.why('pull')}
      onCancel={bar.close}
      onConfirm={() => bar.act('pull')}
    >
      {`${capitalize(document.name)} will be removed from approval and become a draft again. Approvals given so far will be lost. This cannot be undone.`}
    </ConfirmDialog>
  );
}
