import { isDeepStrictEqual } from 'node:util';
import { keyless, told } from './calls.ts';
import type { Action } from './calls.ts';
import type { EventRow } from './invariants.ts';
import type { Wished } from './life.ts';
import type { Plan } from './plan.ts';
import { dawn } from './harness.ts';
import type { Stage } from './harness.ts';
import { iso } from './clock.ts';

/** What people were told is so, and nothing was done more often than they asked for. */
export function afterCalls(
  stage: Stage,
  wished: readonly Wished[],
  events: readonly EventRow[],
  plan: Plan,
): string[] {
  const { database } = stage;
  const found: string[] = [];
  const since = iso(dawn);
  const young = new Set(
    database
      .rows<{ key: string }>(
        "SELECT document_id || ':' || seq AS key FROM document_events WHERE at >= ?",
        since,
      )
      .map(({ key }) => key),
  );
  const mine = (user: string, id: string, kind: string) =>
    events.filter(
      (event) =>
        event.actor_id === user && event.document_id === id && actionsOf(kind).includes(event.action),
    );
  for (const { command, outcomes } of wished) {
    const { action, user } = command;
    const done = outcomes.filter(({ kind }) => kind === 'done');
    const stands = outcomes.some(
      (outcome) => outcome.kind === 'refused' && outcome.code === 'accounting_interface_error',
    );
    if ('id' in action && (done.length > 0 || (stands && action.kind === 'approve'))) {
      const own = mine(user, action.id, action.kind);
      const fits = own.some(({ payload, document_id, seq }) =>
        action.kind === 'approve'
          ? (JSON.parse(payload) as { stepId?: string }).stepId === action.step
          : young.has(`${document_id}:${seq}`),
      );
      if (!fits) found.push(`lost: ${told(command)} was acknowledged`);
    }
    if (!keyless.includes(action.kind) && !action.kind.includes('bulk') && !isSame(done))
      found.push(`twice: ${told(command)} has two answers`);
    if (action.kind === 'create') found.push(...created(stage, command, done));
  }
  found.push(
    ...tooOften(
      wished,
      events.filter(({ document_id, seq }) => young.has(`${document_id}:${seq}`)),
      stage,
    ),
  );
  found.push(...bulkRuns(stage), ...letters(stage, plan, since));
  return found;
}

function isSame(done: readonly unknown[]): boolean {
  return done.every((one) => isDeepStrictEqual(one, done[0]));
}

function actionsOf(kind: Action['kind'] | string): readonly string[] {
  if (kind === 'attach') return ['attach', 'withdraw-file'];
  return kind === 'save' ? ['save', 'edit-in-approval'] : [kind];
}

/** One document a key, and the one that was named. */
function created(
  { database }: Stage,
  { user, key }: Wished['command'],
  done: readonly Wished['outcomes'][number][],
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

/** An event for each key at most, and for each sending of what has none. */
function tooOften(wished: readonly Wished[], young: readonly EventRow[], { database }: Stage): string[] {
  const asked = new Map<string, number>();
  const ask = (key: string, times: number) => asked.set(key, (asked.get(key) ?? 0) + times);
  for (const { command, outcomes } of wished) {
    const { action, user } = command;
    const times = keyless.includes(action.kind) ? Math.max(outcomes.length, 1) : 1;
    if (action.kind === 'create') ask(`${user}  create`, 1);
    if ('id' in action) for (const name of actionsOf(action.kind)) ask(`${user} ${action.id} ${name}`, times);
  }
  const items = database.rows<{ user_id: string; document_id: string }>(
    'SELECT DISTINCT r.user_id, i.document_id FROM bulk_items i JOIN bulk_runs r ON r.id = i.run_id',
  );
  for (const item of items) ask(`${item.user_id} ${item.document_id} approve`, 1);
  const happened = new Map<string, number>();
  for (const { actor_id: user, document_id: id, action } of young) {
    const key = `${user} ${action === 'create' ? '' : id} ${action}`;
    happened.set(key, (happened.get(key) ?? 0) + 1);
  }
  return [...happened]
    .filter(([key, times]) => !/ (import|cancel|restart)$/.test(key) && times > (asked.get(key) ?? 0))
    .map(([key, times]) => `twice: ${key} happened ${times} times, asked for ${asked.get(key) ?? 0} times`);
}

function bulkRuns({ database }: Stage): string[] {
  return database
    .rows<{ what: string }>(
      `SELECT i.run_id || ' ' || i.position AS what FROM bulk_items i JOIN bulk_runs r ON r.id = i.run_id
       WHERE (i.result IS NULL AND i.batch > 0)
         OR (i.result = 'success' AND NOT EXISTS (SELECT 1 FROM step_approvals a
           WHERE a.step_id = i.step_id AND a.user_id = r.user_id))`,
    )
    .map(({ what }) => `bulk: item ${what} has no result, or a wrong one`);
}

/** Who is told by e-mail is told; where nothing failed, once. */
function letters({ database, letters: sent }: Stage, { faults }: Plan, since: string): string[] {
  const rows = database.rows<{ username: string; told: number }>(
    `SELECT u.username, count(*) AS told FROM outbox o JOIN users u ON u.id = o.payload ->> 'userId'
     WHERE o.kind = 'notify' AND o.error IS NULL AND o.created_at >= ?
       AND NOT (u.consolidate_po_emails = 1 AND o.payload ->> 'docType' = 'PO') GROUP BY u.id`,
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
    ...rows.flatMap(({ username, told: owed }) => {
      const got = sent.filter(({ to }) => to === username).length;
      if (got < owed) return [`mail: ${username} was owed ${owed} and got ${got}`];
      return isCalm && got > owed ? [`mail: ${username} was owed ${owed} and got ${got}`] : [];
    }),
    ...digests.map(({ what }) => `digest: ${what} is not in it`),
  ];
}
