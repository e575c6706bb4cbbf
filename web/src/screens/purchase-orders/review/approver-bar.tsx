import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import { inApproval } from '#domain/document';
import type { PurchaseOrder } from '#domain/purchase-order';
import { temporaryVendorRule } from '#domain/temporary-vendor-rule';
import { atFinalStep } from '#domain/workflow';
import { docName } from '../../../forms/purchase-order/number.ts';
import { Button } from '../../../parts/button.tsx';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ReasonDialog } from '../../../parts/reason-dialog.tsx';
import { useSession } from '../../../session/session.tsx';
import { Gate } from '../../../session/gate.tsx';
import { reasonFor } from '../reasons.ts';
import { useRules } from '../subject.ts';
import { ActionBar } from './action-bar.tsx';
import { useDecisions } from './use-decisions.ts';

const queue = '/approvals/purchase-orders';

type Asking = 'temporary' | 'revise' | 'void' | null;

/** VE-19, DEC-33: a temporary vendor may pass this step, but a permanent one is still expected. */
function TemporaryVendorDialog(props: {
  isOpen: boolean;
  isBusy: boolean;
  onApprove: () => void;
  onUpdate: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title="Temporary Vendor"
      role="alertdialog"
      isOpen={props.isOpen}
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onUpdate}>Go back and Update Vendor</Button>
          <Button look="primary" onPress={props.onApprove} isPending={props.isBusy}>
            Approve with Temp Vendor
          </Button>
        </>
      }
    >
      <p>Temporary vendors are not supported for this document type.</p>
      <p className="pt-2 text-ink-muted">
        A PO with a temporary vendor must be updated with a permanent vendor to be fully approved.
      </p>
    </Dialog>
  );
}

/** Ctrl or Cmd with Enter approves, so that a queue can be worked through without the mouse; not while writing. */
function useApproveKey(approve: () => void, isOn: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const at = event.target;
    if (at instanceof HTMLElement && at.closest('input, textarea, [role="dialog"], [role="alertdialog"]'))
      return;
    event.preventDefault();
    event.stopPropagation();
    approve();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    // Before the button that happens to hold the focus takes the Enter for itself.
    return tinykeys(window, { '$mod+Enter': (event) => press(event) }, { capture: true });
  }, [isOn]);
}

/** AP-20: what an approver can do with the document, each act asking the rule that the server asks. */
export function ApproverBar(props: { order: PurchaseOrder }) {
  const { order } = props;
  const session = useSession();
  const { settings } = session.config;
  const navigate = useNavigate();
  const rules = useRules(order);
  const { busy, run } = useDecisions(order, queue);
  const [asking, setAsking] = useState<Asking>(null);
  const who = { userId: session.user.id, preventsSelf: settings.preventSelfApproval };
  const waits = inApproval(order.status);
  const temporary = temporaryVendorRule('PO', {
    temporary: order.vendor.isTemporary,
    replacePoTempVendors: settings.replacePoTempVendors,
    finalStep: atFinalStep(rules.subject.instance),
  });
  const why = {
    approve: reasonFor(rules.ask('approve'), 'approve', order, who),
    revise: reasonFor(rules.ask('revise'), 'revise', order, who),
    edit: reasonFor(rules.askEdit(), 'edit-in-approval', order, who),
    void: reasonFor(rules.ask('void'), 'void', order, who),
  };
  const approve = () => {
    if (why.approve !== null || busy !== null) return;
    if (temporary.confirmation) setAsking('temporary');
    else void run('approve', null);
  };
  useApproveKey(approve, waits && asking === null);
  const close = () => setAsking(null);
  // A refused decision leaves its dialog open where a reason was written, so that it need not be written again.
  const decide = (name: 'approve' | 'revise' | 'void', reason: string | null) =>
    void run(name, reason).then((isDone) => (isDone || reason === null) && close());
  const doc = docName(order);
  return (
    <>
      <ActionBar
        label="Approval actions"
        backTo={queue}
        extra={
          waits ? (
            <Checkbox
              label="Display Next Item Needing Approval"
              isSelected={session.showNextItem}
              onChange={session.setShowNextItem}
            />
          ) : null
        }
      >
        <Gate permission="VoidPurchaseOrders" level="FULL">
          <Button
            look="danger"
            reason={why.void}
            isDisabled={busy !== null}
            onPress={() => setAsking('void')}
          >
            Void
          </Button>
        </Gate>
        {waits ? (
          <>
            <Button reason={why.revise} isDisabled={busy !== null} onPress={() => setAsking('revise')}>
              Revise
            </Button>
            <Button
              reason={why.edit}
              isDisabled={busy !== null}
              onPress={() => void navigate(`/po/edit/${order.id}`)}
            >
              Edit
            </Button>
            <Button
              look="primary"
              reason={why.approve}
              isDisabled={busy !== null && busy !== 'approve'}
              isPending={busy === 'approve'}
              onPress={approve}
            >
              Approve
            </Button>
          </>
        ) : null}
      </ActionBar>
      <TemporaryVendorDialog
        isOpen={asking === 'temporary'}
        isBusy={busy === 'approve'}
        onApprove={() => decide('approve', null)}
        onUpdate={() => void navigate(`/po/edit/${order.id}`)}
        onClose={close}
      />
      <ReasonDialog
        title={`Request Revision of ${doc}`}
        isOpen={asking === 'revise'}
        isBusy={busy === 'revise'}
        confirm="Request Revision"
        onCancel={close}
        onConfirm={(reason) => decide('revise', reason)}
      />
      <ReasonDialog
        title={`Void ${doc}`}
        isOpen={asking === 'void'}
        isBusy={busy === 'void'}
        danger
        confirm="Void"
        onCancel={close}
        onConfirm={(reason) => decide('void', reason)}
      />
    </>
  );
}
