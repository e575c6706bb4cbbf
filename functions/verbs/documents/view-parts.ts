import { inApproval } from '#domain/document';
import { changeSentence, storedChanges } from '#domain/history/document-changes';
import { isWithoutContentVersion } from '#domain/history/history';
import { vendorChangeOf } from '#domain/reference-data/vendor-change';
import type { VendorChange } from '#domain/reference-data/vendor-change';
import type { InvoiceRows } from '#store/show/invoices/read-invoice';
import type { VendorSnapshot } from '#store/show/tables/snapshots';
import type {
  Attachment,
  WithdrawnAttachment,
  Note,
  ResolvedAddress,
  SendHistory,
} from '#domain/documents/document-response';
import type { ChangeEvent, HistoryEvent } from '#domain/history/history-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { Vendor, VendorAddress, WithdrawnTaxForm } from '#domain/reference-data/vendor-response';

// The parts that documents of every type show.

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
  { tempVendorVersion: _version, ...vendor }: VendorSnapshot,
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

/** The difference between the vendor's record and the document's copy, for a document in approval (DEC-34). */
export function vendorChangeOfRows(
  {
    document,
    references,
  }: {
    document: Pick<Rows['document'], 'status'>;
    references: Pick<References, 'vendorName' | 'vendorAddress' | 'temporaryVendor'> | null;
  },
  { vendor, vendorAddressId }: { vendor: VendorSnapshot; vendorAddressId: string | null },
): VendorChange | null {
  if (!references || !inApproval(document.status)) return null;
  const { vendorName, vendorAddress: place, temporaryVendor: record } = references;
  if (record) return vendorChangeOf(vendor, record);
  if (vendorName === null) return null;
  const current = vendorAddressId === null ? vendor : streetOf(place);
  return vendorChangeOf(vendor, { ...current, name: vendorName });
}

/** An address in the format of a document's copy; empty when accounting no longer has it. */
function streetOf(place: References['vendorAddress']) {
  return {
    address: [place?.address1, place?.address2].filter(Boolean).join(', '),
    city: place?.city ?? '',
    state: place?.state ?? '',
    postalCode: place?.zip ?? '',
  };
}

export function taxFormsOf(taxForms: Rows['taxForms']) {
  return taxForms.map(({ id, label }) => ({ attachmentId: id, label }));
}

/** DEC-53 */
export function withdrawnTaxFormsOf(rows: Rows['withdrawnTaxForms']): WithdrawnTaxForm[] {
  return rows.map(({ withdrawn, file, erasedAt }) => ({
    attachmentId: file.id,
    label: file.label,
    withdrawnBy: { id: withdrawn.withdrawnBy, name: withdrawn.withdrawnByName },
    withdrawnAt: withdrawn.withdrawnAt,
    isErased: erasedAt !== null,
  }));
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

/** The document's address, in the text of its own copy: an address that accounting changed later was not approved. */
export function ownAddressOf(
  row: References['vendorAddress'],
  { address, city, state, postalCode }: Pick<VendorSnapshot, 'address' | 'city' | 'state' | 'postalCode'>,
): VendorAddress | null {
  const current = vendorAddressOf(row);
  const now = streetOf(row);
  const isSame =
    now.address === address && now.city === city && now.state === state && now.postalCode === postalCode;
  if (current === null || isSame || address === '') return current;
  return {
    ...current,
    address: [address, city, state, postalCode].filter(Boolean).join(', '),
    address1: address,
    address2: '',
    city,
    state,
    zip: postalCode,
  };
}

/** Hidden notes are never displayed (DEC-19). */
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
    ...(note.questionState && {
      question: {
        askedUser: { id: note.askedId ?? '', name: note.askedName ?? '' },
        state: note.questionState,
      },
    }),
    ...(note.answeredId && { questionId: note.answeredId }),
  };
}

export function attachmentsOf(rows: Rows['attachments']): Attachment[] {
  return rows.map(attachmentOf);
}

export function attachmentOf({
  attachment,
  file,
  wasSubmitted,
  addedAfterApproval,
}: Rows['attachments'][number]): Attachment {
  return {
    attachmentId: file.id,
    label: file.label,
    created: file.createdAt,
    isTopSheet: attachment.isTopSheet,
    ...(wasSubmitted && { wasSubmitted: true }),
    ...(addedAfterApproval && { addedAfterApproval: true }),
  };
}

/** DEC-53 */
export function withdrawnOf(rows: Rows['withdrawn']): WithdrawnAttachment[] {
  return rows.map(({ withdrawn, file, actorId, actorName, at, erasedAt }) => ({
    attachmentId: file.id,
    label: file.label,
    created: file.createdAt,
    withdrawnBy: { id: actorId, name: actorName },
    withdrawnAt: at,
    reason: withdrawn.reason,
    replacedBy: withdrawn.replacedBy,
    isErased: erasedAt !== null,
  }));
}

/** PO-53, DEC-90 */
export function historyOf(events: Rows['events']): HistoryEvent[] {
  return events.flatMap((event): HistoryEvent[] => {
    const { seq, actorName, at, historyType, action, namedNoContent, onBehalfOf, emailLink, bulk } = event;
    if (!historyType) return [];
    const isWithout = isWithoutContentVersion(action, namedNoContent);
    return [
      {
        id: String(seq),
        userName: actorName,
        timeStamp: at,
        type: historyType,
        ...(isWithout && { withoutContentVersion: true }),
        ...(onBehalfOf && { onBehalfOf }),
        ...(emailLink && { emailLink }),
        ...(bulk && { bulk }),
      },
    ];
  });
}

/** Changes apart from the status history, each with the values before and after (DEC-90). */
export function changesOf(events: Rows['events']): ChangeEvent[] {
  return events.flatMap(({ seq, actorName, at, action, contentVersion, changes }): ChangeEvent[] => {
    if (changes === null) return [];
    const fields = storedChanges(JSON.parse(changes));
    const summary = changeSentence({ action, changes: fields });
    return [{ id: String(seq), userName: actorName, timeStamp: at, action, summary, contentVersion, fields }];
  });
}

/** PO-06, DEC-96 */
export function sendHistoryOf(rows: Rows['sendHistory']): SendHistory[] {
  return rows.map((sent) => ({
    created: sent.createdAt,
    isSuccessful: sent.isSuccessful,
    sendType: sent.sendType,
    senderFirstName: sent.senderFirstName,
    senderLastName: sent.senderLastName,
    ...(sent.recipients.length > 0 && { recipients: sent.recipients }),
    ...(sent.sendType === 'ACCOUNTING' && sent.message !== '' && { message: sent.message }),
  }));
}
