import { Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { previewKind } from '#domain/documents/attachments';
import type { DocType, Persona } from '#domain/document';
import type { ViewedFile } from '../../../forms/files/use-file.ts';
import { ApprovalTrack } from '../../../parts/display/approval-track.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { later } from '../../../parts/hooks/lazy-part.tsx';
import { Loading } from '../../../parts/controls/spinner.tsx';
import { useShortcut } from '../../../parts/keyboard/shortcuts.ts';
import { useIsBelowDesktop } from '../../../parts/hooks/use-breakpoint.ts';
import { useSession } from '../../../session/session.tsx';
import type { DocumentOf, StoredDocument } from '../document.ts';
import { SendHistoryPanel } from '../export/send-history.tsx';
import { kinds } from '../paths.ts';
import { AttachmentsPanel } from './attachments-panel.tsx';
import { DocumentNotes } from './document-notes.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { reviewPlans } from './actions/action-plan.ts';
import { SentBack } from './revision-request.tsx';
import { VendorChangeNotice } from './vendor-change-notice.tsx';

const Preview = later(async () => (await import('./file-preview.tsx')).Preview);

/** Shows one of these files, and lets its reader turn to the others. */
export type OpenFiles = (files: readonly ViewedFile[], index: number) => void;

/** What the sheet of a type of document is drawn from. */
export interface SheetProps<Type extends DocType> {
  document: DocumentOf<Type>;
  persona: Persona;
  onOpen: OpenFiles;
}

interface Opened {
  files: readonly ViewedFile[];
  index: number;
  /** Nobody has asked for it: it is there because the document is read from it. */
  byItself: boolean;
}

function Rail(props: { document: StoredDocument; onChanged: () => void }) {
  const { document } = props;
  const { user } = useSession();
  return (
    <>
      {document.workflow ? (
        <Card title="Approval">
          <ApprovalTrack
            workflow={document.workflow}
            meId={user.id}
            contentVersion={document.contentVersion}
          />
        </Card>
      ) : null}
      <DocumentNotes
        document={document}
        look={reviewPlans[document.docType].notes}
        onChanged={props.onChanged}
      />
      <HistoryPanel events={document.historyEvents} changes={document.changes} />
      <SendHistoryPanel document={document} />
    </>
  );
}

/** The paper that an approver looks at first, where the document is read from one. */
function paperOf({ docType, attachments }: StoredDocument, persona: Persona): Opened | null {
  if (!reviewPlans[docType].isReadFromPaper || persona !== 'APPROVER') return null;
  const index = attachments.findIndex(({ label }) => previewKind(label) !== null);
  return index < 0 ? null : { files: attachments, index, byItself: true };
}

/** The file that is being read, if any, and whether it lies beside the document. */
function useOpened(document: StoredDocument, persona: Persona) {
  const [opened, setOpened] = useState(() => paperOf(document, persona));
  const small = useIsBelowDesktop();
  const open: OpenFiles = (files, index) => setOpened({ files, index, byItself: false });
  // Where there is no room beside the document, a file lies over it, and for that it must have been asked for.
  const isShown = opened !== null && (!small || !opened.byItself);
  const preview = isShown ? (
    <Suspense fallback={<Loading />}>
      <Preview
        files={opened.files}
        owner={kinds[document.docType].code}
        index={opened.index}
        takesFocus={!opened.byItself}
        onIndex={(index) => setOpened({ ...opened, index })}
        onClose={() => setOpened(null)}
      />
    </Suspense>
  ) : null;
  return { open, preview, small, isBeside: isShown && !small };
}

/** The document at the left; at the right where it stands, or the file that is being read. */
export function ReviewBody<Type extends DocType>(props: {
  document: DocumentOf<Type>;
  persona: Persona;
  Sheet: ComponentType<SheetProps<Type>>;
  onChanged: () => void;
}) {
  const { document, persona, Sheet } = props;
  const { isReadFromPaper } = reviewPlans[document.docType];
  const { open, preview, small, isBeside } = useOpened(document, persona);
  useShortcut('files', () => open(document.attachments, 0), { isOn: document.attachments.length > 0 });
  const columns = isBeside
    ? 'md:grid-cols-2 md:grid-rows-[auto_1fr]'
    : 'md:grid-cols-[minmax(0,1fr)_22.5rem]';
  // Out of sight, not gone, while a file is read: a note that is being written stays as it is.
  const rail = isBeside && !isReadFromPaper ? 'hidden' : 'grid';
  return (
    <div className={`grid grid-cols-1 items-start gap-4 pb-6 ${columns}`}>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {small ? <SentBack document={document} /> : null}
        <VendorChangeNotice document={document} />
        <Sheet document={document} persona={persona} onOpen={open} />
        <div className={isReadFromPaper ? 'max-md:order-first' : ''}>
          <AttachmentsPanel
            document={document}
            persona={persona}
            onOpen={(index) => open(document.attachments, index)}
            onSaved={props.onChanged}
          />
        </div>
      </div>
      {isBeside ? (
        <div className="sticky top-4 row-span-2 flex max-h-[calc(100vh-11rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface-raised">
          {preview}
        </div>
      ) : null}
      <div className={`min-w-0 grid-cols-1 gap-4 ${rail}`}>
        <Rail document={document} onChanged={props.onChanged} />
      </div>
      {isBeside ? null : preview}
    </div>
  );
}
