import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { purchaseOrderInput } from '#domain/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { keep, keptKey, useFoundDraft } from '../kept-draft.ts';
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

/**
 * Keeps what is not yet saved in this browser and offers it when the form is opened again (after a reload, or after the
 * session was lost). `forget` throws it away: after a save, and when the user cancels.
 */
export function useKeptDraft(
  form: UseFormReturn<PurchaseOrderDraft>,
  document: { id: string | null; version: number },
) {
  const { user, show } = useSession();
  const key = keptKey(user.id, show.id, document.id ?? 'new-po');
  const { found, forget: close } = useFoundDraft(key, parse);
  const [isSettled, setSettled] = useState(found === null);
  const { version } = document;
  const isOver = useRef(false);

  useEffect(() => {
    // Until the user has said what becomes of the work found, nothing takes its place.
    if (!isSettled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (isOver.current) return;
          const work = isTouched(form, values);
          keep(key, work ? { draft: values, version, at: new Date().toISOString() } : null);
        }, KEEP_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, key, version, isSettled]);

  const settle = (draft: PurchaseOrderDraft | null) => {
    if (draft) form.reset(draft, { keepDefaultValues: true });
    else keep(key, null);
    close();
    setSettled(true);
  };
  return {
    found,
    restore: () => settle(found?.draft ?? null),
    discard: () => settle(null),
    forget: () => {
      isOver.current = true;
      keep(key, null);
    },
  };
}
