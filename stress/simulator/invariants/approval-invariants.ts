import type { Rows } from './invariants.ts';
import { coverFaults } from './cover-invariants.ts';
import { iso } from '../clock.ts';
import { startTime } from '../harness.ts';
import { returnedVotes } from './return-invariants.ts';
import { keptVotes, repeatedVotes, voteRules } from './vote-invariants.ts';

/** An event with its payload, and its place in the order of all commits. */
export interface DecidedEvent {
  document: string;
  type: 'PO' | 'INVOICE' | 'PAYMENT';
  seq: number;
  action: string;
  actor: string;
  position: number;
  committedAt: string;
  details: Details;
}

interface Details {
  stepId?: string | null;
  status?: string;
  contentVersion?: number;
  totalCents?: number;
  votesDropped?: true;
  votes?: { dropped: number[]; restored: number[] };
  onBehalfOf?: { userId: string; coverId: string; approvedBy?: string };
  bulk?: { runId: string };
  emailLink?: { isSignedIn: boolean };
  formerId?: string;
  replacementId?: string;
  changes?: readonly { field: string }[];
  questionId?: string;
}

export type DocumentHistory = readonly DecidedEvent[];

/** Checks what cover, replacement, reminders, questions, e-mail links, bulk runs and taking back promise. */
export function approvalViolations(database: Rows): string[] {
  const events = database
    .rows<Omit<DecidedEvent, 'details'> & { payload: string }>(
      `SELECT e.document_id AS document, d.type, e.seq, e.action, e.actor_id AS actor, e.payload,
         coalesce(c.position, 0) AS position, coalesce(c.at, e.at) AS committedAt
       FROM document_events e JOIN documents d ON d.id = e.document_id
         LEFT JOIN simulated_commits c ON c.kind = 'event' AND c.id = e.document_id AND c.seq = e.seq
       ORDER BY e.document_id, e.seq`,
    )
    .map(({ payload, ...event }): DecidedEvent => ({ ...event, details: JSON.parse(payload) as Details }));
  const histories = [...Map.groupBy(events, ({ document }) => document).values()];
  return [
    ...coverFaults(database, events),
    ...histories.flatMap((history) => [
      ...takenBack(history),
      ...keptVotes(database, history),
      ...repeatedVotes(database, history),
      ...returnedVotes(database, history),
      ...reminders(history),
    ]),
    ...deciders(database, events),
    ...replacements(database, events),
    ...questions(database, events),
    ...emailLinks(database, events),
    ...bulkRuns(database, events),
    ...reductions(database),
    ...voteRules(database, iso(startTime)),
  ];
}

/** Only the newest event can be taken back, and only by its own user. */
function takenBack(history: DocumentHistory): string[] {
  return history.flatMap(({ document, action, actor, seq }, index) => {
    const before = history[index - 1];
    const isOwn = before?.action === 'approve' && before.actor === actor;
    return action === 'take-back' && !isOwn
      ? [`take-back: ${document} ${seq} takes back ${before?.seq}`]
      : [];
  });
}

/** One nudge a day; a step is reminded and gets its backup approver once until the document moves. */
function reminders(history: DocumentHistory): string[] {
  const found: string[] = [];
  const sent = new Set<string>();
  for (const { document, seq, action, committedAt, details } of history) {
    if (['take-back', 'send-back', 'submit', 'pull', 'revise', 'approve'].includes(action)) sent.clear();
    if (details.votesDropped) sent.clear();
    const isSent = sent.has(action);
    if ((action === 'remind' || action === 'escalate') && isSent)
      found.push(`reminder: ${document} ${seq} repeats ${action}`);
    sent.add(action);
    if (action !== 'nudge') continue;
    const day = committedAt.slice(0, 10);
    const isSecond = history.some(
      (other) => other.action === 'nudge' && other.seq < seq && other.committedAt.slice(0, 10) === day,
    );
    if (isSecond) found.push(`nudge: ${document} ${seq} is the second of its day`);
  }
  return found;
}

const decisions: readonly string[] = ['approve', 'revise', 'deny', 'send-back'];

