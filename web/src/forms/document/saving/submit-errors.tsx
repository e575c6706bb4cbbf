import { memo, useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { issueTexts } from '#domain/documents/validation';
import { useStableList } from '../../../parts/hooks/use-stable-list.ts';
import type { Complaint } from '../../error-summary.tsx';
import { SubmitNote } from '../../submit-warning.tsx';
import { complaintsOf } from '../model/form-errors.ts';
import type { DocumentDraft, SharedForm } from '../model/draft.ts';
import type { FormKind, StoredHere } from '../model/form-definition.ts';
import { useVendorActive } from '../model/use-reference-data.ts';

/** DEC-43: a vendor that has become inactive. It also stands at its field. */
export function useVendorError(form: SharedForm): Complaint[] {
  const vendor = useWatch({ control: form.control, name: 'vendor' });
  const { data } = useVendorActive(vendor && !vendor.isTemporary ? vendor.externalId : null);
  return data?.isActive === false ? [{ field: 'vendor', text: issueTexts.vendor }] : [];
}

const Note = memo(SubmitNote);

interface ComplaintsProps<Draft extends DocumentDraft, Stored extends StoredHere> {
  kind: FormKind<Draft, Stored>;
  form: UseFormReturn<Draft>;
  lockedLineCount: number | null;
  aboutVendor: readonly Complaint[];
  onGo: (field: string) => void;
}

/**
 * PO-33: what a save lets pass and a submit does not, in the words of the rules: the total of a PO (DEC-35), the new line
 * of a change order (CO-05), the attachment of an invoice (IN-13), a vendor that has become inactive. It may be said a
 * moment after the key.
 */
export function SubmitErrors<Draft extends DocumentDraft, Stored extends StoredHere>(
  props: ComplaintsProps<Draft, Stored>,
) {
  const { kind, form, lockedLineCount, aboutVendor } = props;
  const draft = useDeferredValue(useWatch({ control: form.control }) as Draft);
  // With the key itself the draft is still the one that was checked, and most keys change nothing that is said here.
  const found = useMemo(() => {
    const saved = new Set(kind.check(draft, 'save', lockedLineCount).map(({ code }) => code));
    const only = kind.check(draft, 'submit', lockedLineCount).filter(({ code }) => !saved.has(code));
    return complaintsOf(only);
  }, [kind, draft, lockedLineCount]);
  return <Note complaints={useStableList([...aboutVendor, ...found])} onGo={props.onGo} />;
}
