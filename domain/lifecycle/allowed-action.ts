import type { Change, DecideInput, Effect, NotifyEvent } from './decision.ts';
import type { Action, Transition } from './transition.ts';
import type { Actor, Subject } from './subject.ts';
import type { Settings } from '#domain/settings';

/** An allowed action on a document, with the row of the table that allows it. */
export interface Case {
  subject: Subject;
  action: Action;
  actor: Actor;
  settings: Settings;
  input: DecideInput;
  row: Transition;
}

/** What one action changes beyond what its row says; the rest stays as it is. */
export type Outcome = Partial<
  Pick<
    Change,
    | 'to'
    | 'workflow'
    | 'queue'
    | 'milestones'
    | 'revision'
    | 'ownerId'
    | 'submitterId'
    | 'changeOrder'
    | 'content'
    | 'archive'
    | 'effects'
  >
>;

export const clearQueues = { leave: 'EVERYBODY', join: null } as const;

/** DEC-58: never to the actor himself. */
export function notify(actor: Actor, event: NotifyEvent, userIds: readonly string[]): readonly Effect[] {
  const others = userIds.filter((userId) => userId !== actor.userId);
  return others.length === 0 ? [] : [{ kind: 'notify', event, userIds: others }];
}

/** DEC-39: an invoice counts against its POs while it is submitted or approved. */
export function relief(subject: Subject): readonly Effect[] {
  return subject.docType === 'INVOICE' ? [{ kind: 'recount-relief' }] : [];
}
