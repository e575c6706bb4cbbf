import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  claimSlot,
  deleteDrafts,
  createSlot,
  isSlotOf,
  saveDraft,
  slotPrefix,
  orphanedDrafts,
  newSlotOf,
  readDraft,
} from '../../autosaved-draft.ts';
import type { StoredDraft, AutosavedDraft } from '../../autosaved-draft.ts';
import { useSession } from '../../../session/session.tsx';
import { sharedForm } from '../model/draft.ts';
import type { DocumentDraft } from '../model/draft.ts';
import type { FormDefinition, EditedDocument } from '../model/form-definition.ts';
import { clearUnchanged } from '../lines/line-state.ts';

/** Debounce time before a draft is stored. */
const DEBOUNCE_MS = 400;
const RECHECK_AFTER_MS = 1000;

/** Values that the form fills in (a lone department, codes) are not the user's input. */
function isTouched<Draft extends DocumentDraft>(form: UseFormReturn<Draft>, values: Draft): boolean {
  clearUnchanged(sharedForm(form));
  const names = Object.keys(values) as (keyof DocumentDraft)[];
  return names.some((name) => sharedForm(form).getFieldState(name).isDirty);
}

/** Stores the draft after a pause in typing, and at once when the form or the page closes. */
function useDebouncedWrite<Draft extends DocumentDraft>(
  form: UseFormReturn<Draft>,
  write: (values: Draft) => void,
) {
  const latest = useEffectEvent(write);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: Draft | null = null;
    const flush = () => {
      clearTimeout(timer);
      if (waiting) latest(waiting);
      waiting = null;
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        waiting = values;
        clearTimeout(timer);
        timer = setTimeout(flush, DEBOUNCE_MS);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      stop();
      flush();
    };
  }, [form]);
}

/** Orphaned drafts of the document, updated when another tab stores or takes one. */
function useOrphanedDrafts<Draft>(prefix: string, ownSlot: string, parse: (value: unknown) => Draft | null) {
  const [found, setFound] = useState<readonly StoredDraft<Draft>[]>([]);
  useEffect(() => {
    let isDone = false;
    const load = async () => {
      const all = await orphanedDrafts(prefix, ownSlot, parse);
      if (!isDone) setFound(all);
    };
    const handleStorage = ({ key }: StorageEvent) => {
      if (key !== null && isSlotOf(prefix, key)) void load();
    };
    const release = claimSlot(ownSlot);
    void load();
    // The page before a reload may still hold its lock.
    const again = setTimeout(() => void load(), RECHECK_AFTER_MS);
    window.addEventListener('storage', handleStorage);
    return () => {
      isDone = true;
      clearTimeout(again);
      window.removeEventListener('storage', handleStorage);
      release();
    };
  }, [prefix, ownSlot, parse]);
  return [found, setFound] as const;
}

function useSlotPrefix(document: string): string {
  const { user, show } = useSession();
  return slotPrefix(user.id, show.id, document);
}

/** Deletes the drafts of a document that can no longer be edited. */
export function useDiscardDraft(documentId: string): () => void {
  const prefix = useSlotPrefix(documentId);
  return () => deleteDrafts(prefix);
}

/**
 * Stores unsaved input in this browser and offers it when the form opens again, after a reload or a lost session. A
 * draft stays stored until the user restores or discards it. `forget` deletes this form's draft after a save or cancel.
 */
export function useAutosavedDraft<Draft extends DocumentDraft, Stored extends EditedDocument>(
  { newSlot, parse }: FormDefinition<Draft, Stored>,
  form: UseFormReturn<Draft>,
  { stored, begunFrom }: { stored: Stored | null; begunFrom: string | null },
) {
  const prefix = useSlotPrefix(stored?.id ?? newSlotOf(newSlot, begunFrom));
  const [ownSlot] = useState(() => createSlot(prefix));
  // The version that the form started from; the document may have a newer one.
  const version = useRef(stored?.version ?? 0);
  const contentVersion = useRef(stored?.contentVersion ?? 0);
  const [[found = null, ...others], setFound] = useOrphanedDrafts(prefix, ownSlot, parse);
  const isDone = useRef(false);
  const currentDraft = (draft: Draft): AutosavedDraft<Draft> | null =>
    isTouched(form, draft)
      ? {
          draft,
          version: version.current,
          contentVersion: contentVersion.current,
          at: new Date().toISOString(),
        }
      : null;
  useDebouncedWrite(form, (values) => {
    if (!isDone.current) saveDraft(ownSlot, currentDraft(values));
  });

  const discard = () => {
    if (found) saveDraft(found.slot, null);
    setFound(others);
  };
  // The current input and the restored draft trade places, so that the input can be restored in turn.
  const restore = () => {
    const storedDraft = found && readDraft(found.slot, parse);
    if (!storedDraft) return setFound(others);
    const typed = currentDraft(structuredClone(form.getValues()));
    saveDraft(ownSlot, storedDraft);
    saveDraft(found.slot, null);
    // A new slot, because the old one may belong to another source document.
    const slot = createSlot(prefix);
    saveDraft(slot, typed);
    // A draft of an older build has no content version: unless the document is unchanged, it is compared before a save.
    const isSame = storedDraft.version === stored?.version;
    contentVersion.current = storedDraft.contentVersion ?? (isSame ? stored.contentVersion : 1);
    version.current = storedDraft.version;
    setFound(typed ? [...others, { ...typed, slot }] : others);
    return form.reset(storedDraft.draft, { keepDefaultValues: true });
  };
  return {
    found,
    /** The content version that the input is based on, or was last compared with (DEC-82). */
    begunFrom: contentVersion,
    restore,
    discard,
    /** Whether the user has unsaved input. */
    hasWork: () => isTouched(form, form.getValues()),
    forget: () => {
      isDone.current = true;
      saveDraft(ownSlot, null);
    },
  };
}
