import { useState } from 'react';
import { useParams } from 'react-router';
import type { Persona } from '#domain/document';
import { isAdmin } from '#domain/permissions';
import type { PurchaseOrder } from '#domain/purchase-order';
import { currentApprovers } from '#domain/workflow';
import { WithOpenNote } from '../../../forms/open-note.tsx';
import { numberText } from '../../../forms/purchase-order/number.ts';
import { ApprovalTrack } from '../../../parts/approval-track.tsx';
import { Card } from '../../../parts/card.tsx';
import { Loading } from '../../../parts/spinner.tsx';
import { useTitle } from '../../../parts/use-title.ts';
import { useSession } from '../../../session/session.tsx';
import { useIsBelowDesktop } from '../../../parts/use-width.ts';
import { ExportButton } from '../export/export-button.tsx';
import { OrderLoadFailure } from '../load-failure.tsx';
import { useRules } from '../subject.ts';
import { usePurchaseOrder } from '../use-purchase-order.ts';
import { ApproverBar } from './approver-bar.tsx';
import { AttachmentsPanel } from './attachments-panel.tsx';
import { ChangeOrderComparison } from './change-order-comparison.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { OrderNotes } from './order-notes.tsx';
import { Preview } from './preview.tsx';
import { ReviewHead } from './review-head.tsx';
import { Sheet } from './sheet.tsx';
import { SubmitterBar } from './submitter-bar.tsx';

/** DEC-13: owner, administrator and current approver may add files to a document that is not void. */
function useMayAttach(order: PurchaseOrder): boolean {
  const { subject, actor } = useRules(order);
  if (order.status === 'VOID') return false;
  return (
    subject.ownerId === actor.userId ||
    isAdmin(actor.permissions, 'PO') ||
    currentApprovers(subject.instance).includes(actor.userId)
  );
}

function Rail(props: { order: PurchaseOrder; onChanged: () => void }) {
  const { order } = props;
  const { user } = useSession();
  return (
    <>
      {order.workflow ? (
        <Card title="Approval">
          <ApprovalTrack workflow={order.workflow} meId={user.id} />
        </Card>
      ) : null}
      <OrderNotes order={order} onChanged={props.onChanged} />
      <HistoryPanel events={order.historyEvents} />
    </>
  );
}

/** The document at the left; at the right where it stands, or the attachment that is being read. */
function Body(props: { order: PurchaseOrder; persona: Persona; onChanged: () => void }) {
  const { order } = props;
  const [opened, setOpened] = useState<number | null>(null);
  const small = useIsBelowDesktop();
  const mayChange = useMayAttach(order);
  const preview =
    opened === null ? null : (
      <Preview
        files={order.attachments}
        owner="po"
        index={opened}
        onIndex={setOpened}
        onClose={() => setOpened(null)}
      />
    );
  const beside = preview !== null && !small;
  const columns = beside ? 'md:grid-cols-2' : 'md:grid-cols-[minmax(0,1fr)_22.5rem]';
  return (
    <div className={`grid grid-cols-1 items-start gap-4 pb-6 ${columns}`}>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <ChangeOrderComparison order={order} startsOpen={props.persona === 'APPROVER'} />
        <Sheet order={order} />
        <AttachmentsPanel order={order} mayChange={mayChange} onOpen={setOpened} onSaved={props.onChanged} />
      </div>
      {beside ? (
        <div className="sticky top-4 flex max-h-[calc(100vh-11rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface-raised">
          {preview}
        </div>
      ) : null}
      {/* Out of sight, not gone, while a file is read: a note that is being written stays as it is. */}
      <div className={`min-w-0 grid-cols-1 gap-4 ${beside ? 'hidden' : 'grid'}`}>
        <Rail order={order} onChanged={props.onChanged} />
      </div>
      {small ? preview : null}
    </div>
  );
}

function Reviewed(props: { order: PurchaseOrder; persona: Persona; onChanged: () => void }) {
  const { order, persona } = props;
  return (
    <div className="flex min-h-full flex-col">
      <div className="gutter w-full flex-1">
        <ReviewHead order={order}>
          <ExportButton order={order} persona={persona} />
        </ReviewHead>
        <Body order={order} persona={persona} onChanged={props.onChanged} />
      </div>
      {persona === 'APPROVER' ? <ApproverBar order={order} /> : <SubmitterBar order={order} />}
    </div>
  );
}

/** `/po/review/:id/creator|approver` (SH-11 to SH-13): what the document says, where it stands, what can be done. */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const { persona } = useSession();
  const { data, error, mutate } = usePurchaseOrder(id, persona);
  useTitle(data ? `PO ${numberText(data)}` : 'Purchase Order');
  const back = persona === 'APPROVER' ? '/approvals/purchase-orders' : '/po';
  if (data) {
    // Another document is another screen: nothing of the one before stays open.
    return (
      <WithOpenNote key={data.id}>
        <Reviewed order={data} persona={persona} onChanged={() => void mutate()} />
      </WithOpenNote>
    );
  }
  if (!error) return <Loading label="Loading purchase order" />;
  return <OrderLoadFailure error={error} back={back} onRetry={() => void mutate()} />;
}
