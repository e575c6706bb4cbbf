import type { SentMail } from '../bindings.ts';
import { isDeepStrictEqual } from 'node:util';
import { describeCommand, keyless } from '../calls.ts';
import type { Action } from '../calls.ts';
import type { EventRow } from './invariants.ts';
import type { ExecutedCommand } from '../simulation.ts';
import type { Plan } from '../plan/plan.ts';
import { startTime } from '../harness.ts';
import type { Harness } from '../harness.ts';
import { iso } from '../clock.ts';

/** Checks that acknowledged calls took effect and that nothing was done more often than requested. */
export function callViolations(
  harness: Harness,
  executed: readonly ExecutedCommand[],
  events: readonly EventRow[],
  plan: Plan,
): string[] {
  const { database } = harness;
  const found: string[] = [];
  const since = iso(startTime);
  const young = new Set(
    database
      .rows<{ key: string }>(
        "SELECT document_id || ':' || seq AS key FROM document_events WHERE at >= ?",
        since,
      )
      .map(({ key }) => key),
  );
  // An approver whose vote was already given on their behalf gets that answer.
  const isBy = (user: string, { actor_id: actor, payload }: EventRow) =>
    actor === user || payload.includes(`"onBehalfOf":{"userId":"${user}"`);
  const eventsBy = (user: string, id: string, kind: string) =>
    events.filter(
      (event) => isBy(user, event) && event.document_id === id && actionsOf(kind).includes(event.action),
    );
  for (const { command, outcomes } of executed) {
    const { action, user } = command;
    const done = outcomes.filter(({ kind }) => kind === 'done');
    const isRecorded = outcomes.some(
      (outcome) => outcome.kind === 'refused' && outcome.code === 'accounting_interface_error',
    );
    if (
      'id' in action &&
      !mayChangeNothing(action) &&
      (done.length > 0 || (isRecorded && action.kind === 'approve'))
    ) {
      const userEvents = eventsBy(user, action.id, action.kind);
      const fits = userEvents.some(({ payload, document_id, seq }) =>
        action.kind === 'approve'
          ? (JSON.parse(payload) as { stepId?: string }).stepId === action.step
          : young.has(`${document_id}:${seq}`),
      );
      if (!fits) found.push(`lost: ${describeCommand(command)} was acknowledged`);
    }
    if (!keyless.includes(action.kind) && !action.kind.includes('bulk') && !isSame(done))
      found.push(`twice: ${describeCommand(command)} has two answers`);
    if (action.kind === 'create') found.push(...created(harness, command, done));
  }
  found.push(
    ...tooOften(
      executed,
      events.filter(({ document_id, seq }) => young.has(`${document_id}:${seq}`)),
      harness,
    ),
  );
  found.push(...bulkRuns(harness), ...sentMails(harness, plan, since));
  return found;
}

/** A line that is already closed or open stays so, without an event. */
function mayChangeNothing({ kind }: Action): boolean {
  return kind === 'close-line' || kind === 'reopen-line';
}

function isSame(done: readonly unknown[]): boolean {
  return done.every((one) => isDeepStrictEqual(one, done[0]));
}

function actionsOf(kind: Action['kind'] | string): readonly string[] {
  if (kind === 'attach') return ['attach', 'withdraw-file'];
  return kind === 'save' ? ['save', 'edit-in-approval'] : [kind];
}

/** Checks that a key created exactly one document, the acknowledged one. */
function created(
  { database }: Harness,
  { user, key }: ExecutedCommand['command'],
  done: readonly ExecutedCommand['outcomes'][number][],
): string[] {
  const kept = database.rows<{ id: string | null }>(
    "SELECT d.id FROM idempotency i LEFT JOIN documents d ON d.id = i.body ->> 'id' WHERE i.user_id = ? AND i.key = ?",
    user,
    key,
  );
  const named = done.map((outcome) => (outcome.kind === 'done' ? (outcome.answer as { id: string }).id : ''));
  if (kept.some(({ id }) => id === null)) return [`lost: what ${key} made`];
  return named.every((id) => id === kept[0]?.id) ? [] : [`lost: ${key} was told ${named.join(', ')}`];
}

/** A refusal changes nothing, except that of accounting, which comes after the change (DEC-03). */
function mayHaveChanged(outcome: ExecutedCommand['outcomes'][number]): boolean {
  return outcome.kind !== 'refused' || outcome.code === 'accounting_interface_error';
}

/** Checks that there is at most one event per key and per call without a key, and none of a refused call without one. */
function tooOften(
  executed: readonly ExecutedCommand[],
  young: readonly EventRow[],
  { database }: Harness,
): string[] {
  const expectedCounts = new Map<string, number>();
  const expect = (key: string, times: number) =>
    expectedCounts.set(key, (expectedCounts.get(key) ?? 0) + times);
  for (const { command, outcomes } of executed) {
    const { action, user } = command;
    const isKeyless = keyless.includes(action.kind) && outcomes.length > 0;
    const times = isKeyless ? outcomes.filter(mayHaveChanged).length : 1;
    if (action.kind === 'create') expect(`${user}  create`, 1);
    if ('id' in action)
      for (const name of actionsOf(action.kind)) expect(`${user} ${action.id} ${name}`, times);
  }
  const items = database.rows<{ user_id: string; document_id: string; action: string }>(
    `SELECT r.user_id, i.document_id, r.action FROM bulk_items i JOIN bulk_runs r ON r.id = i.run_id
     UNION ALL SELECT r.requested_by_id, i.document_id, 'replace-approver' FROM replacement_items i
       JOIN replacements r ON r.id = i.replacement_id WHERE r.state <> 'PREVIEW'
     UNION ALL SELECT user_id, document_id, 'approve' FROM approval_links WHERE uses > 0`,
  );
  for (const item of items) expect(`${item.user_id} ${item.document_id} ${item.action}`, 1);
  const actualCounts = new Map<string, number>();
  for (const { actor_id: user, document_id: id, action } of young) {
    const key = `${user} ${action === 'create' ? '' : id} ${action}`;
    actualCounts.set(key, (actualCounts.get(key) ?? 0) + 1);
  }
  return [...actualCounts]
    .filter(
      ([key, times]) =>
        !/ (import|cancel|restart|remind|escalate)$/.test(key) && times > (expectedCounts.get(key) ?? 0),
    )
    .map(
      ([key, times]) =>
        `twice: ${key} happened ${times} times, asked for ${expectedCounts.get(key) ?? 0} times`,
    );
}

