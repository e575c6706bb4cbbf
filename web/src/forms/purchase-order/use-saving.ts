import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { checkPurchaseOrder } from '#domain/purchase-order';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import type { Issue } from '#domain/validation';
import { useSession } from '../../session/session.tsx';
import type { Complaint } from '../error-summary.tsx';
import { useTakeOpenNote } from '../open-note.tsx';
import { complaintsOf, refusedBy, stillRefused } from './complaints.ts';
import type { Refused } from './complaints.ts';
import type { AfterSave } from './form-bar.tsx';
import { isUntouched } from './line-edits.ts';
import { savePurchaseOrder } from './save.ts';

interface SavingOptions {
  order: PurchaseOrder | null;
  /** How many lines a change order keeps as they are; 0 without one. */
  locked: number;
  /** Asked before a save is sent; false stops it (PO-21). */
  confirmSave: () => Promise<boolean>;
  /** Throws away what is kept of the work, as it is now saved. */
  forget: () => void;
  onSaved: (order: PurchaseOrder, after: AfterSave) => void;
  onFailed: (error: unknown) => void;
}

/** LI-14: a line that was added after the attempt is not yet blamed for being empty. */
function wasTried(
  { field }: Issue,
  lines: PurchaseOrderDraft['lineItems'],
  tried: ReadonlySet<string>,
): boolean {
  const row = /^lineItems\.(\d+)\./.exec(field)?.[1];
  return row === undefined || tried.has(lines[Number(row)]?.keyId ?? '');
}

/** Rows that were opened and left as they were are not part of the document, unless there is no other. */
function dropUntouched(form: UseFormReturn<PurchaseOrderDraft>): void {
  const lines = form.getValues('lineItems');
  const filled = lines.filter((line) => !isUntouched(line));
  if (filled.length > 0 && filled.length < lines.length) form.setValue('lineItems', filled);
}

/**
 * Saves the form, and says what keeps it from being saved: rules that the browser asks itself, and what only the server
 * finds. Once saved it stays busy, as the screen goes on to another; a second press makes no second PO.
 */
export function useSaving(
  form: UseFormReturn<PurchaseOrderDraft>,
  values: PurchaseOrderDraft,
  options: SavingOptions,
) {
  const { order, locked } = options;
  const { show } = useSession();
  const takeOpenNote = useTakeOpenNote();
  // The lines that the last attempt looked at; null before the first.
  const [tried, setTried] = useState<ReadonlySet<string> | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState<AfterSave | null>(null);

  const check = () =>
    checkPurchaseOrder(form.getValues(), 'save', { lockedLineCount: locked > 0 ? locked : null });
  const issues = tried ? check().filter((one) => wasTried(one, values.lineItems, tried)) : [];
  const complaints: Complaint[] = [...complaintsOf(issues), ...stillRefused(refused, values)];

  const send = async (after: AfterSave): Promise<boolean> => {
    if (!(await takeOpenNote())) return false;
    try {
      const saved = await savePurchaseOrder(show.id, order?.id ?? null, form.getValues());
      options.forget();
      options.onSaved(saved, after);
      return true;
    } catch (error) {
      setRefused(refusedBy(error, form.getValues()));
      setFailures((before) => before + 1);
      options.onFailed(error);
      return false;
    }
  };
  const save = async (after: AfterSave) => {
    setRefused([]);
    dropUntouched(form);
    setTried(new Set(form.getValues('lineItems').map(({ keyId }) => keyId)));
    if (check().length > 0) return setFailures((before) => before + 1);
    if (!(await options.confirmSave())) return undefined;
    setBusy(after);
    return (await send(after)) ? undefined : setBusy(null);
  };
  return { save, busy, issues, complaints, failures };
}
