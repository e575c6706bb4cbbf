import { Suspense, useMemo, useState } from 'react';
import type { ComponentType } from 'react';
import { previewKind } from '#domain/documents/attachments';
import { editable, inApproval } from '#domain/document';
import type { DocType, Persona } from '#domain/document';
import { stepReasonText } from '#domain/workflow/approval-route';
import { storedValues } from '../../../forms/document/stored-values.ts';
import type { ViewedFile } from '../../../forms/files/use-file.ts';
import { ApprovalTrack } from '../../../parts/display/approval-track.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { Skeleton } from '../../../parts/page/skeleton.tsx';
import { useShortcut } from '../../../parts/keyboard/shortcuts.ts';
import { useIsBelowDesktop } from '../../../parts/hooks/use-breakpoint.ts';
import { useSession } from '../../../session/session.tsx';
import type { DocumentOf, StoredDocument } from '../document.ts';
import { kinds } from '../paths.ts';
import { AttachmentsPanel } from './attachments-panel.tsx';
import { BudgetCard } from './budget-card.tsx';
import { ChangesSinceDecision } from './changes-since-decision.tsx';
import { DocumentNotes } from './document-notes.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { reviewActions } from './actions/review-actions.ts';
import { OpenQuestions } from './open-questions.tsx';
import { RevisionRequest } from './revision-request.tsx';
import { TriangleAlert, Undo2 } from 'lucide-react';
import type { Payee } from '#domain/reference-data/vendor-change';
import { Notice } from '../../../parts/page/notice.tsx';

function addressText({ name, address, city, state, postalCode }: Payee): string {
  return [name, address, city, state, postalCode].filter(Boolean).join(', ');
}

/**
 * Warns that the vendor's record now has another payee or address. The document keeps what was sent for approval
 * (DEC-34).
 */
function VendorChangeNotice({ document }: { document: StoredDocument }) {
  if (document.docType === 'PAYMENT' || !document.wire.vendorChange) return null;
  const { vendor, vendorChange } = document.wire;
  const { noun } = kinds[document.docType];
  return (
    <Notice icon={<TriangleAlert aria-hidden className="size-4" />} actions={null}>
      <span className="font-medium">{`The vendor has changed since this ${noun} was saved.`}</span>
      {` The ${noun} names: ${addressText(vendor)}. The vendor’s record says: ${addressText(vendorChange)}.`}
    </Notice>
  );
}

/** Why the document waits again at an earlier step, until it is back with the sender (BACK-06). */
function SentBackNotice({ document: { workflow } }: { document: StoredDocument }) {
  if (!workflow?.sentBack) return null;
  const { by, reason, fromStepId, toStepId } = workflow.sentBack;
  const nameOf = (stepId: string) => workflow.steps.find(({ id }) => id === stepId)?.name ?? '';
  return (
    <Notice icon={<Undo2 aria-hidden className="size-4" />} actions={null}>
      <span className="font-medium">{`${by} sent it back from ${nameOf(fromStepId)} to ${nameOf(toStepId)}:`}</span>
      {` ${reason}`}
    </Notice>
  );
}

const ApprovalRouteSteps = lazyPart(
  async () => (await import('../../../forms/document/approval-route.tsx')).ApprovalRouteSteps,
  () => false,
);
// The last card: nothing below it moves when it arrives.
const SendHistoryPanel = lazyPart(
  async () => (await import('../export/send-history.tsx')).SendHistoryPanel,
  () => false,
);
const Preview = lazyPart(async () => (await import('./file-preview.tsx')).Preview);

/** Shows one of these files and lets the user step through the others. */
export type OpenFiles = (files: readonly ViewedFile[], index: number) => void;

export interface DocumentPageProps<Type extends DocType> {
  document: DocumentOf<Type>;
  persona: Persona;
  onOpen: OpenFiles;
}

/** What a type of document shows in its review. */
export interface ReviewContent<Type extends DocType> {
  /** What a decision changes against an earlier state. */
  Change?: ComponentType<{ document: DocumentOf<Type> }>;
  /** What to look at twice before deciding. */
  Flags?: ComponentType<{ document: DocumentOf<Type>; persona: Persona }>;
  /** Renders the document. Files it refers to open next to it. */
  Page: ComponentType<DocumentPageProps<Type>>;
}

interface OpenFile {
  files: readonly ViewedFile[];
  index: number;
  /** Opened automatically, because the document is approved by reading this file. */
  isAutomatic: boolean;
}

