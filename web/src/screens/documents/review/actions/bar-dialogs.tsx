import { capitalize } from '#domain/documents/document-name';
import { Button } from '../../../../parts/controls/button.tsx';
import { BaseAmount } from '../../../../parts/display/base-amount.tsx';
import { Money } from '../../../../parts/display/money.tsx';
import { ConfirmDialog, Dialog } from '../../../../parts/overlays/dialog.tsx';
import { ReasonDialog } from '../../../../parts/overlays/reason-dialog.tsx';
import { vendorAdvice } from '../../messages.ts';
import { words } from '../../../../words.ts';
import type { ActionBarState } from './use-action-bar.ts';
import type { StoredDocument } from '../../document.ts';

interface Props {
  document: StoredDocument;
  bar: ActionBarState;
}

/** A temporary vendor may pass this step, but a permanent one is still expected (VE-19, DEC-33). */
export function TemporaryVendorDialog(props: Props & { onUpdate: () => void }) {
  const { bar } = props;
  return (
    <Dialog
      title="Temporary Vendor"
      role="alertdialog"
      size="large"
      isOpen={bar.dialog === 'temporary'}
      onClose={bar.close}
      footer={
        <>
          <Button onPress={props.onUpdate}>Go back and Update Vendor</Button>
          <Button
            look="primary"
            reason={bar.disabledReason('approve')}
            onPress={() => bar.run('approve')}
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

/** Confirmation before an approval that cannot be taken back (RUN-13). */
export function FinalApprovalDialog({ document, bar }: Props) {
  return (
    <ConfirmDialog
      title="Final Approval"
      isOpen={bar.dialog === 'final'}
      confirm="Approve"
      isBusy={bar.busy === 'approve'}
      refusal={bar.disabledReason('approve')}
      onCancel={bar.close}
      onConfirm={() => bar.run('approve')}
    >
      {`Your approval completes ${document.name} for `}
      <Money cents={document.summary.cents} currency={document.summary.currency} />
      <BaseAmount of={document.summary} className="pl-1" />
      {'. It cannot be taken back.'}
    </ConfirmDialog>
  );
}

const reasonDialogs = {
  revise: { title: 'Request Revision of', confirm: 'Request Revision' },
  void: { title: 'Void', confirm: 'Void' },
  deny: { title: 'Deny', confirm: 'Deny' },
  adjust: { title: 'Request Change Order for', confirm: 'Request Change Order' },
} as const;

function needsReason(dialog: string | null): dialog is keyof typeof reasonDialogs {
  return dialog !== null && dialog in reasonDialogs;
}

/**
 * The dialogs that ask for a reason (AP-22 to AP-24). It starts empty: only a creator's void has a default (DEC-41).
 */
export function ReasonDialogs(props: Props) {
  const { document, bar } = props;
  const { dialog } = bar;
  if (!needsReason(dialog)) return null;
  const { title, confirm } = reasonDialogs[dialog];
  return (
    <ReasonDialog
      key={dialog}
      title={`${title} ${document.name}`}
      isOpen
      isBusy={bar.busy === dialog}
      danger={dialog === 'void' || dialog === 'deny'}
      confirm={confirm}
      refusal={bar.disabledReason(dialog)}
      onCancel={bar.close}
      onConfirm={(reason) => bar.run(dialog, reason)}
    >
      {dialog === 'adjust'
        ? 'The purchase order becomes a draft that you can add lines to. It counts again once the change order is approved.'
        : null}
    </ReasonDialog>
  );
}

const confirmations = {
  push: {
    title: 'Push to Accounting',
    text: (name: string) => `${name} has not been approved. Send it to Accounting anyway?`,
  },
  pull: {
    title: 'Pull from Approval',
    text: (name: string) =>
      `${name} will be removed from approval and become a draft again. Approvals given so far will be lost. This cannot be undone.`,
  },
} as const;

/** Confirmations before an unapproved PO is sent to accounting (PO-57), and before a pull (AP-15). */
export function ConfirmDialogs({ document, bar }: Props) {
  return (['push', 'pull'] as const).map((action) => (
    <ConfirmDialog
      key={action}
      title={confirmations[action].title}
      isOpen={bar.dialog === action}
      confirm={confirmations[action].title}
      isBusy={bar.busy === action}
      refusal={bar.disabledReason(action)}
      onCancel={bar.close}
      onConfirm={() => bar.run(action)}
    >
      {confirmations[action].text(capitalize(document.name))}
    </ConfirmDialog>
  ));
}
