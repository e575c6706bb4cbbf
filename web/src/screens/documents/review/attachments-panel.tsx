import { useState } from 'react';
import type { Attachment } from '#domain/documents/attachments';
import type { Persona } from '#domain/document';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { FileRow } from '../../../parts/display/file-row.tsx';
import { chooseFiles } from '../../../parts/fields/file-picker.ts';
import { later } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { Loading } from '../../../parts/controls/spinner.tsx';
import { FilesNeeded, filesRequired } from '../../../forms/files/attachments-required.tsx';
import type { StoredDocument } from '../document.ts';
import { lacksFiles, useRules } from '../use-rules.ts';
import { WithdrawnFiles } from './withdrawn-files.tsx';

const AttachmentsEditor = later(async () => (await import('./attachments-editor.tsx')).AttachmentsEditor);

/** AT-19: the invoice that a file of a payment belongs to. */
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

/** AT-04: what is enclosed; a press opens it beside the document. */
export function AttachmentsPanel(props: {
  document: StoredDocument;
  persona: Persona;
  onOpen: (index: number) => void;
  onSaved: () => void;
}) {
  const { document, persona } = props;
  const { askAttach } = useRules(document);
  const [isEditing, setEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const hasNone = document.attachments.length === 0;
  const open = () => {
    setEditing(true);
    // Where there is nothing yet that could be removed, one press is enough; the place to drop files stands behind it.
    if (hasNone) chooseFiles(setChosen);
  };
  const close = () => {
    setChosen([]);
    setWasEditing(true);
    setEditing(false);
  };
  // IN-13: said before anybody tries.
  const needed = lacksFiles(document) ? filesRequired : null;
  const edit =
    askAttach() === null && !isEditing ? (
      <Button look="quiet" flush="right" onPress={open} {...(wasEditing && { autoFocus: true })}>
        {hasNone || document.status === 'APPROVED' ? 'Add Files' : 'Add or Remove'}
      </Button>
    ) : null;
  return (
    <Card title="Attachments" aside={edit}>
      {isEditing ? (
        <LazyOverlay onClose={close} fallback={<Loading />}>
          <AttachmentsEditor {...{ document, persona, chosen }} onClose={close} onSaved={props.onSaved} />
        </LazyOverlay>
      ) : hasNone ? (
        needed ? (
          <FilesNeeded text={`${needed}.`} />
        ) : (
          <p className="text-sm text-ink-muted">No attachments.</p>
        )
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
      <WithdrawnFiles document={document} />
    </Card>
  );
}
