import { useCallback, useRef, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import useSWR, { useSWRConfig } from 'swr';
import { headerBadge } from '#domain/badges';
import { inApproval } from '#domain/document';
import type { PurchaseOrder } from '#domain/purchase-order';
import { WithOpenNote } from '../../forms/open-note.tsx';
import { PurchaseOrderForm } from '../../forms/purchase-order/form.tsx';
import type { AfterSave } from '../../forms/purchase-order/form-bar.tsx';
import { docName, numberText } from '../../forms/purchase-order/number.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { EmptyState, PageHead } from '../../parts/card.tsx';
import { Chip, StatusChip } from '../../parts/chip.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useFlash } from '../../parts/flash.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { Loading } from '../../parts/spinner.tsx';
import { keys } from '../../keys.ts';
import { Gate } from '../../session/gate.tsx';
import { useSession } from '../../session/session.tsx';
import { readPurchaseOrder } from './calls.ts';
import { done, failed, saveFailed } from './messages.ts';
import { OrderNotes } from './review/order-notes.tsx';
import { useDecisions } from './review/use-decisions.ts';
import { useRules } from './subject.ts';
import { useRefreshWithoutLive } from './use-purchase-order.ts';

/** What a save says, keeps and opens (PO-13). */
function useAfterSave() {
  const navigate = useNavigate();
  const flash = useFlash();
  const { mutate } = useSWRConfig();
  return async (saved: PurchaseOrder, after: AfterSave, persona: 'creator' | 'approver') => {
    flash('success', done.saved(docName(saved)));
    const upper = persona === 'approver' ? 'APPROVER' : 'CREATOR';
    await mutate(keys.document('PO', saved.id, upper), saved, { revalidate: false });
    if (after === 'review') return navigate(`/po/review/${saved.id}/${persona}`);
    return navigate(after === 'new' ? `/po/create?refresh=${Date.now()}` : '/po');
  };
}

function NewForm() {
  const navigate = useNavigate();
  const flash = useFlash();
  const afterSave = useAfterSave();
  return (
    <PurchaseOrderForm
      order={null}
      isApproverEdit={false}
      title={<PageHead title="New Purchase Order" />}
      confirmSave={() => Promise.resolve(true)}
      onSaved={(saved, after) => void afterSave(saved, after, 'creator')}
      onFailed={(error) => flash('failure', saveFailed(error, 'Purchase order'))}
      onCancel={() => void navigate('/po')}
      onVoid={null}
      notes={null}
    />
  );
}

/** `/po/create` (SH-06, SH-07): every new `refresh` begins anew. */
export function CreateScreen() {
  const [query] = useSearchParams();
  return (
    <Gate permission="CreatePurchaseOrders" level="FULL" to="/">
      <WithOpenNote key={query.get('refresh') ?? ''}>
        <NewForm />
      </WithOpenNote>
    </Gate>
  );
}

/** PO-21: asks before a save that sends the document back to its first approver. */
function useResetQuestion(isNeeded: boolean) {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((yes: boolean) => void) | null>(null);
  const ask = () => {
    if (!isNeeded) return Promise.resolve(true);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  const reply = (yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
  };
  const dialog = (
    <ConfirmDialog
      title="Reset Approval"
      isOpen={isOpen}
      confirm="Save & Reset"
      onCancel={() => reply(false)}
      onConfirm={() => reply(true)}
    >
      Saving these changes resets approval to the first approver.
    </ConfirmDialog>
  );
  return { ask, dialog };
}

function EditHead(props: { order: PurchaseOrder }) {
  const { order } = props;
  const badge = headerBadge('PO', order);
  return (
    <PageHead title={`Edit Purchase Order ${numberText(order)}`}>
      {badge ? <Chip tone="caution">{badge}</Chip> : null}
      <StatusChip status={order.status} submissionStatus={order.submissionStatus} />
    </PageHead>
  );
}

function EditForm(props: { order: PurchaseOrder; mayVoid: boolean; onChanged: () => void }) {
  const { order } = props;
  const { config } = useSession();
  const navigate = useNavigate();
  const flash = useFlash();
  const afterSave = useAfterSave();
  const { busy, run } = useDecisions(order, '/po');
  const [isVoiding, setVoiding] = useState(false);
  // DEC-16: somebody who may edit a document in approval is its approver.
  const isApproverEdit = inApproval(order.status);
  const question = useResetQuestion(isApproverEdit && config.settings.resetApprovalOnEdit);
  const persona = isApproverEdit ? 'approver' : 'creator';
  const doc = docName(order);
  return (
    <>
      <PurchaseOrderForm
        order={order}
        isApproverEdit={isApproverEdit}
        title={<EditHead order={order} />}
        confirmSave={question.ask}
        onSaved={(saved, after) => void afterSave(saved, after, persona)}
        onFailed={(error) => flash('failure', saveFailed(error, doc))}
        onCancel={() => void navigate(isApproverEdit ? `/po/review/${order.id}/approver` : '/po')}
        onVoid={props.mayVoid ? () => setVoiding(true) : null}
        notes={<OrderNotes order={order} onChanged={props.onChanged} />}
      />
      {question.dialog}
      <ReasonDialog
        title={`Void ${doc}`}
        isOpen={isVoiding}
        isBusy={busy === 'void'}
        danger
        confirm="Void"
        defaultReason="PO voided by creator"
        onCancel={() => setVoiding(false)}
        onConfirm={(reason) => void run('void', reason).then((isDone) => isDone && setVoiding(false))}
      />
    </>
  );
}

/** SH-08, SH-09: whoever may not edit sees the review; decided once, so that work is not swept away by a change. */
function Allowed(props: { order: PurchaseOrder; onChanged: () => void }) {
  const { order } = props;
  const rules = useRules(order);
  const { can } = useSession();
  const [isAllowed] = useState(() => rules.askEdit() === null);
  if (!isAllowed) return <Navigate to={`/po/review/${order.id}/creator`} replace />;
  const mayVoid =
    !inApproval(order.status) && can('VoidPurchaseOrders', 'FULL') && rules.ask('void') === null;
  return (
    <WithOpenNote>
      <EditForm order={order} mayVoid={mayVoid} onChanged={props.onChanged} />
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

function Opened(props: { id: string }) {
  const { data, error, refresh } = useOpened(props.id);
  if (data) return <Allowed order={data} onChanged={refresh} />;
  if (!error) return <Loading label="Loading purchase order" />;
  return (
    <EmptyState action={<ButtonLink href="/po">Back to Dashboard</ButtonLink>}>{failed.load}</EmptyState>
  );
}

/** `/po/edit/:id` (SH-08 to SH-10). */
export function EditScreen() {
  const { id = '' } = useParams();
  return <Opened key={id} id={id} />;
}
