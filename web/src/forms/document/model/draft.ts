import type { UseFormReturn } from 'react-hook-form';
import type { DocType } from '#domain/document';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { LineDraft } from '#domain/documents/line';
import type { PendingChoice } from '../../../parts/fields/use-pending-choice.ts';

/** Document types that have a form; payments come from accounting (DEC-28). */
export type FormType = Exclude<DocType, 'PAYMENT'>;

/** Fields of every type of line. */
export type AnyLine = Pick<
  LineDraft,
  'id' | 'keyId' | 'description' | 'coding' | 'coaExternalId' | 'taxCode'
>;

/** Fields of every type of draft. */
export interface DocumentDraft extends DraftHeader {
  lineItems: AnyLine[];
}

export type SharedForm = UseFormReturn<DocumentDraft>;

export type AddressName = 'billToAddressId' | 'shipToAddressId';

export interface SectionProps {
  docType: FormType;
  form: SharedForm;
  /** The error of a field, or null. */
  errorAt: (field: string) => string | null;
  /** The document has not been stored yet. */
  isNew: boolean;
  /** Null for a new document. */
  documentId: string | null;
  /** A change order is open: some fields cannot be changed (DEC-26). */
  isChangeOrder: boolean;
  /** The department of the duplicated document if the user may not use it (PO-42). */
  lostDepartment: string | null;
  /** Addresses of the duplicated document that are no longer in use: they stay empty with a hint (PO-42). */
  lostAddresses: readonly AddressName[];
  /** Choices that a save has to wait for. */
  pendingChoice: PendingChoice;
}

/**
 * The form as used by the shared sections. The library's type does not accept a wider draft, although the sections only
 * use shared fields and preserve the others.
 */
export function sharedForm<Draft extends DocumentDraft>(form: UseFormReturn<Draft>): SharedForm {
  return form as unknown as SharedForm;
}
