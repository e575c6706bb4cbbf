import { useRef, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useBlocker, useNavigate } from 'react-router';
import type { FormError } from '../../../forms/error-summary.tsx';
import { useIsSamePage } from '../../../parts/hooks/use-same-page.ts';

interface ManagedFormOptions<Draft> {
  /** The validation errors of the draft by field, by the same rules as on the server. */
  check: (draft: Draft) => readonly FormError[];
  /** Stores the draft. Its errors are passed to `onFailed`. */
  save: (draft: Draft) => Promise<void>;
  /** Runs after the save, to show a toast. Returns the page to open, if the user is still here, or null to stay. */
  onSaved: () => string | null;
  /** Returns the field errors of a failed save. For other errors it shows a toast and returns none. */
  onFailed: (error: unknown) => readonly FormError[];
}

/** The errors at fields, and the leave dialog of a form with unsaved changes. */
export type ManagedFormState = ReturnType<typeof useManagedForm>;

/**
 * The saving of a management form with react-hook-form. Pass the result to `ManagedForm` and `errorAt('name')` to the
 * fields. After the first attempt to save, the rules run with each key.
 */
export function useManagedForm<Draft extends FieldValues>(
  form: UseFormReturn<Draft>,
  options: ManagedFormOptions<Draft>,
) {
  const { isDirty } = useFormState({ control: form.control });
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  // The errors that only the server found, with the draft that they belong to.
  const [serverErrors, setServerErrors] = useState<{ errors: readonly FormError[]; of: string } | null>(null);
  const mayLeave = useRef(false);
  const leaving = useBlocker(() => isDirty && !mayLeave.current);
  // The router decides synchronously whether to block a navigation.
  const isSamePage = useIsSamePage();
  const navigate = useNavigate();
  const withLeave = (go: () => void) => {
    // The user may have left the page during a slow request.
    if (!isSamePage()) return;
    mayLeave.current = true;
    go();
    mayLeave.current = false;
  };

  const draft = useWatch({ control: form.control }) as Draft;
  const clientErrors = attempt > 0 ? options.check(draft) : [];
  const unresolvedErrors = serverErrors?.of === JSON.stringify(draft) ? serverErrors.errors : [];
  const errors = [...clientErrors, ...unresolvedErrors];

  const save = async () => {
    const sent = form.getValues();
    setServerErrors(null);
    if (options.check(sent).length > 0) return setAttempt((before) => before + 1);
    setBusy(true);
    try {
      await options.save(sent);
      form.reset(sent);
      setAttempt(0);
      const next = options.onSaved();
      if (next !== null) withLeave(() => void navigate(next));
    } catch (error) {
      const fieldErrors = options.onFailed(error);
      setServerErrors({ errors: fieldErrors, of: JSON.stringify(sent) });
      if (fieldErrors.length > 0) setAttempt((before) => before + 1);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return {
    save,
    isBusy,
    isDirty,
    errors,
    attempt,
    leaving,
    /** Navigates without the leave dialog, because Cancel already confirms it. */
    withLeave,
    errorAt: (field: string) => errors.find((one) => one.field === field)?.text ?? null,
  };
}
