import { Suspense, useState } from 'react';
import type { Persona } from '#domain/document';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { FileRow } from '../../../parts/display/file-row.tsx';
import { chooseFiles } from '../../../parts/fields/file-picker.ts';
import { isPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { Skeleton } from '../../../parts/page/skeleton.tsx';
import { AttachmentsRequired, attachmentsRequiredText } from '../../../forms/files/attachments-required.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds } from '../paths.ts';
import { needsAttachments, useRules } from '../use-rules.ts';
import type { Attachment } from '#domain/documents/document-response';

const AttachmentsEditor = lazyPart(async () => (await import('./attachments-editor.tsx')).AttachmentsEditor);

const WithdrawnFiles = lazyPart(
  async () => (await import('./withdrawn-files.tsx')).WithdrawnFiles,
  () => false,
);

const FileStrip = lazyPart(async () => (await import('./file-strip.tsx')).FileStrip, isPhone);

/** The invoice that a file of a payment belongs to (AT-19). */
function belongsTo(document: StoredDocument, fileId: string): string | null {
  if (document.docType !== 'PAYMENT') return null;
  const { attachments, invoices } = document.wire;
  const invoiceId = attachments.find(({ attachmentId }) => attachmentId === fileId)?.invoiceId;
  const invoice = invoices.find(({ id }) => id === invoiceId);
  return invoice ? `Invoice ${invoice.number}` : null;
}

function detailOf(document: StoredDocument, file: Attachment): string | null {
  const details = [belongsTo(document, file.attachmentId), file.addedAfterApproval && 'Added after approval'];
  return details.filter(Boolean).join(' · ') || null;
}

/** The attachments. Pressing one opens it next to the document (AT-04). */
export function AttachmentsPanel(props: {
  document: StoredDocument;
  persona: Persona;
  /** Pictures in a row instead of a list of names. */
  isStrip: boolean;
  onOpen: (index: number) => void;
  onSaved: () => void;
}) {
  const { document, persona } = props;
  const { checkAttach } = useRules(document);
  const [isEditing, setEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const hasNone = document.attachments.length === 0;
  const open = () => {
    setEditing(true);
    // Without files there is nothing to remove, so one press opens the file dialog too.
    if (hasNone) chooseFiles(setChosen);
  };
  const close = () => {
    setChosen([]);
    setWasEditing(true);
    setEditing(false);
  };
  // Shown before the user tries to submit (IN-13).
  const needed = needsAttachments(document) ? attachmentsRequiredText : null;
  const edit =
    checkAttach() === null && !isEditing ? (
      <Button look="quiet" flush="right" onPress={open} {...(wasEditing && { autoFocus: true })}>
        {hasNone || document.status === 'APPROVED' ? 'Add Files' : 'Add or Remove'}
      </Button>
    ) : null;
  return (
    <Card title="Attachments" aside={edit}>
      {isEditing ? (
        <LazyOverlay onClose={close} fallback={<Skeleton label="Loading" />}>
          <AttachmentsEditor {...{ document, persona, chosen }} onClose={close} onSaved={props.onSaved} />
        </LazyOverlay>
      ) : hasNone ? (
        needed ? (
          <AttachmentsRequired text={`${needed}.`} />
        ) : (
          <p className="text-sm text-ink-muted">No attachments.</p>
        )
      ) : props.isStrip ? (
        // As high as the pictures, so that the document below stays where it is.
        <div className="min-h-44">
          <Suspense fallback={<Skeleton label="Loading files" />}>
            <FileStrip
              owner={kinds[document.docType].code}
              files={document.attachments}
              detailOf={(file) => detailOf(document, file)}
              onOpen={props.onOpen}
            />
          </Suspense>
        </div>
      ) : (
        <ul aria-label="Files">
          {document.attachments.map((file, index) => (
            <FileRow
              key={file.attachmentId}
              name={file.label}
              detail={detailOf(document, file)}
              onOpen={() => props.onOpen(index)}
            />
          ))}
        </ul>
      )}
      {document.withdrawnAttachments.length > 0 ? (
        <Suspense fallback={null}>
          <WithdrawnFiles document={document} />
        </Suspense>
      ) : null}
    </Card>
  );
}