/** Each decision is of an approver of its step at that moment: who was replaced before cannot decide. */
function deciders(database: Rows, events: DocumentHistory): string[] {
  const listed = new Set(
    database
      .rows<{ key: string }>("SELECT step_id || ' ' || user_id AS key FROM workflow_step_approvers")
      .map(({ key }) => key),
  );
  const isReplacedLater = (userId: string, { document, seq }: DecidedEvent) =>
    events.some(
      (event) => event.document === document && event.seq > seq && event.details.formerId === userId,
    );
  return events
    .filter(({ action }) => decisions.includes(action))
    .flatMap((event) => {
      const { document, seq, action, actor, details } = event;
      const userId = details.onBehalfOf?.userId ?? actor;
      return listed.has(`${details.stepId} ${userId}`) || isReplacedLater(userId, event)
        ? []
        : [`decision: ${document} ${seq} ${action} by ${userId}, who is not on the step`];
    });
}

interface Item {
  former: string;
  document: string;
  state: string;
  result: string | null;
}

/**
 * A replacement ends, changes each document at most once and none of other flows, and leaves none of its own with the
 * former approver but those that it names, or those whose vote was dropped afterwards (DEC-182).
 */
function replacements(database: Rows, events: DocumentHistory): string[] {
  const items = database.rows<Item>(
    `SELECT r.former_id AS former, i.document_id AS document, r.state, i.result FROM replacements r
       JOIN replacement_items i ON i.replacement_id = r.id WHERE r.state <> 'PREVIEW'`,
  );
  const failed = database.rows<{ id: string; state: string }>(
    "SELECT id, state FROM replacements WHERE state IN ('RUNNING', 'FAILED')",
  );
  const changes = Map.groupBy(
    events.filter(({ action }) => action === 'replace-approver'),
    ({ document, details }) => `${details.formerId} ${document}`,
  );
  const changedBy = Map.groupBy(
    items.filter(({ result }) => /"(REPLACED|MERGED)"/.test(result ?? '')),
    ({ former, document }) => `${former} ${document}`,
  );
  const keys = new Set([...changes.keys(), ...changedBy.keys()]);
  const left = database.rows<{ former: string; document: string }>(
    `SELECT DISTINCT r.former_id AS former, w.document_id AS document FROM replacements r
       JOIN workflow_step_approvers a ON a.user_id = r.former_id
       JOIN workflow_steps s ON s.id = a.step_id AND s.status = 'PENDING'
       JOIN workflows w ON w.id = s.workflow_id AND w.is_latest = 1 AND w.current_order <= s.step_order
     WHERE r.state = 'DONE' AND w.template_id = coalesce(r.template_id, w.template_id)
       AND NOT EXISTS (SELECT 1 FROM step_approvals v WHERE v.step_id = s.id
       AND v.user_id = r.former_id AND coalesce(v.dropped_at, r.started_at) >= r.started_at)`,
  );
  const beyond = database.rows<{ document: string }>(
    `SELECT i.document_id AS document FROM replacements r JOIN replacement_items i ON i.replacement_id = r.id
     WHERE r.state <> 'PREVIEW' AND i.result LIKE '%"REPLACED"%' AND NOT EXISTS (SELECT 1 FROM workflows w
       WHERE w.document_id = i.document_id AND w.template_id = coalesce(r.template_id, w.template_id))`,
  );
  const stays = ({ former, document }: { former: string; document: string }) =>
    items.some(
      (item) => item.former === former && item.document === document && /"STAYS"/.test(item.result ?? ''),
    );
  return [
    ...failed.map(({ id, state }) => `replacement: ${id} is ${state}`),
    ...[...keys]
      .filter((key) => changes.get(key)?.length !== changedBy.get(key)?.length)
      .map(
        (key) =>
          `replacement: ${key} has ${changes.get(key)?.length ?? 0} events, ${changedBy.get(key)?.length ?? 0} results`,
      ),
    ...left
      .filter((one) => !stays(one))
      .map(({ former, document }) => `replacement: ${document} still waits for ${former}`),
    ...beyond.map(({ document }) => `replacement: ${document} is of another flow`),
  ];
}

/** A question has one end, which its history tells, and none is open on a document that has ended. */
function questions(database: Rows, events: DocumentHistory): string[] {
  const rows = database.rows<{ id: string; state: string; status: string }>(
    `SELECT n.id, n.question_state AS state, d.status FROM notes n JOIN documents d ON d.id = n.document_id
     WHERE n.question_state IS NOT NULL`,
  );
  return rows.flatMap(({ id, state, status }) => {
    const ends = events
      .filter(
        ({ action, details }) =>
          details.questionId === id && (action === 'answer' || action === 'withdraw-question'),
      )
      .map(({ action }) => (action === 'answer' ? 'ANSWERED' : 'WITHDRAWN'));
    const isEnded = status === 'VOID' || status === 'DENIED';
    if (ends.length > 1) return [`question: ${id} ended ${ends.join(' and ')}`];
    if (ends.length === 1 && ends[0] !== state) return [`question: ${id} is ${state}, and was ${ends[0]}`];
    return state === 'OPEN' && isEnded ? [`question: ${id} is open on a document that is ${status}`] : [];
  });
}

