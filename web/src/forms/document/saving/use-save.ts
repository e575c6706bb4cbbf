import { useState } from 'react';
import type { RefObject } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { Issue } from '#domain/documents/validation';
import type { ContentConflict } from '#domain/history/content-conflict';
import type { PendingChoice } from '../../../parts/fields/use-pending-choice.ts';
import { useStableList } from '../../../parts/hooks/use-stable-list.ts';
import { useSession } from '../../../session/session.tsx';
import { conflictIn } from '../../../content-conflict.ts';
import type { FormError } from '../../error-summary.tsx';
import { useSaveUnsavedNote } from '../../unsaved-note.tsx';
import { formErrors, serverErrors, unresolvedErrors } from '../model/form-errors.ts';
import type { ServerFormError } from '../model/form-errors.ts';
import { sharedForm } from '../model/draft.ts';
import type { AnyLine, DocumentDraft } from '../model/draft.ts';
import type { AfterSave } from './form-actions.tsx';
import type { FormDefinition, EditedDocument } from '../model/form-definition.ts';
import { setLines } from '../lines/line-state.ts';

/** A save that was refused because someone else changed the content first (DEC-82). */
export interface SaveConflict<Draft> {
  conflict: ContentConflict;
  mine: Draft;
  /** Saves over this content version, which the user has compared. */
  saveOver: (contentVersion: number) => void;
}

interface SavingOptions<Draft extends DocumentDraft, Stored extends EditedDocument> {
  kind: FormDefinition<Draft, Stored>;
  stored: Stored | null;
  /** Number of lines that a change order must keep unchanged; null for other documents. */
  lockedLineCount: number | null;
  isUntouched: (line: Draft['lineItems'][number]) => boolean;
  /** Additional checks that depend on loaded data. */
  furtherIssues: () => Issue[];
  /** Called before a save; false cancels it (PO-21). */
  confirmSave: (draft: Draft) => Promise<boolean>;
  /** Deletes the autosaved draft. */
  forget: () => void;
  /** The content version that the input is based on, or was last compared with. */
  begunFrom: RefObject<number>;
  /** Choices to wait for; one that fails cancels the save. */
  pendingChoice: PendingChoice;
  onSaved: (stored: Stored, after: AfterSave) => void;
  onFailed: (error: unknown) => void;
  onConflict: (conflict: SaveConflict<Draft>) => void;
}

/** A line added after the last attempt is not validated yet (LI-14). */
function wasTried({ field }: Issue, lines: readonly AnyLine[], attempt: ReadonlySet<string>): boolean {
  const row = /^lineItems\.(\d+)\./.exec(field)?.[1];
  return row === undefined || attempt.has(lines[Number(row)]?.keyId ?? '');
}

/** Removes lines without input, unless there is no other line. */
function dropUntouched<Draft extends DocumentDraft>(
  form: UseFormReturn<Draft>,
  isUntouched: (line: Draft['lineItems'][number]) => boolean,
): void {
  const lines: readonly AnyLine[] = sharedForm(form).getValues('lineItems');
  const filled = lines.filter((line) => !isUntouched(line));
  if (filled.length > 0 && filled.length < lines.length)
    setLines(sharedForm(form), filled, { shouldDirty: false });
}

/**
 * Saves the form and returns its errors, from its own validation and from the server. It stays busy after success while
 * the screen navigates, so that a second press creates no second document.
 */
export function useSave<Draft extends DocumentDraft, Stored extends EditedDocument>(
  form: UseFormReturn<Draft>,
  options: SavingOptions<Draft, Stored>,
) {
  const { kind, stored, lockedLineCount } = options;
  const { show } = useSession();
  const saveUnsavedNote = useSaveUnsavedNote();
  // The lines of the last attempt and what was to follow it; null before the first.
  const [attempt, setAttempt] = useState<{ keys: ReadonlySet<string>; after: AfterSave } | null>(null);
  const [refused, setRefused] = useState<readonly ServerFormError<Draft>[]>([]);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState<AfterSave | null>(null);
  const [isReasonOpen, setReasonOpen] = useState(false);

  // Validates with every key, but only after the first attempt.
  useWatch({ control: form.control, disabled: attempt === null && refused.length === 0 });
  const check = () => [...kind.check(form.getValues(), 'save', lockedLineCount), ...options.furtherIssues()];
  const draft = form.getValues();
  const found = attempt ? check().filter((one) => wasTried(one, draft.lineItems, attempt.keys)) : [];
  const issues = useStableList(found);

  const send = async (after: AfterSave, reason: string | null): Promise<boolean> => {
    if (!(await saveUnsavedNote())) return false;
    try {
      const target = stored && { id: stored.id, contentVersion: options.begunFrom.current };
      const saved = await kind.save(show.id, target, form.getValues(), reason);
      options.forget();
      options.onSaved(saved, after);
      return true;
    } catch (error) {
      const conflict = conflictIn(error);
      if (conflict) {
        const saveOver = (contentVersion: number) => {
          options.begunFrom.current = contentVersion;
          void save(after, reason, true);
        };
        options.onConflict({ conflict, mine: structuredClone(form.getValues()), saveOver });
        return false;
      }
      const refusals = serverErrors(error, form.getValues(), kind.refusals);
      setRefused(refusals);
      setFailures((before) => before + 1);
      // A refusal that can be overridden is shown only in the error list (IN-17).
      if (!refusals.some(({ insist }) => insist !== undefined)) options.onFailed(error);
      return false;
    }
  };
  const save = async (after: AfterSave, reason: string | null = null, isConfirmed = reason !== null) => {
    setRefused([]);
    const pending = options.pendingChoice.whenSettled();
    if (pending) {
      setBusy(after);
      const succeeded = await pending;
      setBusy(null);
      if (!succeeded) return undefined;
    }
    dropUntouched(form, options.isUntouched);
    const keys = new Set(form.getValues().lineItems.map(({ keyId }) => keyId));
    setAttempt({ keys, after });
    if (check().length > 0) return setFailures((before) => before + 1);
    // A user who gave a reason or compared the contents has already confirmed.
    if (!isConfirmed && !(await options.confirmSave(form.getValues()))) return undefined;
    setBusy(after);
    return (await send(after, reason)) ? undefined : setBusy(null);
  };
  const errors: FormError[] = [
    ...formErrors(issues),
    ...unresolvedErrors(refused, draft).map(({ field, text, insist }) => ({
      field,
      text,
      ...(insist !== undefined && {
        action: { text: insist, onPress: () => setReasonOpen(true) },
      }),
    })),
  ];
  const reasonDialog = {
    isOpen: isReasonOpen,
    onCancel: () => setReasonOpen(false),
    onConfirm: (reason: string) => {
      setReasonOpen(false);
      void save(attempt?.after ?? 'review', reason);
    },
  };
  return { save, busy, issues, errors, failures, reasonDialog };
}
