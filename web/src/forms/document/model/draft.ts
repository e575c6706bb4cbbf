import type { UseFormReturn } from 'react-hook-form';
import type { DocType } from '#domain/document';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { LineDraft } from '#domain/documents/line';
import type { PendingChoice } from '../../../parts/fields/use-pending-choice.ts';

/** The types of document that have a form; payments come from accounting (DEC-28). */
export type FormType = Exclude<DocType, 'PAYMENT'>;

/** What a line of any document has. */
export type AnyLine = Pick<
  LineDraft,
  'id' | 'keyId' | 'description' | 'coding' | 'coaExternalId' | 'taxCode'
>;

/** What the forms of all types of document hold; each has fields of its own beside these. */
export interface DocumentDraft extends DraftHeader {
  lineItems: AnyLine[];
}

/** The part of a form that all types share. */
export type SharedForm = UseFormReturn<DocumentDraft>;

/** What every section of a form is given. */
export type AddressName = 'billToAddressId' | 'shipToAddressId';

export interface SectionProps {
  docType: FormType;
  form: SharedForm;
  /** The words for a field that breaks a rule, or null. */
  errorAt: (field: string) => string | null;
  /** Nothing of the document is stored yet. */
  isNew: boolean;
  /** Null for a new document. */
  documentId: string | null;
  /** A change order is open: what it keeps cannot be changed (DEC-26). */
  isChangeOrder: boolean;
  /** The department of what it is a copy of, where the user may not choose it (PO-42). */
  lostDepartment: string | null;
  /** The addresses of what it is a copy of that are no longer in use: they stay empty, and it is said (PO-42). */
  lostAddresses: readonly AddressName[];
  /** A save waits for what was chosen and is not here yet. */
  coming: PendingChoice;
}

/**
 * A form as the shared sections know it. The library's type of a form fits no wider draft, although they read and write
 * nothing but what all drafts have, and carry along what a line has beside that.
 */
export function sharedForm<Draft extends DocumentDraft>(form: UseFormReturn<Draft>): SharedForm {
  return form as unknown as SharedForm;
}
