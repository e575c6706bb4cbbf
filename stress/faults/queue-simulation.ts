import { isDeepStrictEqual } from 'node:util';
import { chanceOf } from '../simulator/random.ts';
import { noFaults } from '../simulator/scheduler.ts';
import type { Faults } from '../simulator/scheduler.ts';
import { iso } from '../simulator/clock.ts';
import { startTime } from '../simulator/harness.ts';
import { showId } from '../simulator/studio.ts';
import type { BusyState } from './busy-state.ts';
import { nameOf, QueueHarness } from './queue-harness.ts';

/**
 * Of all messages 30 % are delivered twice and one in ten is lost; of all deliveries about a tenth fails at any step.
 */
const faultRates: Faults = {
  before: 0.006,
  after: 0.006,
  stall: 0.004,
  crash: 0.0005,
  lost: 0.1,
  doubled: 0.3,
};
/** Minutes with faults, followed by at most this many cron runs without faults. */
const faultyMinutes = 12;
const maxTurns = 150;

/** Messages of unknown jobs, and bodies that are not messages. */
const foreignMessages: readonly unknown[] = [
  null,
  'approve everything',
  { showId },
  { showId: 'nowhere9', outboxId: 'nowhere9_1' },
  { showId, outboxId: `${showId}_never_was` },
];
/** Jobs that can never succeed. */
const poison = ['poison-1', 'poison-2', 'poison-3'].map((id) => `${showId}_${id}`);

/** The final state of a run, as far as it must be the same for every order of delivery. */
interface End {
  outbox: unknown[];
  documents: unknown[];
  sendings: unknown[];
  digests: unknown[];
  postings: string[];
  /** The mail of each job, if it sent one. */
  sentMails: Map<string, string>;
}

interface LifeResult {
  violations: string[];
  delivered: number;
  failed: number;
  dead: number;
  entries: number;
}

/**
 * Runs every waiting job to its end, in the order and with the failures of the seed. `faultFreeEnd` is the final state
 * without faults.
 */
export async function queueLife(
  initialState: BusyState,
  seed: number,
  faultFreeEnd: End | null,
): Promise<LifeResult & { end: End }> {
  const { database } = initialState;
  database.begin();
  try {
    const harness = new QueueHarness(initialState, chanceOf(seed), false);
    harness.scheduler.faults = faultFreeEnd ? faultRates : noFaults;
    plant(harness);
    const entries = database.rows<{ id: string; kind: string }>(
      'SELECT id, kind FROM outbox WHERE done_at IS NULL ORDER BY id',
    );
    const sentMails = faultFreeEnd ? await sendAtOnce(harness, entries) : await sendEach(harness, entries);
    await drainJobs(harness, faultFreeEnd ? faultyMinutes : 0);
    const end = { ...endOf(harness), sentMails };
    const violations = [
      ...harness.failures,
      ...poisonIn(harness, faultFreeEnd !== null),
      ...(faultFreeEnd ? different(harness, end, faultFreeEnd) : []),
    ];
    const failed = [...harness.failedBy.values()].reduce((sum, one) => sum + one, 0);
    const { delivered } = harness;
    return { violations, delivered, failed, dead: harness.dead.length, entries: entries.length, end };
  } finally {
    database.undo();
  }
}

function plant({ database }: QueueHarness): void {
  for (const id of poison)
    database.rows(
      'INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, sent_at) VALUES (?, ?, \'poison\', \'{"kind":"poison"}\', ?, ?, ?)',
      id,
      showId,
      id,
      iso(startTime),
      iso(startTime),
    );
  database.rows('UPDATE outbox SET sent_at = ? WHERE done_at IS NULL', iso(startTime));
}

type Entries = readonly { id: string; kind: string }[];

/** Sends all jobs at once, mixed with foreign messages, of which none may be lost. */
async function sendAtOnce(harness: QueueHarness, entries: Entries): Promise<Map<string, string>> {
  for (const { id, kind } of entries)
    harness.send({ showId, outboxId: id, ...(kind === 'notify' && { isNotice: true }) });
  const { faults } = harness.scheduler;
  harness.scheduler.faults = { ...faults, lost: 0 };
  for (const foreignMessage of foreignMessages) harness.send(foreignMessage);
  harness.scheduler.faults = faults;
  return new Map();
}

/** Sends one job after the other. Returns the mail that each of them sent. */
async function sendEach(harness: QueueHarness, entries: Entries): Promise<Map<string, string>> {
  const written = new Map<string, string>();
  for (const { id } of entries) {
    if (poison.includes(id)) continue;
    const before = harness.sentMails.length;
    harness.send({ showId, outboxId: id });
    await harness.scheduler.runAll();
    for (const mailText of harness.sentMails.slice(before)) written.set(id, textOf(mailText));
  }
  return written;
}

