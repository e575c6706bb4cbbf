import { isDeepStrictEqual } from 'node:util';
import { chanceOf } from '../simulator/random.ts';
import { calm } from '../simulator/scheduler.ts';
import type { Faults } from '../simulator/scheduler.ts';
import { iso } from '../simulator/clock.ts';
import { dawn } from '../simulator/harness.ts';
import { showId } from '../simulator/studio.ts';
import type { BusyEve } from './busy-day.ts';
import { nameOf, QueueStage } from './queue-stage.ts';

/** 30 % come twice, and one in ten never; of all deliveries some tenth fails, wherever it hurts. */
const storm: Faults = { before: 0.006, after: 0.006, stall: 0.004, crash: 0.0005, lost: 0.1, doubled: 0.3 };
/** Minutes of storm; then so many crons bring everything to rest. */
const stormy = 12;
const maxTurns = 150;

/** Nobody's errands, and what is no message at all. */
const strangers: readonly unknown[] = [
  null,
  'approve everything',
  { showId },
  { showId: 'nowhere9', outboxId: 'nowhere9_1' },
  { showId, outboxId: `${showId}_never_was` },
];
/** Entries that nobody can ever carry out. */
const poison = ['poison-1', 'poison-2', 'poison-3'].map((id) => `${showId}_${id}`);

/** How a life of the queue ended, as far as it must end the same in every order. */
interface End {
  outbox: unknown[];
  documents: unknown[];
  sendings: unknown[];
  digests: unknown[];
  postings: string[];
  /** Of each entry what it wrote, if anything. */
  letters: Map<string, string>;
}

interface Told {
  violations: string[];
  delivered: number;
  failed: number;
  dead: number;
  entries: number;
}

/** Brings every effect that waits to its end, in the order and with the failures of a seed; `peace`: how it ends without any. */
export async function queueLife(eve: BusyEve, seed: number, peace: End | null): Promise<Told & { end: End }> {
  const { database } = eve;
  database.begin();
  try {
    const stage = new QueueStage(eve, chanceOf(seed), false);
    stage.scheduler.faults = peace ? storm : calm;
    plant(stage);
    const entries = database.rows<{ id: string; kind: string }>(
      'SELECT id, kind FROM outbox WHERE done_at IS NULL ORDER BY id',
    );
    const letters = peace ? await sendAtOnce(stage, entries) : await sendEach(stage, entries);
    await rest(stage, peace ? stormy : 0);
    const end = { ...endOf(stage), letters };
    const violations = [
      ...stage.failures,
      ...poisonIn(stage, peace !== null),
      ...(peace ? different(stage, end, peace) : []),
    ];
    const failed = [...stage.failedBy.values()].reduce((sum, one) => sum + one, 0);
    const { delivered } = stage;
    return { violations, delivered, failed, dead: stage.dead.length, entries: entries.length, end };
  } finally {
    database.undo();
  }
}

function plant({ database }: QueueStage): void {
  for (const id of poison)
    database.rows(
      'INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, sent_at) VALUES (?, ?, \'poison\', \'{"kind":"poison"}\', ?, ?, ?)',
      id,
      showId,
      id,
      iso(dawn),
      iso(dawn),
    );
  database.rows('UPDATE outbox SET sent_at = ? WHERE done_at IS NULL', iso(dawn));
}

type Entries = readonly { id: string; kind: string }[];

/** All of them as they come, and among them what nobody knows, none of which is lost. */
async function sendAtOnce(stage: QueueStage, entries: Entries): Promise<Map<string, string>> {
  for (const { id, kind } of entries)
    stage.send({ showId, outboxId: id, ...(kind === 'notify' && { isNotice: true }) });
  const { faults } = stage.scheduler;
  stage.scheduler.faults = { ...faults, lost: 0 };
  for (const stranger of strangers) stage.send(stranger);
  stage.scheduler.faults = faults;
  return new Map();
}

/** One after the other; answers which of them wrote to whom. */
async function sendEach(stage: QueueStage, entries: Entries): Promise<Map<string, string>> {
  const written = new Map<string, string>();
  for (const { id } of entries) {
    if (poison.includes(id)) continue;
    const before = stage.letters.length;
    stage.send({ showId, outboxId: id });
    await stage.scheduler.runAll();
    for (const letter of stage.letters.slice(before)) written.set(id, textOf(letter));
  }
  return written;
}

const textOf = ({ to, subject }: { to: string; subject: string }) => `${to} ${subject}`;

/** A cron a minute while it storms; then one whenever something is due. */
async function rest(stage: QueueStage, storms: number): Promise<void> {
  const { scheduler, database } = stage;
  for (let minute = 1; minute <= storms; minute += 1)
    void scheduler.pause(minute * 60_000, 'cron').then(() => stage.sweep().catch(() => undefined));
  await scheduler.runAll();
  scheduler.faults = calm;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const open = database.rows<{ kind: string; next: string | null }>(
      'SELECT kind, next_attempt_at AS next FROM outbox WHERE done_at IS NULL',
    );
    if (open.length === 0) return;
    const due = open.map(({ next }) => (next === null ? 0 : Date.parse(next)));
    scheduler.now = Math.max(scheduler.now + 61_000, Math.min(...due) + 1000);
    const swept = stage.sweep();
    await scheduler.runAll();
    await swept;
  }
  stage.failures.push('the outbox does not come to rest');
}

function endOf({ database, books }: QueueStage): Omit<End, 'letters'> {
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
    postings: books.postings
      .map(({ kind, docId, key, totalCents }) => `${kind} ${docId} ${key} ${totalCents}`)
      .toSorted(),
  };
}

/** Every poison reached the dead letters, and its entry is closed with a reason; what is no message is there too. */
function poisonIn({ database, dead }: QueueStage, isStormy: boolean): string[] {
  const found: string[] = [];
  const names = dead.map(({ body }) => nameOf(body));
  if (!isStormy) return found;
  for (const stranger of strangers.slice(0, 3))
    if (!names.includes(JSON.stringify(stranger)))
      found.push(`poison: ${JSON.stringify(stranger)} is not among the dead letters`);
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

/** Any order, same end; and nobody is written to more often than what he is written by has failed. */
function different(stage: QueueStage, end: End, peace: End): string[] {
  const found: string[] = [];
  for (const part of ['outbox', 'documents', 'sendings', 'digests', 'postings'] as const) {
    if (isDeepStrictEqual(end[part], peace[part])) continue;
    const index = end[part].findIndex((row, n) => !isDeepStrictEqual(row, peace[part][n]));
    found.push(`${part}: ${JSON.stringify(end[part][index])}, not ${JSON.stringify(peace[part][index])}`);
  }
  const got = Map.groupBy(stage.letters.map(textOf), (letter) => letter);
  const owed = Map.groupBy([...peace.letters], ([, letter]) => letter);
  for (const [letter, entries] of owed) {
    const spare = entries.reduce((sum, [id]) => sum + (stage.failedBy.get(id) ?? 0), 0);
    const more = (got.get(letter)?.length ?? 0) - entries.length;
    if (more < 0) found.push(`mail: ${letter} is missing`);
    if (more > spare) found.push(`mail: ${letter} came ${more} times more, where ${spare} deliveries failed`);
  }
  for (const letter of got.keys()) if (!owed.has(letter)) found.push(`mail: ${letter} is nobody's`);
  return found;
}
