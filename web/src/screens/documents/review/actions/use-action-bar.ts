import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import type { Action } from '#domain/lifecycle/transition';
import type { Persona } from '#domain/document';
import { useSettled } from '../../../../parts/hooks/use-settled-view.ts';
import { useSession } from '../../../../session/session.tsx';
import { reasonFor } from '../../disabled-reasons.ts';
import type { StoredDocument } from '../../document.ts';
import { useRules } from '../../use-rules.ts';
import type { ActName } from './document-actions.ts';
import { useDecisions } from './use-document-actions.ts';

/** The questions of AP-25 that a bar may have open, and which flow a payment takes (DEC-44). */
type Question = 'temporary' | 'revise' | 'void' | 'deny' | 'adjust' | 'push' | 'pull' | 'discard' | 'flow';

/** What both bars of a review stand on: the rules, what runs, and which question is open. */
export function useBar(document: StoredDocument, persona: Persona) {
  const { user, config } = useSession();
  const rules = useRules(document);
  const { busy, run } = useDecisions(document, persona);
  const [asking, setAsking] = useState<Question | null>(null);
  // Whoever was led here by a press may be pressing still; a page that was opened or gone back to was awaited.
  const settled = useSettled(useNavigationType() === NavigationType.Pop);
  const who = {
    userId: user.id,
    settings: config.settings,
    sendUnapproved: config.sendUnapprovedPurchaseOrders,
  };
  return {
    rules,
    settled,
    /** Whether anything may be done: the document has been seen, and nothing runs. */
    isFree: settled.isSettled && busy === null,
    busy,
    asking,
    ask: setAsking,
    close: () => setAsking(null),
    /** Why the user cannot do this now, in words, or null: what the domain says, which the server asks too. */
    why: (action: Action) => reasonFor(rules.ask(action), action, document, who),
    whyNotEdit: (as: 'save' | 'edit-in-approval') => reasonFor(rules.askEdit(), as, document, who),
    /** A refused act leaves its question open where a reason was written, so that it need not be written again. */
    act: (name: ActName, reason: string | null = null) =>
      void run(name, reason).then((isDone) => (isDone || reason === null) && setAsking(null)),
    /** Of a payment; without a slug the server chooses the flow. */
    submitThrough: (templateSlug: string | null) =>
      void run('submit', null, templateSlug).then(() => setAsking(null)),
  };
}

export type Bar = ReturnType<typeof useBar>;
