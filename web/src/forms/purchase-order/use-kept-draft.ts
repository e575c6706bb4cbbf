import { useEffect, useMemo, useState } from 'react';
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

/**
 * Keeps what is not yet saved in this browser and offers it when the form is opened again (after a reload, or after the
 * session was lost). `forget` throws it away: after a save, and when the user cancels.
 */
export function useKeptDraft(
  form: UseFormReturn<PurchaseOrderDraft>,
  document: { id: string | null; version: number; initial: PurchaseOrderDraft },
) {
  const { user, show } = useSession();
  const key = keptKey(user.id, show.id, document.id ?? 'new-po');
  const { found, forget: close } = useFoundDraft(key, parse);
  const [isSettled, setSettled] = useState(found === null);
  const { version } = document;
  const untouched = useMemo(() => JSON.stringify(document.initial), [document.initial]);

  useEffect(() => {
    // Until the user has said what becomes of the work found, nothing takes its place.
    if (!isSettled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          const same = JSON.stringify(values) === untouched;
          keep(key, same ? null : { draft: values, version, at: new Date().toISOString() });
        }, KEEP_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, key, version, untouched, isSettled]);

  const settle = (draft: PurchaseOrderDraft | null) => {
    if (draft) form.reset(draft);
    else keep(key, null);
    close();
    setSettled(true);
  };
  return {
    found,
    restore: () => settle(found?.draft ?? null),
    discard: () => settle(null),
    forget: () => keep(key, null),
  };
}
