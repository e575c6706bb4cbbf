import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { decide } from '#domain/lifecycle/lifecycle';
import type { FieldChange } from '#domain/history/document-changes';
import type { Change, DecideInput } from '#domain/lifecycle/decision';
import type { Action } from '#domain/lifecycle/transition';
import { openChangeOrder } from '#domain/lifecycle/subject';
import { about } from '#edges/log';
import type { Write } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import { apply, attemptsAtMost } from './apply-change.ts';
import type { Applied } from './apply-change.ts';
import type { ShowContext } from '#verbs/request/context';
import { withChanges } from './require-current-content.ts';
import { restoredContent } from './restored-content.ts';
import { actorOf, subjectOf } from './subject.ts';
import { reach } from './reachable-document.ts';

export interface Acted {
  rows: SubjectRows;
  /** Null: this user's vote already stood, and nothing was written. */
  applied: Applied | null;
}

/** Which document, and which content of it the caller saw; null or absent: none is named (DEC-30). */
export interface Target {
  docType: DocType;
  id: string;
  contentVersion?: number | null;
}

/** What a verb brings to one attempt; `rows` is what that attempt read. */
export type Input = (rows: SubjectRows) => Promise<DecideInput> | DecideInput;

/**
 * The one door for every workflow action: read, decide, one batch. A writer who was overtaken reads and decides again,
 * so that what he is told fits what is there now. `more` adds to the batch, `changes` to what the event
 * lists of it (DEC-90). Throws what `decide` throws; `WORKFLOW_CONFLICT` when overtaken too often, and with what has changed when another content is current than the
 * one named (DEC-30).
 */
export async function act(
  context: ShowContext,
  target: Target,
  action: Action,
  input: Input,
  more: (change: Change) => readonly Write[] = () => [],
  changes: () => readonly FieldChange[] = () => [],
): Promise<Acted> {
  about({ verb: action });
  const actor = actorOf(context);
  let seenStep: string | null = null;
  let seenOrder: number | null = null;
  let seenContent: number | null = null;
  for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
    let rows: SubjectRows | null = null;
    try {
      rows = await reach(context, target.docType, target.id);
      seenStep ??= rows.document.currentStepId;
      const subject = subjectOf(rows);
      seenOrder ??= openChangeOrder(subject);
      seenContent ??= subject.contentVersion;
      const given = await input(rows);
      // The step of the first look: whoever was overtaken must not act on the step after (DEC-30, DEC-82).
      const named = given.workflowStepId ?? (given.workflowId && attempt === 0 ? null : seenStep);
      const meant = given.changeOrderNumber ?? (action === 'void' ? seenOrder : null);
      const contentVersion = target.contentVersion ?? seenContent;
      const pinned = { ...given, workflowStepId: named, changeOrderNumber: meant, contentVersion };
      const decided = decide(subject, action, actor, context.settings, pinned);
      if (decided.kind === 'ALREADY_DONE') return { rows, applied: null };
      const decision = naming(decided, target.contentVersion ?? null);
      const content =
        decision.content === 'RESTORE'
          ? await restoredContent(context.store, rows, action)
          : { stamp: rows.document, changes: changes() };
      const applied = await apply(context, rows, actor, decision, more(decision), content);
      if (applied) return { rows, applied };
    } catch (error) {
      const told = attempt > 0 ? overtaken(error) : error;
      throw rows ? await withChanges(context, rows, target.contentVersion ?? seenContent, told) : told;
    }
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

/** The event says which content the client named, null for a client of the contract, which names none (DEC-30). */
function naming(change: Change, contentVersion: number | null): Change {
  const payload = { ...change.event.payload, namedContentVersion: contentVersion };
  return { ...change, event: { ...change.event, payload } };
}

/** Whoever could see it, and had the right, a moment ago lost a race, and is told that (DEC-82). */
function overtaken(error: unknown): unknown {
  const lost = error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
  return lost ? new Refusal('WORKFLOW_CONFLICT') : error;
}
