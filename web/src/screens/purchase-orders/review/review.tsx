import { useState } from 'react';
import { useParams } from 'react-router';
import type { Persona } from '#domain/document';
import { isAdmin } from '#domain/permissions';
import { currentApprovers } from '#domain/workflow';
import { WithOpenNote } from '../../../forms/open-note.tsx';
import { ApprovalTrack } from '../../../parts/approval-track.tsx';
import { Card } from '../../../parts/card.tsx';
import { Loading } from '../../../parts/spinner.tsx';
import { useTitle } from '../../../parts/use-title.ts';
import { useSession } from '../../../session/session.tsx';
import { useIsBelowDesktop } from '../../../parts/use-width.ts';
import { ExportButton } from '../export/export-button.tsx';
import { DocumentLoadFailure } from '../../documents/load-failure.tsx';
import { useRules } from '../../documents/rules.ts';
import { useDocument } from '../../documents/use-document.ts';
import type { StoredDocument } from '../../documents/document.ts';
import { ApproverBar } from '../../documents/review/approver-bar.tsx';
import { AttachmentsPanel } from '../../documents/review/attachments-panel.tsx';
import { ChangeOrderComparison } from './change-order-comparison.tsx';
import { HistoryPanel } from '../../documents/review/history-panel.tsx';
import { DocumentNotes } from '../../documents/review/document-notes.tsx';
import { Preview } from '../../documents/review/preview.tsx';
import { ReviewHead } from '../../documents/review/review-head.tsx';
import { Sheet } from './sheet.tsx';
import { SubmitterBar } from '../../documents/review/submitter-bar.tsx';

type OrderDocument = StoredDocument & { docType: 'PO' };

/** DEC-13: owner, administrator and current approver may add files to a document that is not void. */
function useMayAttach(document: OrderDocument): boolean {
  const { actor } = useRules(document);
  const { subject } = document;
  if (document.status === 'VOID') return false;
  return (
    subject.ownerId === actor.userId ||
    isAdmin(actor.permissions, 'PO') ||
    currentApprovers(subject.instance).includes(actor.userId)
  );
}

function Rail(props: { document: OrderDocument; onChanged: () => void }) {
  const { document } = props;
  const { user } = useSession();
  return (
    <>
      {document.workflow ? (
        <Card title="Approval">
          <ApprovalTrack workflow={document.workflow} meId={user.id} />
        </Card>
      ) : null}
      <DocumentNotes document={document} onChanged={props.onChanged} />
      <HistoryPanel events={document.historyEvents} />
    </>
  );
}

/** The document at the left; at the right where it stands, or the attachment that is being read. */
function Body(props: { document: OrderDocument; persona: Persona; onChanged: () => void }) {
  const { document } = props;
  const [opened, setOpened] = useState<number | null>(null);
  const small = useIsBelowDesktop();
  const mayChange = useMayAttach(document);
  const preview =
    opened === null ? null : (
      <Preview
        files={document.attachments}
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
        <ChangeOrderComparison order={document.wire} startsOpen={props.persona === 'APPROVER'} />
        <Sheet order={document.wire} />
        <AttachmentsPanel
          document={document}
          mayChange={mayChange}
          onOpen={setOpened}
          onSaved={props.onChanged}
        />
      </div>
      {beside ? (
        <div className="sticky top-4 flex max-h-[calc(100vh-11rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface-raised">
          {preview}
        </div>
      ) : null}
      {/* Out of sight, not gone, while a file is read: a note that is being written stays as it is. */}
      <div className={`min-w-0 grid-cols-1 gap-4 ${beside ? 'hidden' : 'grid'}`}>
        <Rail document={document} onChanged={props.onChanged} />
      </div>
      {small ? preview : null}
    </div>
  );
}

function Reviewed(props: { document: OrderDocument; persona: Persona; onChanged: () => void }) {
  const { document, persona } = props;
  return (
    <div className="flex min-h-full flex-col">
      <div className="gutter w-full flex-1">
        <ReviewHead document={document}>
          <ExportButton order={document.wire} persona={persona} />
        </ReviewHead>
        <Body document={document} persona={persona} onChanged={props.onChanged} />
      </div>
      {persona === 'APPROVER' ? <ApproverBar document={document} /> : <SubmitterBar document={document} />}
    </div>
  );
}

/** `/po/review/:id/creator|approver` (SH-11 to SH-13): what the document says, where it stands, what can be done. */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const { persona } = useSession();
  const { data, error, mutate } = useDocument('PO', id, persona);
  useTitle(data ? `PO ${data.number}` : 'Purchase Order');
  const back = persona === 'APPROVER' ? '/approvals/purchase-orders' : '/po';
  if (data?.docType === 'PO') {
    // Another document is another screen: nothing of the one before stays open.
    return (
      <WithOpenNote key={data.id}>
        <Reviewed document={data} persona={persona} onChanged={() => void mutate()} />
      </WithOpenNote>
    );
  }
  if (!error) return <Loading label="Loading purchase order" />;
  return <DocumentLoadFailure docType="PO" error={error} back={back} onRetry={() => void mutate()} />;
}
