import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { purchaseOrderInput } from '#domain/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import {
  claimSlot,
  forgetKept,
  freshSlot,
  isSlotOf,
  keep,
  keptPrefix,
  leftBehind,
  readKept,
} from '../kept-draft.ts';
import type { Found, Kept } from '../kept-draft.ts';
import { useSession } from '../../session/session.tsx';

/** Typing must rest this long before it is kept. */
const KEEP_AFTER_MS = 400;

type Work = Kept<PurchaseOrderDraft>;

function parse(value: unknown): PurchaseOrderDraft | null {
  const read = v.safeParse(purchaseOrderInput, value);
  return read.success ? read.output : null;
}

/** What the form fills in by itself (a lone department, codes) is no work of the user's, and is not marked as such. */
function isTouched(form: UseFormReturn<PurchaseOrderDraft>, values: PurchaseOrderDraft): boolean {
  const names = Object.keys(values) as (keyof PurchaseOrderDraft)[];
  return names.some((name) => form.getFieldState(name).isDirty);
}

/** Writes what was typed once typing rests, and at once when the form or the page goes away. */
function useWriting(form: UseFormReturn<PurchaseOrderDraft>, write: (values: PurchaseOrderDraft) => void) {
  const latest = useEffectEvent(write);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: PurchaseOrderDraft | null = null;
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
function useLeftBehind(prefix: string, own: string) {
  const [found, setFound] = useState<readonly Found<PurchaseOrderDraft>[]>([]);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const all = await leftBehind(prefix, own, parse);
      if (!isOver) setFound(all);
    };
    const hear = ({ key }: StorageEvent) => {
      if (key !== null && isSlotOf(prefix, key)) void look();
    };
    const letGo = claimSlot(own);
    void look();
    window.addEventListener('storage', hear);
    return () => {
      isOver = true;
      window.removeEventListener('storage', hear);
      letGo();
    };
  }, [prefix, own]);
  return [found, setFound] as const;
}

/** The slots of a document in this browser, for this user. */
function useKeptPrefix(documentId: string | null): string {
  const { user, show } = useSession();
  return keptPrefix(user.id, show.id, documentId ?? 'new-po');
}

/** Throws away what is kept of a document that can no longer be edited. */
export function useForgetDocument(documentId: string): () => void {
  const prefix = useKeptPrefix(documentId);
  return () => forgetKept(prefix);
}

/**
 * Keeps what is not yet saved in this browser and offers it when the form is opened again (after a reload, or after the
 * session was lost). Work that was found stays where it is until the user has said what becomes of it. `forget` throws
 * away the work of this form: after a save, and when the user cancels.
 */
export function useKeptDraft(
  form: UseFormReturn<PurchaseOrderDraft>,
  document: { id: string | null; version: number },
) {
  const prefix = useKeptPrefix(document.id);
  const [own] = useState(() => freshSlot(prefix));
  // What the form began from, which is not what the document has become since.
  const version = useRef(document.version);
  const [[found = null, ...others], setFound] = useLeftBehind(prefix, own);
  const isOver = useRef(false);
  const work = (draft: PurchaseOrderDraft): Work | null =>
    isTouched(form, draft) ? { draft, version: version.current, at: new Date().toISOString() } : null;
  useWriting(form, (values) => {
    if (!isOver.current) keep(own, work(values));
  });

  const discard = () => {
    if (found) keep(found.slot, null);
    setFound(others);
  };
  // What was typed before the answer trades places with what was found, and is offered in its turn.
  const restore = () => {
    const kept = found && readKept(found.slot, parse);
    if (!kept) return setFound(others);
    const typed = work(structuredClone(form.getValues()));
    keep(own, kept);
    keep(found.slot, typed);
    version.current = kept.version;
    setFound(typed ? [...others, { ...typed, slot: found.slot }] : others);
    return form.reset(kept.draft, { keepDefaultValues: true });
  };
  return {
    found,
    restore,
    discard,
    forget: () => {
      isOver.current = true;
      keep(own, null);
    },
  };
}