function SidePanel(props: { document: StoredDocument; persona: Persona; onChanged: () => void }) {
  const { document } = props;
  const { user, can } = useSession();
  const { docType } = document;
  const { currency, baseTotal } = document.summary;
  const limitCurrency = baseTotal?.currency ?? currency;
  const departmentName = document.docType === 'PAYMENT' ? null : (document.wire.department?.name ?? null);
  const entered = useMemo(() => storedValues(docType, document.id), [docType, document.id]);
  return (
    <>
      {editable(document.submissionStatus) ? (
        <Card title="Approval Steps">
          <Suspense fallback={<Skeleton label="Loading steps" />}>
            <ApprovalRouteSteps entered={entered} currency={currency} />
          </Suspense>
        </Card>
      ) : null}
      {document.workflow ? (
        <Card title="Approval">
          <ApprovalTrack
            workflow={document.workflow}
            meId={user.id}
            contentVersion={document.contentVersion}
            userHref={can('UserManagement', 'FULL') ? (id) => `/setup/users/${id}` : undefined}
            reasonOf={(step) => stepReasonText(step, { docType, currency: limitCurrency, departmentName })}
          />
        </Card>
      ) : null}
      <DocumentNotes
        document={document}
        look={reviewActions[document.docType].notes}
        onChanged={props.onChanged}
      />
      <HistoryPanel document={document} persona={props.persona} />
      {document.sendHistoryResource.length > 0 ? (
        <Suspense fallback={null}>
          <SendHistoryPanel document={document} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The file that is open from the start for an approver, if the type of document has one. */
function initialFile({ docType, attachments }: StoredDocument, persona: Persona): OpenFile | null {
  if (!reviewActions[docType].opensFirstFile || persona !== 'APPROVER') return null;
  const index = attachments.findIndex(({ label }) => previewKind(label) !== null);
  return index < 0 ? null : { files: attachments, index, isAutomatic: true };
}

/** The open file, if any, and whether it is shown next to the document. */
function useOpenFile(document: StoredDocument, persona: Persona) {
  const [openFile, setOpenFile] = useState(() => initialFile(document, persona));
  const small = useIsBelowDesktop();
  const open: OpenFiles = (files, index) => setOpenFile({ files, index, isAutomatic: false });
  // On a narrow screen a file covers the document, so it must have been opened by the user.
  const isShown = openFile !== null && (!small || !openFile.isAutomatic);
  const preview = isShown ? (
    <Suspense fallback={<Skeleton label="Loading file" className="p-4" />}>
      <Preview
        files={openFile.files}
        owner={kinds[document.docType].code}
        index={openFile.index}
        takesFocus={!openFile.isAutomatic}
        onIndex={(index) => setOpenFile({ ...openFile, index })}
        onClose={() => setOpenFile(null)}
      />
    </Suspense>
  ) : null;
  return { open, preview, small, isBeside: isShown && !small };
}

/** The document on the left. Its status, or the open file, on the right. */
export function ReviewBody<Type extends DocType>(
  props: ReviewContent<Type> & {
    document: DocumentOf<Type>;
    persona: Persona;
    onChanged: () => void;
  },
) {
  const { document, persona, Change, Flags, Page } = props;
  const { opensFirstFile } = reviewActions[document.docType];
  const { open, preview, small, isBeside } = useOpenFile(document, persona);
  useShortcut('files', () => open(document.attachments, 0), { isOn: document.attachments.length > 0 });
  // Keyed, so that open input survives when the window changes its width.
  const page = <Page key="page" document={document} persona={persona} onOpen={open} />;
  const files = (
    <AttachmentsPanel
      key="files"
      document={document}
      persona={persona}
      isStrip={small}
      onOpen={(index) => open(document.attachments, index)}
      onSaved={props.onChanged}
    />
  );
  const columns = isBeside
    ? 'md:grid-cols-2 md:grid-rows-[auto_1fr]'
    : 'md:grid-cols-[minmax(0,1fr)_22.5rem]';
  // Hidden, not unmounted, while a file is open, so that an unsaved note is kept.
  const rail = isBeside && !opensFirstFile ? 'hidden' : 'grid';
  return (
    <div data-review className={`grid grid-cols-1 items-start gap-4 pb-6 ${columns}`}>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {small ? <RevisionRequest document={document} /> : null}
        <OpenQuestions document={document} onChanged={props.onChanged} />
        <SentBackNotice document={document} />
        {Change ? <Change document={document} /> : null}
        {persona === 'APPROVER' && inApproval(document.status) ? (
          <ChangesSinceDecision document={document} />
        ) : null}
        <BudgetCard document={document} />
        <VendorChangeNotice document={document} />
        {Flags ? <Flags document={document} persona={persona} /> : null}
        {small ? [files, page] : [page, files]}
      </div>
      {isBeside ? (
        <div className="sticky top-4 row-span-2 flex max-h-[calc(100vh-11rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface-raised">
          {preview}
        </div>
      ) : null}
      <div className={`min-w-0 grid-cols-1 gap-4 ${rail}`}>
        <SidePanel document={document} persona={persona} onChanged={props.onChanged} />
      </div>
      {isBeside ? null : preview}
    </div>
  );
}
