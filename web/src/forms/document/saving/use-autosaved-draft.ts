import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  claimSlot,
  deleteDrafts,
  freshSlot,
  isSlotOf,
  keep,
  keptPrefix,
  orphanedDrafts,
  newSlotOf,
  readDraft,
} from '../../autosaved-draft.ts';
import type { Found, Kept } from '../../autosaved-draft.ts';
import { useSession } from '../../../session/session.tsx';
import { sharedForm } from '../model/draft.ts';
import type { DocumentDraft } from '../model/draft.ts';
import type { FormKind, StoredHere } from '../model/form-definition.ts';
import { settleLines } from '../lines/line-state.ts';

/** Typing must rest this long before it is kept. */
const KEEP_AFTER_MS = 400;
const LOOK_AGAIN_AFTER_MS = 1000;

/** What the form fills in by itself (a lone department, codes) is no work of the user's, and is not marked as such. */
function isTouched<Draft extends DocumentDraft>(form: UseFormReturn<Draft>, values: Draft): boolean {
  settleLines(sharedForm(form));
  const names = Object.keys(values) as (keyof DocumentDraft)[];
  return names.some((name) => sharedForm(form).getFieldState(name).isDirty);
}

/** Writes what was typed once typing rests, and at once when the form or the page goes away. */
function useWriting<Draft extends DocumentDraft>(form: UseFormReturn<Draft>, write: (values: Draft) => void) {
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
        timer = setTimeout(flush, KEEP_AFTER_MS);
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

/** What lies here of earlier work, read again whenever another tab keeps or takes some. */
function useLeftBehind<Draft>(prefix: string, own: string, parse: (value: unknown) => Draft | null) {
  const [found, setFound] = useState<readonly Found<Draft>[]>([]);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const all = await orphanedDrafts(prefix, own, parse);
      if (!isOver) setFound(all);
    };
    const hear = ({ key }: StorageEvent) => {
      if (key !== null && isSlotOf(prefix, key)) void look();
    };
    const letGo = claimSlot(own);
    void look();
    // The page that was here before a reload may still hold its slot.
    const again = setTimeout(() => void look(), LOOK_AGAIN_AFTER_MS);
    window.addEventListener('storage', hear);
    return () => {
      isOver = true;
      clearTimeout(again);
      window.removeEventListener('storage', hear);
      letGo();
    };
  }, [prefix, own, parse]);
  return [found, setFound] as const;
}

/** The slots of a document in this browser, for this user. */
function useKeptPrefix(document: string): string {
  const { user, show } = useSession();
  return keptPrefix(user.id, show.id, document);
}

/** Throws away what is kept of a document that can no longer be edited. */
export function useDiscardDraft(documentId: string): () => void {
  const prefix = useKeptPrefix(documentId);
  return () => deleteDrafts(prefix);
}

/**
 * Keeps what is not yet saved in this browser and offers it when the form is opened again (after a reload, or after the
 * session was lost). Work that was found stays where it is until the user has said what becomes of it. `forget` throws
 * away the work of this form: after a save, and when the user cancels.
 */
export function useAutosavedDraft<Draft extends DocumentDraft, Stored extends StoredHere>(
  { newSlot, parse }: FormKind<Draft, Stored>,
  form: UseFormReturn<Draft>,
  { stored, begunFrom }: { stored: Stored | null; begunFrom: string | null },
) {
  const prefix = useKeptPrefix(stored?.id ?? newSlotOf(newSlot, begunFrom));
  const [own] = useState(() => freshSlot(prefix));
  // What the form began from, which is not what the document has become since.
  const version = useRef(stored?.version ?? 0);
  const contentVersion = useRef(stored?.contentVersion ?? 0);
  const [[found = null, ...others], setFound] = useLeftBehind(prefix, own, parse);
  const isOver = useRef(false);
  const work = (draft: Draft): Kept<Draft> | null =>
    isTouched(form, draft)
      ? {
          draft,
          version: version.current,
          contentVersion: contentVersion.current,
          at: new Date().toISOString(),
        }
      : null;
  useWriting(form, (values) => {
    if (!isOver.current) keep(own, work(values));
  });

  const discard = () => {
    if (found) keep(found.slot, null);
    setFound(others);
  };
  // What was typed before the answer trades places with what was found, and is offered in its turn.
  const restore = () => {
    const kept = found && readDraft(found.slot, parse);
    if (!kept) return setFound(others);
    const typed = work(structuredClone(form.getValues()));
    keep(own, kept);
    keep(found.slot, null);
    // Not where the other was: that may be a place of work that begins from some document.
    const slot = freshSlot(prefix);
    keep(slot, typed);
    // Work of an older build did not keep its content: unless nothing has happened since, it is compared before it is saved.
    const isSame = kept.version === stored?.version;
    contentVersion.current = kept.contentVersion ?? (isSame ? stored.contentVersion : 1);
    version.current = kept.version;
    setFound(typed ? [...others, { ...typed, slot }] : others);
    return form.reset(kept.draft, { keepDefaultValues: true });
  };
  return {
    found,
    /** Which content of the document the work began from, or was last compared with (DEC-82). */
    begunFrom: contentVersion,
    restore,
    discard,
    /** Whether the user has entered anything that is not saved. */
    hasWork: () => isTouched(form, form.getValues()),
    forget: () => {
      isOver.current = true;
      keep(own, null);
    },
  };
}
