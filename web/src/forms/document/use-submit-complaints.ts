import { issueTexts } from '#domain/validation';
import type { Complaint } from '../error-summary.tsx';
import { complaintsOf } from './complaints.ts';
import type { DocumentDraft } from './draft.ts';
import type { FormKind, StoredHere } from './form-kind.ts';
import { useVendorActive } from './reference.ts';

/**
 * PO-33: what a save lets pass and a submit does not, in the words of the rules: the total of a PO (DEC-35), the new line
 * of a change order (CO-05), the attachment of an invoice (IN-13), a vendor that has become inactive (DEC-43). The last
 * also stands at its field.
 */
export function useSubmitComplaints<Draft extends DocumentDraft, Stored extends StoredHere>(
  kind: FormKind<Draft, Stored>,
  draft: Draft,
  lockedLineCount: number | null,
) {
  const { vendor } = draft;
  const { data } = useVendorActive(vendor && !vendor.isTemporary ? vendor.externalId : null);
  const saved = new Set(kind.check(draft, 'save', lockedLineCount).map(({ code }) => code));
  const only = kind.check(draft, 'submit', lockedLineCount).filter(({ code }) => !saved.has(code));
  const atFields: Complaint[] =
    data?.isActive === false ? [{ field: 'vendor', text: issueTexts.vendor }] : [];
  return { atFields, complaints: [...atFields, ...complaintsOf(only)] };
}