function bulkRuns({ database }: Harness): string[] {
  return database
    .rows<{ what: string }>(
      `SELECT i.run_id || ' ' || i.position AS what FROM bulk_items i JOIN bulk_runs r ON r.id = i.run_id
       WHERE (i.result IS NULL AND i.batch > 0)
         OR (i.result = 'success' AND r.action = 'approve' AND NOT EXISTS (SELECT 1 FROM step_approvals a
           WHERE a.step_id = i.step_id AND r.user_id IN (a.user_id, a.cast_by ->> 'userId')))
         OR (i.result = 'success' AND r.action IN ('push', 'submit') AND NOT EXISTS (SELECT 1 FROM document_events e
           WHERE e.document_id = i.document_id AND e.action = r.action AND e.actor_id = r.user_id))`,
    )
    .map(({ what }) => `bulk: item ${what} has no result, or a wrong one`);
}

/** The number of notifications in an e-mail: a collected one has them in its subject (DEC-161). */
function notificationsIn({ subject }: SentMail): number {
  const [, ...counts] =
    /^(?:(\d+) questions? to you)?(?:, )?(?:(\d+) waiting for your approval)?(?:, )?(?:(\d+) updates?)? \(/.exec(
      subject,
    ) ?? [];
  return counts.reduce((sum, count: string | undefined) => sum + Number(count ?? 0), 0) || 1;
}

const approvalRequests = "('WAITING', 'SENT_BACK', 'NUDGE', 'REMINDER', 'ESCALATED', 'ESCALATED_AT_ONCE')";

/** What returns a document to an approver from whom it was gone. */
const returning =
  "('take-back', 'send-back', 'submit', 'edit-in-approval', 'restart', 'replace-approver', 'escalate', 'discard')";

/**
 * Whether a notification may be left out of a collected e-mail: it requests an approval, and its document does not wait
 * for its user, or was gone from their queue and has returned: by an action, or because approvers of two steps have
 * approved since (DEC-269).
 */
const mayBeLeftOut = `o.payload ->> 'event' IN ${approvalRequests} AND (NOT EXISTS (SELECT 1 FROM waiting_approvals w
    WHERE w.document_id = o.document_id AND w.user_id = o.payload ->> 'userId')
  OR (SELECT max(e.action IN ${returning}) OR count(DISTINCT iif(e.action = 'approve', e.payload ->> 'stepId', NULL)) > 1
    FROM document_events e WHERE e.document_id = o.document_id AND e.seq > o.payload ->> 'version'))`;

/** Checks that every notification by e-mail was sent, and without faults exactly once. */
function sentMails({ database, sentMails: sent }: Harness, { faults }: Plan, since: string): string[] {
  // `otherMails`: e-mails of notifications that were collected before the run began, of covers and of replacements.
  const rows = database.rows<{
    username: string;
    expectedMails: number;
    optionalMails: number;
    otherMails: number;
  }>(
    `SELECT u.username, count(*) AS expectedMails, coalesce(sum(${mayBeLeftOut}), 0) AS optionalMails,
       (SELECT count(*) FROM outbox c WHERE c.payload ->> 'userId' = u.id AND (c.kind = 'cover-mail'
         OR c.effect_key LIKE 'replaced:%' OR c.kind = 'notify-collected'
           AND c.created_at < ? AND c.done_at >= ?)) AS otherMails FROM outbox o JOIN users u ON u.id = o.payload ->> 'userId'
     WHERE o.kind = 'notify' AND o.error IS NULL AND o.created_at >= ?
       AND NOT (u.consolidate_po_emails = 1 AND o.payload ->> 'docType' = 'PO') GROUP BY u.id`,
    since,
    since,
    since,
  );
  const isCalm = faults.crash + faults.before + faults.after + faults.stall === 0;
  const digests = database.rows<{ what: string }>(
    `SELECT o.effect_key AS what FROM outbox o JOIN users u ON u.id = o.payload ->> 'userId'
     WHERE o.kind = 'notify' AND o.created_at >= ? AND u.consolidate_po_emails = 1 AND o.payload ->> 'docType' = 'PO'
       AND NOT EXISTS (SELECT 1 FROM digest_items i WHERE i.user_id = u.id AND i.document_id = o.document_id
         AND i.event_seq = o.payload ->> 'version')`,
    since,
  );
  return [
    ...rows.flatMap(({ username, expectedMails: owed, optionalMails, otherMails }) => {
      const toUser = sent.filter(({ to }) => to === username);
      const got = toUser.reduce((sum, mail) => sum + notificationsIn(mail), 0);
      if (got < owed - optionalMails) return [`mail: ${username} was owed ${owed} and got ${got}`];
      return isCalm && toUser.length > owed + otherMails
        ? [`mail: ${username} was owed ${owed} and got ${toUser.length} e-mails`]
        : [];
    }),
    ...digests.map(({ what }) => `digest: ${what} is not in it`),
  ];
}