const textOf = ({ to, subject }: { to: string; subject: string }) => `${to} ${subject}`;

/** Runs the cron every minute while there are faults, then whenever a job is due. */
async function drainJobs(harness: QueueHarness, minutes: number): Promise<void> {
  const { scheduler, database } = harness;
  for (let minute = 1; minute <= minutes; minute += 1)
    void scheduler.pause(minute * 60_000, 'cron').then(() => harness.sweep().catch(() => undefined));
  await scheduler.runAll();
  scheduler.faults = noFaults;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const open = database.rows<{ kind: string; next: string | null }>(
      'SELECT kind, next_attempt_at AS next FROM outbox WHERE done_at IS NULL',
    );
    if (open.length === 0) return;
    const due = open.map(({ next }) => (next === null ? 0 : Date.parse(next)));
    scheduler.now = Math.max(scheduler.now + 61_000, Math.min(...due) + 1000);
    const swept = harness.sweep();
    await scheduler.runAll();
    await swept;
  }
  harness.failures.push('the outbox does not come to rest');
}

function endOf({ database, accounting }: QueueHarness): Omit<End, 'sentMails'> {
  const own = `kind <> 'poison' AND kind NOT LIKE 'import-%'`;
  return {
    outbox: database.rows(
      `SELECT effect_key, kind, done_at IS NOT NULL AS is_done, error FROM outbox
       WHERE ${own} AND effect_key NOT LIKE '%:after:%' ORDER BY effect_key`,
    ),
    documents: database.rows(
      'SELECT id, status, version, accounting_failed, found_in_accounting FROM documents ORDER BY id',
    ),
    sendings: database.rows('SELECT id, document_id, is_successful, message FROM send_history ORDER BY id'),
    digests: database.rows(
      'SELECT user_id, document_id, event_seq, event FROM digest_items ORDER BY 1, 2, 3',
    ),
    postings: accounting.postings
      .map(({ kind, docId, key, totalCents }) => `${kind} ${docId} ${key} ${totalCents}`)
      .toSorted(),
  };
}

/**
 * Checks that every poison job and every foreign message reached the dead letters, and that poison jobs are closed with
 * a reason.
 */
function poisonIn({ database, dead }: QueueHarness, isStormy: boolean): string[] {
  const found: string[] = [];
  const names = dead.map(({ body }) => nameOf(body));
  if (!isStormy) return found;
  for (const foreignMessage of foreignMessages.slice(0, 3))
    if (!names.includes(JSON.stringify(foreignMessage)))
      found.push(`poison: ${JSON.stringify(foreignMessage)} is not among the dead letters`);
  if (!poison.some((id) => names.includes(id))) found.push('poison: no entry is among the dead letters');
  for (const id of poison) {
    const [row] = database.rows<{ done_at: string | null; error: string | null }>(
      'SELECT done_at, error FROM outbox WHERE id = ?',
      id,
    );
    if (!row?.done_at || row.error === null) found.push(`poison: ${id} is not closed with a reason`);
  }
  return found;
}

/**
 * Checks that the final state equals the fault-free one, and that nobody gets more mails than deliveries have failed.
 */
function different(harness: QueueHarness, end: End, faultFreeEnd: End): string[] {
  const found: string[] = [];
  for (const part of ['outbox', 'documents', 'sendings', 'digests', 'postings'] as const) {
    if (isDeepStrictEqual(end[part], faultFreeEnd[part])) continue;
    const index = end[part].findIndex((row, n) => !isDeepStrictEqual(row, faultFreeEnd[part][n]));
    found.push(
      `${part}: ${JSON.stringify(end[part][index])}, not ${JSON.stringify(faultFreeEnd[part][index])}`,
    );
  }
  const got = Map.groupBy(harness.sentMails.map(textOf), (mailText) => mailText);
  const owed = Map.groupBy([...faultFreeEnd.sentMails], ([, mailText]) => mailText);
  for (const [mailText, entries] of owed) {
    const spare = entries.reduce((sum, [id]) => sum + (harness.failedBy.get(id) ?? 0), 0);
    const more = (got.get(mailText)?.length ?? 0) - entries.length;
    if (more < 0) found.push(`mail: ${mailText} is missing`);
    if (more > spare)
      found.push(`mail: ${mailText} came ${more} times more, where ${spare} deliveries failed`);
  }
  for (const mailText of got.keys()) if (!owed.has(mailText)) found.push(`mail: ${mailText} is nobody's`);
  return found;
}
