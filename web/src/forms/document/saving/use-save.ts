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
import type { Complaint } from '../../error-summary.tsx';
import { useSaveUnsavedNote } from '../../unsaved-note.tsx';
import { complaintsOf, refusedBy, stillRefused } from '../model/form-errors.ts';
import type { Refused } from '../model/form-errors.ts';
import { sharedForm } from '../model/draft.ts';
import type { AnyLine, DocumentDraft } from '../model/draft.ts';
import type { AfterSave } from './form-actions.tsx';
import type { FormKind, StoredHere } from '../model/form-definition.ts';
import { setLines } from '../lines/line-state.ts';

/** A save that was refused because somebody else changed the content first (DEC-82). */
export interface SaveConflict<Draft> {
  conflict: ContentConflict;
  mine: Draft;
  /** Saves the work over this content, which the user has compared it with. */
  saveOver: (contentVersion: number) => void;
}

interface SavingOptions<Draft extends DocumentDraft, Stored extends StoredHere> {
  kind: FormKind<Draft, Stored>;
  stored: Stored | null;
  /** How many lines a change order keeps as they are; null without one. */
  lockedLineCount: number | null;
  isUntouched: (line: Draft['lineItems'][number]) => boolean;
  /** Rules beside those of the kind, which hang on what the browser has been told. */
  furtherIssues: () => Issue[];
  /** Asked before a save is sent; false stops it (PO-21). */
  confirmSave: (draft: Draft) => Promise<boolean>;
  /** Throws away what is kept of the work, as it is now saved. */
  forget: () => void;
  /** Which content of the document the work began from, or was last compared with. */
  begunFrom: RefObject<number>;
  /** What was chosen and is not here yet; one that does not come stops a save. */
  coming: PendingChoice;
  onSaved: (stored: Stored, after: AfterSave) => void;
  onFailed: (error: unknown) => void;
  onConflict: (conflict: SaveConflict<Draft>) => void;
}

/** LI-14: a line that was added after the attempt is not yet blamed for being empty. */
function wasTried({ field }: Issue, lines: readonly AnyLine[], tried: ReadonlySet<string>): boolean {
  const row = /^lineItems\.(\d+)\./.exec(field)?.[1];
  return row === undefined || tried.has(lines[Number(row)]?.keyId ?? '');
}

/** Rows that were opened and left as they were are not part of the document, unless there is no other. */
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
 * Saves the form, and says what keeps it from being saved: rules that the browser asks itself, and what only the server
 * finds. Once saved it stays busy, as the screen goes on to another; a second press makes no second document.
 */
export function useSaving<Draft extends DocumentDraft, Stored extends StoredHere>(
  form: UseFormReturn<Draft>,
  options: SavingOptions<Draft, Stored>,
) {
  const { kind, stored, lockedLineCount } = options;
  const { show } = useSession();
  const takeOpenNote = useSaveUnsavedNote();
  // The lines that the last attempt looked at, and what was to follow it; null before the first.
  const [tried, setTried] = useState<{ keys: ReadonlySet<string>; after: AfterSave } | null>(null);
  const [refused, setRefused] = useState<readonly Refused<Draft>[]>([]);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState<AfterSave | null>(null);
  const [isAsked, setAsked] = useState(false);

  // What was found is looked at again with every key, and nothing before there was an attempt.
  useWatch({ control: form.control, disabled: tried === null && refused.length === 0 });
  const check = () => [...kind.check(form.getValues(), 'save', lockedLineCount), ...options.furtherIssues()];
  const draft = form.getValues();
  const found = tried ? check().filter((one) => wasTried(one, draft.lineItems, tried.keys)) : [];
  const issues = useStableList(found);

  const send = async (after: AfterSave, reason: string | null): Promise<boolean> => {
    if (!(await takeOpenNote())) return false;
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
      const said = refusedBy(error, form.getValues(), kind.refusals);
      setRefused(said);
      setFailures((before) => before + 1);
      // IN-17: what can be set aside in the list is asked there, and nowhere else.
      if (!said.some(({ insist }) => insist !== undefined)) options.onFailed(error);
      return false;
    }
  };
  const save = async (after: AfterSave, reason: string | null = null, isConfirmed = reason !== null) => {
    setRefused([]);
    const coming = options.coming.rest();
    if (coming) {
      setBusy(after);
      const came = await coming;
      setBusy(null);
      if (!came) return undefined;
    }
    dropUntouched(form, options.isUntouched);
    const keys = new Set(form.getValues().lineItems.map(({ keyId }) => keyId));
    setTried({ keys, after });
    if (check().length > 0) return setFailures((before) => before + 1);
    // Whoever gives a reason, or has compared, has answered already.
    if (!isConfirmed && !(await options.confirmSave(form.getValues()))) return undefined;
    setBusy(after);
    return (await send(after, reason)) ? undefined : setBusy(null);
  };
  const complaints: Complaint[] = [
    ...complaintsOf(issues),
    ...stillRefused(refused, draft).map(({ field, text, insist }) => ({
      field,
      text,
      ...(insist !== undefined && {
        action: { text: insist, onPress: () => setAsked(true) },
      }),
    })),
  ];
  const reasonDialog = {
    isOpen: isAsked,
    onCancel: () => setAsked(false),
    onConfirm: (reason: string) => {
      setAsked(false);
      void save(tried?.after ?? 'review', reason);
    },
  };
  return { save, busy, issues, complaints, failures, reasonDialog };
}
