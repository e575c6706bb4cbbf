import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unstable_serialize, useSWRConfig } from 'swr';
import type { Persona } from '#domain/document';
import { routeQuery, storedValues } from '../../../../forms/document/stored-values.ts';
import { useSaveUnsavedNote } from '../../../../forms/unsaved-note.tsx';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { isLeaving } from '../../../../parts/hooks/use-same-page.ts';
import { conflictIn } from '../../../../content-conflict.ts';
import { nextSort } from '../../../../session/queue-sort.ts';
import { useSession } from '../../../../session/session.tsx';
import { readDocument, takeBackApproval } from '../../calls.ts';
import { documentActions } from './document-actions.ts';
import type { ActionName, ActionInput } from './document-actions.ts';
import { useDisplayedContent } from '../../displayed-content.tsx';
import type { StoredDocument } from '../../document.ts';
import { withLastAction } from '../../last-action-notice.tsx';
import { listPath, nextPath, kinds } from '../../paths.ts';
import { isBudgetReasonMissing, submitFollow, successTexts, takeBackFailed } from '../../messages.ts';
import { keys } from '../../../../keys.ts';
import type { Counts } from '../../../../session/waiting-counts.ts';
import { useApprovalRun } from './use-approval-queue.ts';
import { markDecided, markUndecided } from '../../list/decided-rows.ts';

/** Removes a decided document from the queue and its count before the server has been asked again. */
function useCountAsDecided(): (document: StoredDocument) => void {
  const { mutate } = useSWRConfig();
  return ({ id, docType, showId }) => {
    markDecided(id);
    const { code } = kinds[docType];
    const without = (counts?: Counts) => {
      const waiting = counts?.awaitingApproval[code] ?? 0;
      if (!counts || waiting === 0) return counts;
      return { ...counts, awaitingApproval: { ...counts.awaitingApproval, [code]: waiting - 1 } };
    };
    void mutate<Counts>(keys.meta(showId), without, { revalidate: true });
  };
}

/** What the user chose for a submit or a send back; `onBudgetReason` runs when a submit needs a reason (BUD-31). */
type Choice = Partial<Pick<ActionInput, 'templateSlug' | 'toStepId'>> & { onBudgetReason?: () => void };

function isDecision(name: ActionName): boolean {
  return ['approve', 'revise', 'void', 'deny', 'send-back'].includes(name);
}

/**
 * Runs an action and what follows it: the toast, then the next document of the queue or the list (AP-07, DEC-30). While
 * one runs, `busy` is its name and all others wait (AP-17). After each one, in particular after a 409 (DEC-82), the
 * document is read again. With `onChanged`, as in the row of a list, no other page opens.
 */
export function useDocumentActions(document: StoredDocument, persona: Persona, onChanged?: () => void) {
  const { config, showNextItem, user } = useSession();
  const { mutate, cache } = useSWRConfig();
  const [busy, setBusy] = useState<ActionName | null>(null);
  const navigate = useNavigate();
  const flash = useToast();
  const takeOpenNote = useSaveUnsavedNote();
  const countAsDecided = useCountAsDecided();
  const displayed = useDisplayedContent();
  const queue = useApprovalRun(document);
  const inQueue = persona === 'APPROVER';
  const { docType, id, showId } = document;

  const refresh = () =>
    mutate((key) => Array.isArray(key) && key[0] === 'document' && key[2] === id).catch(() => undefined);
  const inputOf = (name: ActionName, reason: string | null, choice: Choice): ActionInput => ({
    document,
    userId: user.id,
    contentVersion: displayed.seenVersion(),
    options: {
      reason,
      getNext: inQueue && showNextItem && !onChanged,
      ...(inQueue && { sort: nextSort(docType, user.id) }),
      archive: (name === 'void' || name === 'deny') && config.settings.archiveVoidedItems,
      displayIndicators: config.settings.displayReliefIndicatorsPdf,
    },
    templateSlug: choice.templateSlug ?? null,
    toStepId: choice.toStepId ?? null,
    shownRoute: cache.get(
      unstable_serialize(
        keys.approvalRoute(
          showId,
          routeQuery(showId, storedValues(docType, id, choice.templateSlug ?? null)),
        ),
      ),
    )?.data,
    after: async (nextId) => {
      if (!inQueue || !showNextItem) return listPath(docType, persona);
      if (nextId === null) queue.markEmpty();
      // The queue begins again with what was skipped: the run ends there (RUN-04).
      const isPassed = nextId !== null && queue.passed.includes(nextId);
      const next = isPassed ? await queue.findNext().catch(() => null) : nextId;
      return next === null ? listPath(docType, persona) : nextPath(docType, next);
    },
  });

  /** Takes the approval of this document back and opens it again, wherever the user is by then (RUN-10). */
  const undoApproval = async () => {
    try {
      await takeBackApproval(document, document.workflow?.currentStep?.id ?? null);
      markUndecided(id);
      const read = readDocument(docType, document.showId, id, persona);
      await mutate(keys.document(docType, id, persona), read, { revalidate: false });
      await navigate(nextPath(docType, id), { state: { passed: queue.passed } });
      flash('success', successTexts.takenBack(document.name));
    } catch (error) {
      flash('failure', takeBackFailed(error, document));
    }
  };

  /** Returns whether the action succeeded. Shows the toast itself. */
  const run = async (
    name: ActionName,
    reason: string | null = null,
    choice: Choice = {},
  ): Promise<boolean> => {
    setBusy(name);
    const { pathname } = location;
    let isLeft = false;
    try {
      if (!(await takeOpenNote())) return false;
      const { type, text, goTo, follow, contentVersion, isUndoable } = await documentActions[name].perform(
        inputOf(name, reason, choice),
      );
      if (contentVersion !== undefined) displayed.acceptOwn(contentVersion);
      if (inQueue && type !== 'failure' && isDecision(name)) countAsDecided(document);
      if (name === 'take-back') markUndecided(id);
      flash(type, text, isUndoable ? { text: 'Undo', onPress: () => void undoApproval() } : follow);
      // Does not navigate if the user has left the page in the meantime. The address changes before the next screen
      // renders.
      if (
        !onChanged &&
        goTo !== null &&
        goTo !== pathname &&
        location.pathname === pathname &&
        !isLeaving()
      ) {
        // This page stays until the next one renders, and must remain busy for a second press.
        isLeft = !goTo.includes(id);
        const isList = goTo === listPath(docType, persona);
        await navigate(goTo, isList ? withLastAction(document, persona) : inQueue ? queue.onward : {});
      }
      return type !== 'failure';
    } catch (error) {
      isLeft = false;
      if (conflictIn(error)) {
        // The page shows the change before the dialog describes it.
        await refresh();
        displayed.showConflict(error);
      } else if (isBudgetReasonMissing(error) && reason === null) choice.onBudgetReason?.();
      else flash('failure', documentActions[name].failed(error, document), submitFollow(error) ?? undefined);
      return false;
    } finally {
      if (!isLeft) setBusy(null);
      void refresh();
      onChanged?.();
    }
  };
  return { busy, run };
}
