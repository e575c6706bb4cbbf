import type { Attachment } from '#domain/attachments';
import type { HistoryEvent } from '#domain/history';
import type { Note } from '#domain/notes';
import type { PurchaseOrder, ResolvedAddress, SendHistory } from '#domain/purchase-order';
import type { Vendor, VendorAddress } from '#domain/vendor';
import type { InvoiceRows } from '#store/show/read-invoice';
import type { VendorSnapshot } from '#store/show/snapshots';

// The parts that documents of every type show alike.

type Rows = InvoiceRows;
type References = NonNullable<Rows['references']>;

export function departmentOf({
  document,
  references,
}: {
  document: Rows['document'];
  references: Pick<References, 'department'> | null;
}): PurchaseOrder['department'] {
  if (!document.departmentId) return null;
  return {
    id: document.departmentId,
    name: document.departmentName,
    settings: {
      accountCodes: references?.department?.accountCodes ?? {},
      poNumberPrefix: references?.department?.poNumberPrefix ?? '',
    },
  };
}

/** The document's own copy of its vendor. */
export function vendorOf(
  { document, taxForms }: Pick<Rows, 'document' | 'taxForms'>,
  vendor: VendorSnapshot,
): Vendor {
  return {
    ...vendor,
    isRelatedParty: vendor.isRelatedParty ?? false,
    tempVendorId: document.temporaryVendorId,
    addressLineNumber: null,
    attachments: taxFormsOf(taxForms),
    shareEmail: '',
    shareNote: '',
  };
}

export function taxFormsOf(taxForms: Rows['taxForms']) {
  return taxForms.map(({ id, label }) => ({ attachmentId: id, label }));
}

export function resolvedAddress(address: References['billTo']): ResolvedAddress | null {
  if (!address) return null;
  const place = [address.city, address.state, address.zip].filter(Boolean).join(' ');
  return {
    name: address.name,
    address1: address.address1,
    address2: [address.address2, place].filter(Boolean).join(', '),
  };
}

export function vendorAddressOf(address: References['vendorAddress']): VendorAddress | null {
  if (!address) return null;
  const { id, name, address1, address2, city, state, zip, isActive } = address;
  return {
    id,
    vendor_address_uuid: address.vendorAddressUuid,
    name,
    address: [address1, address2, city, state, zip].filter(Boolean).join(', '),
    address1,
    address2,
    city,
    state,
    zip,
    line_number: address.lineNumber,
    is_default: address.isDefault,
    isActive,
  };
}

/** DEC-19: hidden notes are never displayed. */
export function notesOf(notes: Rows['notes']): Note[] {
  return notes.filter((note) => note.context !== 'HIDDEN').map(noteOf);
}

export function noteOf(note: Rows['notes'][number]): Note {
  return {
    id: note.id,
    keyId: note.keyId,
    content: note.content,
    commenter: { id: note.commenterId, name: note.commenterName },
    timestamp: note.createdAt,
    createdTimestamp: note.createdAt,
    updatedTimestamp: note.updatedAt,
    isEdited: note.isEdited,
    context: note.context,
    changeOrderNumber: note.changeOrderNumber,
    isReview: note.isReview,
  };
}

export function attachmentsOf(rows: Rows['attachments']): Attachment[] {
  return rows.map(({ attachment, file }) => ({
    attachmentId: file.id,
    label: file.label,
    created: file.createdAt,
    isTopSheet: attachment.isTopSheet,
  }));
}

/** PO-53, DEC-90 */
export function historyOf(events: Rows['events']): HistoryEvent[] {
  return events.flatMap((event): HistoryEvent[] =>
    event.historyType
      ? [{ id: String(event.seq), userName: event.actorName, timeStamp: event.at, type: event.historyType }]
      : [],
  );
}

/** PO-06, DEC-96 */
export function sendHistoryOf(rows: Rows['sendHistory']): SendHistory[] {
  return rows.map((sent) => ({
    created: sent.createdAt,
    isSuccessful: sent.isSuccessful,
    sendType: sent.sendType,
    senderFirstName: sent.senderFirstName,
    senderLastName: sent.senderLastName,
  }));
}
