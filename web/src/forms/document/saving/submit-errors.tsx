import { memo, useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { issueTexts } from '#domain/documents/validation';
import { useStableList } from '../../../parts/hooks/use-stable-list.ts';
import type { FormError } from '../../error-summary.tsx';
import { SubmitNote } from '../../submit-warning.tsx';
import { formErrors } from '../model/form-errors.ts';
import type { DocumentDraft, SharedForm } from '../model/draft.ts';
import type { FormDefinition, EditedDocument } from '../model/form-definition.ts';
import { useVendorActive } from '../model/use-reference-data.ts';

/** The error of a vendor that has become inactive (DEC-43). It is also shown at the field. */
export function useVendorError(form: SharedForm): FormError[] {
  const vendor = useWatch({ control: form.control, name: 'vendor' });
  const { data } = useVendorActive(vendor && !vendor.isTemporary ? vendor.externalId : null);
  return data?.isActive === false ? [{ field: 'vendor', text: issueTexts.vendor }] : [];
}

const Note = memo(SubmitNote);

interface SubmitErrorsProps<Draft extends DocumentDraft, Stored extends EditedDocument> {
  kind: FormDefinition<Draft, Stored>;
  form: UseFormReturn<Draft>;
  lockedLineCount: number | null;
  vendorErrors: readonly FormError[];
  onGo: (field: string) => void;
}

/**
 * Errors that prevent only a submit: the total of a PO (DEC-35), the new line of a change order (CO-05), the attachment
 * of an invoice (IN-13), an inactive vendor. Deferred, so that typing stays fast (PO-33).
 */
export function SubmitErrors<Draft extends DocumentDraft, Stored extends EditedDocument>(
  props: SubmitErrorsProps<Draft, Stored>,
) {
  const { kind, form, lockedLineCount, vendorErrors } = props;
  const draft = useDeferredValue(useWatch({ control: form.control }) as Draft);
  // The deferred draft does not change with the key itself, and most keys change no error here.
  const found = useMemo(() => {
    const saved = new Set(kind.check(draft, 'save', lockedLineCount).map(({ code }) => code));
    const only = kind.check(draft, 'submit', lockedLineCount).filter(({ code }) => !saved.has(code));
    return formErrors(only);
  }, [kind, draft, lockedLineCount]);
  return <Note errors={useStableList([...vendorErrors, ...found])} onGo={props.onGo} />;
}
