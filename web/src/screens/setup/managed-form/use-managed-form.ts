import { useRef, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useBlocker, useNavigate } from 'react-router';
import type { Complaint } from '../../../forms/error-summary.tsx';
import { useIsHere } from '../../../parts/hooks/use-same-page.ts';

interface ManagedFormOptions<Draft> {
  /** What keeps the draft from being saved, each with its field and the words for it; the server's own rules. */
  check: (draft: Draft) => readonly Complaint[];
  /** Stores the draft. What it throws is handed to `refused`. */
  save: (draft: Draft) => Promise<void>;
  /** Once stored: says so. Returns the page to open next, if the user is still here; null to stay. */
  onSaved: () => string | null;
  /** A failed save: complaints that belong to fields; for all else the caller shows a flash and answers none. */
  onFailed: (error: unknown) => readonly Complaint[];
}

/** The present answers at fields, and the leave question of a form that has been written in. */
export type ManagedFormState = ReturnType<typeof useManagedForm>;

/**
 * Saving of a management form whose draft is held by react-hook-form. Hand the answer to `ManagedForm`, and
 * `errorAt('name')` to the fields. Rules are asked again with each key once a save was tried.
 */
export function useManagedForm<Draft extends FieldValues>(
  form: UseFormReturn<Draft>,
  options: ManagedFormOptions<Draft>,
) {
  const { isDirty } = useFormState({ control: form.control });
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  // What only the server found, and the draft that it found it in.
  const [refused, setRefused] = useState<{ complaints: readonly Complaint[]; of: string } | null>(null);
  const mayLeave = useRef(false);
  const leaving = useBlocker(() => isDirty && !mayLeave.current);
  // The router asks at once whether a navigation is blocked.
  const isHere = useIsHere();
  const navigate = useNavigate();
  const withLeave = (go: () => void) => {
    // After a slow answer the user may have left for another page.
    if (!isHere()) return;
    mayLeave.current = true;
    go();
    mayLeave.current = false;
  };

  const draft = useWatch({ control: form.control }) as Draft;
  const found = attempt > 0 ? options.check(draft) : [];
  const stillRefused = refused?.of === JSON.stringify(draft) ? refused.complaints : [];
  const complaints = [...found, ...stillRefused];

  const save = async () => {
    const sent = form.getValues();
    setRefused(null);
    if (options.check(sent).length > 0) return setAttempt((before) => before + 1);
    setBusy(true);
    try {
      await options.save(sent);
      form.reset(sent);
      setAttempt(0);
      const next = options.onSaved();
      if (next !== null) withLeave(() => void navigate(next));
    } catch (error) {
      const told = options.onFailed(error);
      setRefused({ complaints: told, of: JSON.stringify(sent) });
      if (told.length > 0) setAttempt((before) => before + 1);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return {
    save,
    isBusy,
    isDirty,
    complaints,
    attempt,
    leaving,
    /** Goes elsewhere without the leave question: who cancels has answered it. */
    withLeave,
    errorAt: (field: string) => complaints.find((one) => one.field === field)?.text ?? null,
  };
}