/** A link decides at most once, only what was mailed, and a payment only in a session. */
function emailLinks(database: Rows, events: DocumentHistory): string[] {
  const links = database.rows<{ key: string; uses: number }>(
    `SELECT document_id || ' ' || user_id || ' ' || step_id || ' ' || content_version AS key, uses FROM approval_links`,
  );
  const used = events.filter(({ details }) => details.emailLink);
  const keyOf = ({ document, actor, details }: DecidedEvent) =>
    `${document} ${actor} ${details.stepId} ${details.contentVersion}`;
  return [
    ...links.flatMap(({ key, uses }) => {
      const times = used.filter((event) => keyOf(event) === key).length;
      return times === uses && times < 2 ? [] : [`link: ${key} was used ${uses} times, and decided ${times}`];
    }),
    ...used
      .filter((event) => !links.some(({ key }) => key === keyOf(event)))
      .map(({ document, seq }) => `link: ${document} ${seq} is not what was mailed`),
    ...used
      .filter(({ type, details }) => type === 'PAYMENT' && !details.emailLink?.isSignedIn)
      .map(({ document, seq }) => `link: ${document} ${seq} decided a payment without a session`),
  ];
}

/** An approved order has what is invoiced, however much a change order lowered its lines. */
function reductions(database: Rows): string[] {
  const lines = database.rows<{ line: string; total: number; taken: number }>(
    `SELECT l.id AS line, l.total_cents AS total, sum(r.amount_cents) AS taken FROM relief r
       JOIN document_lines l ON l.id = r.po_line_id JOIN documents d ON d.id = l.document_id
     WHERE d.status = 'APPROVED' GROUP BY l.id HAVING taken > total`,
  );
  return lines.map(({ line, total, taken }) => `relief: ${taken} of ${total} of line ${line} are invoiced`);
}

interface RunItem {
  run: string;
  document: string;
  action: string;
  contentVersion: number | null;
  undoOf: string | null;
}

/** A run decides each document at most once and as it was confirmed; its undo takes back its own votes, once. */
function bulkRuns(database: Rows, events: DocumentHistory): string[] {
  const items = database.rows<RunItem>(
    `SELECT r.id AS run, i.document_id AS document, r.action, i.content_version AS contentVersion,
       r.undo_of AS undoOf FROM bulk_runs r JOIN bulk_items i ON i.run_id = r.id`,
  );
  const doubled = database.rows<{ run: string }>(
    'SELECT undo_of AS run FROM bulk_runs WHERE undo_of IS NOT NULL GROUP BY undo_of HAVING count(*) > 1',
  );
  const misreported = database.rows<{ item: string }>(
    `SELECT i.run_id || ' ' || i.position AS item FROM bulk_items i WHERE i.result = 'failed' AND i.code <> 'INTERNAL_ERROR'
       AND EXISTS (SELECT 1 FROM idempotency k WHERE k.key || ':' LIKE 'bulk:' || i.run_id || ':0:' || i.position || ':%')`,
  );
  const runOf = (event: DecidedEvent | undefined) => event?.details.bulk?.runId;
  return [
    ...doubled.map(({ run }) => `bulk: ${run} was undone twice`),
    ...misreported.map(({ item }) => `bulk: item ${item} is done, and reported as failed`),
    ...items.flatMap(({ run, document, action, contentVersion, undoOf }) => {
      const own = events.filter((event) => event.document === document && runOf(event) === run);
      const before = events.find(
        (event) => event.document === document && event.seq === (own[0]?.seq ?? 0) - 1,
      );
      if (own.length > 1) return [`bulk: ${run} decided ${document} ${own.length} times`];
      if (own.some((event) => event.action !== action)) return [`bulk: ${run} did not ${action} ${document}`];
      if (own.length > 0 && action === 'approve' && own[0]?.details.contentVersion !== contentVersion)
        return [`bulk: ${run} approved ${document} as it was not confirmed`];
      return own.length > 0 && undoOf !== null && runOf(before) !== undoOf
        ? [`bulk: ${run} took back what ${undoOf} did not approve: ${document}`]
        : [];
    }),
  ];
}
