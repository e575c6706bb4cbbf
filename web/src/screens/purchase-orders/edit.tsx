import { useCallback, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import useSWR from 'swr';
import { inApproval } from '#domain/document';
import type { PurchaseOrder } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import { WithOpenNote } from '../../forms/open-note.tsx';
import { PurchaseOrderForm } from '../../forms/purchase-order/form.tsx';
import { docName, numberText } from '../../forms/purchase-order/number.ts';
import { useForgetDocument } from '../../forms/purchase-order/use-kept-draft.ts';
import { PageHead } from '../../parts/card.tsx';
import { Chip, StatusChip } from '../../parts/chip.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useFlash } from '../../parts/flash.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { Loading } from '../../parts/spinner.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import { useAfterSave } from '../documents/after-save.ts';
import { readPurchaseOrder } from './calls.ts';
import { orderDocument } from '../documents/document.ts';
import { kinds, reviewPath } from '../documents/kinds.ts';
import { DocumentLoadFailure } from '../documents/load-failure.tsx';
import { saveFailed } from '../documents/messages.ts';
import { openedFromApproverReview } from '../documents/opened-from.ts';
import { useResetQuestion } from '../documents/reset-question.tsx';
import { OvertakenNotice } from '../documents/overtaken-notice.tsx';
import { DocumentNotes } from '../documents/review/document-notes.tsx';
import { useDecisions } from '../documents/review/use-decisions.ts';
import { useRules } from '../documents/rules.ts';
import { useRefreshWithoutLive } from '../documents/use-document.ts';

function EditHead(props: { order: PurchaseOrder }) {
  const { order } = props;
  const { badge } = orderDocument(order);
  return (
    <PageHead title={`Edit Purchase Order ${numberText(order)}`}>
      {badge ? <Chip tone="caution">{badge}</Chip> : null}
      <StatusChip status={order.status} submissionStatus={order.submissionStatus} />
    </PageHead>
  );
}

type Ending = 'void' | 'discard';

/** PO-19, PO-20: the two ways to end a document from its form, each with its question; what is typed goes with it. */
function useEndings(order: PurchaseOrder) {
  const { busy, run } = useDecisions(orderDocument(order), 'CREATOR');
  const forget = useForgetDocument(order.id);
  const [asking, setAsking] = useState<Ending | null>(null);
  const close = () => setAsking(null);
  const end = async (ending: Ending, reason: string | null) => {
    if (!(await run(ending, reason))) return;
    forget();
    close();
  };
  const doc = docName(order);
  const dialogs = (
    <>
      <ReasonDialog
        title={`Void ${doc}`}
        isOpen={asking === 'void'}
        isBusy={busy === 'void'}
        danger
        confirm="Void"
        defaultReason="PO voided by creator"
        onCancel={close}
        onConfirm={(reason) => void end('void', reason)}
      />
      <ConfirmDialog
        title="Discard Change Order"
        isOpen={asking === 'discard'}
        isBusy={busy === 'discard'}
        danger
        confirm="Discard"
        onCancel={close}
        onConfirm={() => void end('discard', null)}
      >
        {`Change Order ${order.currentChangeOrderNumber} of ${doc} is discarded: the line items that it brought are removed, and the purchase order is approved again. This cannot be undone.`}
      </ConfirmDialog>
    </>
  );
  return { ask: setAsking, dialogs };
}

interface EditFormProps {
  order: PurchaseOrder;
  may: Record<Ending, boolean>;
  onChanged: () => void;
  /** Begins anew with the document as it is now. */
  onReopen: () => void;
}

function EditForm(props: EditFormProps) {
  const { order, may } = props;
  const { config } = useSession();
  const navigate = useNavigate();
  const flash = useFlash();
  // DEC-16: somebody who may edit a document in approval is its approver. Decided once, as the form was opened.
  const [isApproverEdit] = useState(inApproval(order.status));
  const [isFromApprover] = useState(() => isApproverEdit || openedFromApproverReview('PO', order.id));
  const afterSave = useAfterSave(isApproverEdit ? 'APPROVER' : 'CREATOR');
  const question = useResetQuestion(isApproverEdit && config.settings.resetApprovalOnEdit);
  const endings = useEndings(order);
  const doc = docName(order);
  useTitle(`Edit ${doc}`);
  return (
    <>
      <PurchaseOrderForm
        order={order}
        begin={null}
        isApproverEdit={isApproverEdit}
        title={
          <>
            <EditHead order={order} />
            <OvertakenNotice
              document={orderDocument(order)}
              content={JSON.stringify(draftOf(order))}
              isApproverEdit={isApproverEdit}
              onReopen={props.onReopen}
            />
          </>
        }
        confirmSave={question.ask}
        onSaved={(saved, after) => void afterSave(orderDocument(saved), after)}
        onFailed={(error) => flash('failure', saveFailed(error, doc))}
        onCancel={() =>
          void navigate(isFromApprover ? reviewPath('PO', order.id, 'APPROVER') : kinds.PO.home)
        }
        onDiscard={may.discard ? () => endings.ask('discard') : null}
        onVoid={may.void ? () => endings.ask('void') : null}
        notes={<DocumentNotes document={orderDocument(order)} onChanged={props.onChanged} />}
      />
      {question.dialog}
      {endings.dialogs}
    </>
  );
}

/** SH-08, SH-09: whoever may not edit sees the review; decided once, so that work is not swept away by a change. */
function Allowed(props: Omit<EditFormProps, 'may'>) {
  const { order } = props;
  const rules = useRules(orderDocument(order));
  const { can } = useSession();
  const [isAllowed] = useState(() => rules.askEdit() === null);
  if (!isAllowed) return <Navigate to={reviewPath('PO', order.id, 'CREATOR')} replace />;
  const isDraft = !inApproval(order.status);
  const may = {
    void: isDraft && can('VoidPurchaseOrders', 'FULL') && rules.ask('void') === null,
    discard: isDraft && rules.ask('discard') === null,
  };
  return (
    <WithOpenNote>
      <EditForm {...props} may={may} />
    </WithOpenNote>
  );
}

/**
 * The document as it is since this screen was opened. Other screens may have left an older answer in the cache; a form
 * begun from that would write over what somebody has saved meanwhile. So each opening asks under a key of its own.
 */
function useOpened(id: string) {
  const { show } = useSession();
  const [opening] = useState(() => crypto.randomUUID());
  const { data, error, mutate } = useSWR<PurchaseOrder, unknown>(
    [...keys.document('PO', id, 'CREATOR'), opening],
    () => readPurchaseOrder(show.id, id, 'CREATOR'),
  );
  const refresh = useCallback(() => void mutate(), [mutate]);
  useRefreshWithoutLive(refresh);
  return { data, error, refresh };
}

function Opened(props: { id: string; onReopen: () => void }) {
  const { data, error, refresh } = useOpened(props.id);
  if (data) return <Allowed order={data} onChanged={refresh} onReopen={props.onReopen} />;
  if (!error) return <Loading label="Loading purchase order" />;
  return <DocumentLoadFailure docType="PO" error={error} back="/po" onRetry={refresh} />;
}

/** `/po/edit/:id` (SH-08 to SH-10). */
export function EditScreen() {
  const { id = '' } = useParams();
  const [openings, setOpenings] = useState(0);
  return <Opened key={`${id} ${openings}`} id={id} onReopen={() => setOpenings(openings + 1)} />;
}
