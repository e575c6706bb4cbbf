import type { Change, DecideInput, Effect } from './change.ts';
import type { NotifyEvent } from './notify-event.ts';
import type { Action, Transition } from './transition.ts';
import type { Actor, Subject } from './subject.ts';
import type { StandIn } from '#domain/cover/cover';
import type { Milestone } from '#domain/document';
import type { Settings } from '#domain/settings';

/** An allowed action on a document, with the transition that allows it. */
export interface AllowedAction {
  subject: Subject;
  action: Action;
  actor: Actor;
  settings: Settings;
  input: DecideInput;
  transition: Transition;
  /** The absent approver for whom the actor decides; null for an action of their own (COV-06). */
  standIn: StandIn | null;
}

/** What an action changes beyond its transition; everything else stays the same. */
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
    | 'addedApprover'
    | 'restoredWait'
    | 'changes'
  >
>;

/** The document's milestones with those that an action reaches, each once. */
export function addMilestones({ milestones }: Subject, more: readonly Milestone[]): Milestone[] {
  return [...new Set([...milestones, ...more])];
}

export const clearQueues = { leave: 'EVERYBODY', join: null } as const;

/** Never notifies the acting user (DEC-58). */
export function notify(actor: Actor, event: NotifyEvent, userIds: readonly string[]): readonly Effect[] {
  const others = userIds.filter((userId) => userId !== actor.userId);
  return others.length === 0 ? [] : [{ kind: 'notify', event, userIds: others }];
}

/** An invoice counts against its POs while it is submitted or approved (DEC-39). */
export function relief(subject: Subject): readonly Effect[] {
  return subject.docType === 'INVOICE' ? [{ kind: 'recount-relief' }] : [];
}
