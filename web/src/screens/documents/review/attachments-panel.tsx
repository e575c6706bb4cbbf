import { useState } from 'react';
import { editable } from '#domain/document';
import type { Persona } from '#domain/document';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { FileRow } from '../../../parts/files.tsx';
import { later } from '../../../parts/later.tsx';
import { OnPress } from '../../../parts/on-press.tsx';
import { Loading } from '../../../parts/spinner.tsx';
import { invoiceKind } from '../../../forms/invoice/kind.ts';
import type { StoredDocument } from '../document.ts';
import { useRules } from '../rules.ts';

const AttachmentsEditor = later(async () => (await import('./attachments-editor.tsx')).AttachmentsEditor);

/** AT-19: the invoice that a file of a payment belongs to. */
function belongsTo(document: StoredDocument, fileId: string): string | null {
  if (document.docType !== 'PAYMENT') return null;
  const { attachments, invoices } = document.wire;
  const invoiceId = attachments.find(({ attachmentId }) => attachmentId === fileId)?.invoiceId;
  const invoice = invoices.find(({ id }) => id === invoiceId);
  return invoice ? `Invoice ${invoice.number}` : null;
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
  const close = () => {
    setWasEditing(true);
    setEditing(false);
  };
  // IN-13: said before anybody tries.
  const needed =
    document.docType === 'INVOICE' && editable(document.submissionStatus) && document.attachments.length === 0
      ? invoiceKind.filesNeeded
      : null;
  const edit =
    askAttach() === null && !isEditing ? (
      <Button
        look="quiet"
        flush="right"
        onPress={() => setEditing(true)}
        {...(wasEditing && { autoFocus: true })}
      >
        {document.attachments.length === 0 ? 'Add Files' : 'Add or Remove'}
      </Button>
    ) : null;
  return (
    <Card title="Attachments" aside={edit}>
      {isEditing ? (
        <OnPress onClose={close} fallback={<Loading />}>
          <AttachmentsEditor document={document} persona={persona} onClose={close} onSaved={props.onSaved} />
        </OnPress>
      ) : document.attachments.length === 0 ? (
        <p className="text-sm text-ink-muted">{needed ? `${needed}.` : 'No attachments.'}</p>
      ) : (
        <ul aria-label="Files">
          {document.attachments.map((file, index) => (
            <FileRow
              key={file.attachmentId}
              name={file.label}
              detail={belongsTo(document, file.attachmentId)}
              onOpen={() => props.onOpen(index)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
