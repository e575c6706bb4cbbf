import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { PurchaseOrder } from '#domain/purchase-order';
import { ApiError } from '../../../api.ts';
import { useTakeOpenNote } from '../../../forms/open-note.tsx';
import { docName } from '../../../forms/purchase-order/number.ts';
import { useFlash } from '../../../parts/flash.tsx';
import { useSession } from '../../../session/session.tsx';
import { decide } from '../calls.ts';
import type { ActionOptions } from '../calls.ts';
import { approveFailed, approvedWithError, done, failed } from '../messages.ts';

export type DecisionName = 'approve' | 'revise' | 'void';

const words = {
  approve: { done: done.approved, failed: approveFailed },
  revise: { done: done.revision, failed: (_error: unknown, doc: string) => failed.revise(doc) },
  void: { done: done.voided, failed: (_error: unknown, doc: string) => failed.void(doc) },
} as const;

/** DEC-03: the approval stands although accounting refused. Null: it does not. */
function approvedAnyway(error: unknown): { nextId: string | null } | null {
  if (!(error instanceof ApiError) || error.body['approved'] !== true) return null;
  const nextId = error.body['nextId'];
  return { nextId: typeof nextId === 'string' ? nextId : null };
}

/**
 * Approve, revise and void with what follows: the banner, then the next document of the queue or the list (AP-07,
 * DEC-30). While one runs, `busy` names it and every other waits (AP-17).
 */
export function useDecisions(order: PurchaseOrder, listPath: '/po' | '/approvals/purchase-orders') {
  const { config, showNextItem } = useSession();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState<DecisionName | null>(null);
  const navigate = useNavigate();
  const flash = useFlash();
  const takeOpenNote = useTakeOpenNote();
  const doc = docName(order);
  const inQueue = listPath !== '/po';

  const goOn = (nextId: string | null) =>
    navigate(nextId !== null && inQueue ? `/po/review/${nextId}/approver` : listPath);
  const refresh = () =>
    mutate((key) => Array.isArray(key) && key[0] === 'document' && key[2] === order.id).catch(
      () => undefined,
    );

  /** Answers whether it was done; the words about a failure have been said. */
  const run = async (name: DecisionName, reason: string | null): Promise<boolean> => {
    const options: ActionOptions = {
      reason,
      getNext: inQueue && showNextItem,
      archive: name === 'void' && config.settings.archiveVoidedItems,
      displayIndicators: config.settings.displayReliefIndicatorsPdf,
    };
    setBusy(name);
    try {
      if (!(await takeOpenNote())) return false;
      const { nextId } = await decide[name](order, options);
      flash('success', words[name].done(doc));
      await goOn(nextId);
      return true;
    } catch (error) {
      const approved = approvedAnyway(error);
      if (!approved) {
        flash('failure', words[name].failed(error, doc));
        return false;
      }
      flash('warning', approvedWithError(doc));
      await goOn(approved.nextId);
      return true;
    } finally {
      setBusy(null);
      void refresh();
    }
  };
  return { busy, run };
}
