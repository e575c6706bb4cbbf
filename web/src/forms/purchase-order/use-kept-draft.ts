import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { purchaseOrderInput } from '#domain/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { keep, keptKey, openSlots } from '../kept-draft.ts';
import type { Kept } from '../kept-draft.ts';
import { useSession } from '../../session/session.tsx';

/** Typing must rest this long before it is kept. */
const KEEP_AFTER_MS = 400;

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

/**
 * Keeps what is not yet saved in this browser and offers it when the form is opened again (after a reload, or after the
 * session was lost). Work that was found stays where it is until the user has said what becomes of it. `forget` throws
 * away the work of this form: after a save, and when the user cancels.
 */
export function useKeptDraft(
  form: UseFormReturn<PurchaseOrderDraft>,
  document: { id: string | null; version: number },
) {
  const { user, show } = useSession();
  const [opened] = useState(() => ({
    // What the form began from, which is not what the document has become since.
    version: document.version,
    ...openSlots(keptKey(user.id, show.id, document.id ?? 'new-po'), parse),
  }));
  const { own, version } = opened;
  const [undecided, setUndecided] = useState(opened.found);
  const isOver = useRef(false);
  const work = (draft: PurchaseOrderDraft): Kept<PurchaseOrderDraft> | null =>
    isTouched(form, draft) ? { draft, version, at: new Date().toISOString() } : null;
  useWriting(form, (values) => {
    if (!isOver.current) keep(own, work(values));
  });

  const [found = null, ...others] = undecided;
  const discard = () => {
    if (found) keep(found.slot, null);
    setUndecided(others);
  };
  // What was typed before the answer trades places with what was found, and is offered in its turn.
  const restore = () => {
    if (!found) return;
    const typed = work(structuredClone(form.getValues()));
    keep(own, found);
    keep(found.slot, typed);
    setUndecided(typed ? [...others, { ...typed, slot: found.slot }] : others);
    form.reset(found.draft, { keepDefaultValues: true });
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
