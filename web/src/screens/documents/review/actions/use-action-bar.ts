import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import type { Action } from '#domain/lifecycle/transition';
import type { Persona } from '#domain/document';
import { useSettledView } from '../../../../parts/hooks/use-settled-view.ts';
import { useSession } from '../../../../session/session.tsx';
import { disabledReason } from '../../disabled-reasons.ts';
import type { StoredDocument } from '../../document.ts';
import { useRules } from '../../use-rules.ts';
import type { ActionName } from './document-actions.ts';
import { useDocumentActions } from './use-document-actions.ts';

/** The dialogs of a bar (AP-25), and the choice of a payment's approval flow (DEC-44). */
type DialogName =
  | 'temporary'
  | 'final'
  | 'revise'
  | 'void'
  | 'deny'
  | 'adjust'
  | 'push'
  | 'pull'
  | 'discard'
  | 'flow'
  | 'send-back'
  | 'budget-reason'
  | 'ask';

/**
 * The state that both bars of a review share: rules, running action and open dialog. With `onChanged` the user stays
 * where they are, and it runs after an action.
 */
export function useActionBar(document: StoredDocument, persona: Persona, onChanged?: () => void) {
  const { user: me, config } = useSession();
  const rules = useRules(document);
  const { busy, run } = useDocumentActions(document, persona, onChanged);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  // After a press, the user may still be pressing. After back or a reload they are not.
  const settled = useSettledView(useNavigationType() === NavigationType.Pop);
  const user = {
    userId: me.id,
    settings: config.settings,
    sendUnapproved: config.sendUnapprovedPurchaseOrders,
  };
  return {
    rules,
    settled,
    /** Whether an action may start: the document has been visible for a moment and no action runs. */
    isFree: settled.isSettled && busy === null,
    busy,
    dialog,
    openDialog: setDialog,
    close: () => setDialog(null),
    /** Why the user cannot do this now, by the same rule as on the server. Null if they can. */
    disabledReason: (action: Action) => disabledReason(rules.check(action), action, document, user),
    editDisabledReason: (as: 'save' | 'edit-in-approval') =>
      disabledReason(rules.checkEdit(), as, document, user),
    /** After a failure a dialog with a reason stays open, so that the user need not write it again. */
    run: (name: ActionName, reason: string | null = null) =>
      void run(name, reason).then((isDone) => (isDone || reason === null) && setDialog(null)),
    /** After a failure the dialog stays open. */
    sendBack: (toStepId: string, reason: string) =>
      void run('send-back', reason, { toStepId }).then((isDone) => isDone && setDialog(null)),
    /** Submits. Without a slug the server chooses the approval flow; it may need a reason (BUD-31). */
    submitThrough: async (templateSlug: string | null) => {
      let next: DialogName | null = null;
      const onBudgetReason = () => {
        next = 'budget-reason';
      };
      await run('submit', null, { templateSlug, onBudgetReason });
      setDialog(next);
    },
  };
}

export type ActionBarState = ReturnType<typeof useActionBar>;
