import { useState } from 'react';
import { EllipsisVertical } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { editable, inApproval } from '#domain/document';
import { checkPurchaseOrder } from '#domain/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import { useTakeOpenNote } from '../../../forms/open-note.tsx';
import { docName } from '../../../forms/purchase-order/number.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/dialog.tsx';
import { useFlash } from '../../../parts/flash.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { keys } from '../../../keys.ts';
import { Gate } from '../../../session/gate.tsx';
import { useSession } from '../../../session/session.tsx';
import { pullFromApproval, submitPurchaseOrder } from '../calls.ts';
import { done, failed, submitFailed } from '../messages.ts';
import { reasonFor } from '../reasons.ts';
import { useRules } from '../subject.ts';
import { ActionBar } from './action-bar.tsx';

type Running = 'submit' | 'pull' | null;

/** Submit and pull, with what follows them (PO-14, AP-15). */
function useSubmission(order: PurchaseOrder) {
  const [running, setRunning] = useState<Running>(null);
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const flash = useFlash();
  const takeOpenNote = useTakeOpenNote();
  const keepAnswer = (answer: PurchaseOrder) =>
    mutate(keys.document('PO', order.id, 'CREATOR'), answer, { revalidate: false });

  const submit = async () => {
    const locked = order.lockedLineCount > 0 ? order.lockedLineCount : null;
    const [issue] = checkPurchaseOrder(draftOf(order), 'submit', { lockedLineCount: locked });
    if (issue) return flash('failure', issue.message);
    setRunning('submit');
    try {
      if (!(await takeOpenNote())) return undefined;
      const answer = await submitPurchaseOrder(order);
      await keepAnswer(answer);
      // The number may only now have become visible (DEC-17).
      flash('success', done.submitted(docName(answer)));
      return await navigate('/po');
    } catch (error) {
      return flash('failure', submitFailed(error, docName(order)));
    } finally {
      setRunning(null);
    }
  };
  const pull = async () => {
    setRunning('pull');
    try {
      if (!(await takeOpenNote())) return;
      await keepAnswer(await pullFromApproval(order));
      flash('success', done.pulled(docName(order)));
      await navigate(`/po/edit/${order.id}`);
    } catch {
      flash('failure', failed.pull(docName(order)));
    } finally {
      setRunning(null);
    }
  };
  return { running, submit, pull };
}

/** PO-15, PO-22: what the one who raised the document can do with it. */
export function SubmitterBar(props: { order: PurchaseOrder }) {
  const { order } = props;
  const { user, config } = useSession();
  const rules = useRules(order);
  const navigate = useNavigate();
  const { running, submit, pull } = useSubmission(order);
  const [asksPull, setAsksPull] = useState(false);
  const who = { userId: user.id, preventsSelf: config.settings.preventSelfApproval };
  const isOpen = editable(order.submissionStatus);
  return (
    <>
      <ActionBar label="Submission actions" backTo="/po">
        {inApproval(order.status) ? (
          <Gate permission="CreatePurchaseOrders" level="FULL">
            <Menu
              label="More actions"
              placement="top end"
              trigger={
                <IconButton label="More actions" look="plain">
                  <EllipsisVertical aria-hidden className="size-4" />
                </IconButton>
              }
            >
              <MenuItem
                id="pull"
                reason={reasonFor(rules.ask('pull'), 'pull', order, who)}
                onAction={() => setAsksPull(true)}
              >
                Pull from Approval
              </MenuItem>
            </Menu>
          </Gate>
        ) : null}
        {isOpen ? (
          <>
            <Button
              reason={reasonFor(rules.askEdit(), 'save', order, who)}
              onPress={() => void navigate(`/po/edit/${order.id}`)}
            >
              Edit
            </Button>
            <Button
              look="primary"
              reason={reasonFor(rules.ask('submit'), 'submit', order, who)}
              isPending={running === 'submit'}
              onPress={() => void submit()}
            >
              Submit for Approval
            </Button>
          </>
        ) : null}
      </ActionBar>
      <ConfirmDialog
        title="Pull from Approval"
        isOpen={asksPull}
        confirm="Pull from Approval"
        isBusy={running === 'pull'}
        onCancel={() => setAsksPull(false)}
        onConfirm={() => void pull()}
      >
        {`${docName(order)} is taken out of approval and becomes a draft again. Approvals given so far are dropped. This cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}
