import type { Action } from './calls.ts';
import { iso } from './clock.ts';
import type { Database } from './database.ts';
import { currentStep, prepareInitialState } from './initial-state.ts';
import type { InitialState } from './initial-state.ts';
import { digestsDue, midnightHour, addSecondShow } from './digests-due.ts';
import type { Patch } from './patch.ts';
import { addReminders, wrongReminders } from './reminders-due.ts';
import type { Chance } from './random.ts';
import { noFaults } from './scheduler.ts';
import type { Faults } from './scheduler.ts';
import { startTime, Harness } from './harness.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Faults of the midnight cron. All its messages are lost too, so that no e-mail is sent in the middle of a check. */
const faultRates: Faults = { before: 0.1, after: 0.1, stall: 0.05, crash: 0.1, lost: 1, doubled: 0 };
/** Faults of the queue during the day. */
const lightFaults: Faults = { ...noFaults, lost: 0.1, doubled: 0.2 };

export interface DigestDays {
  wrong: string[];
  digestDaysStarted: number;
  /** Days on which the midnight cron never ran: a later minute starts the digests (DEC-49). */
  missedMidnights: number;
  sentMails: number;
}

/** Simulates that many days and midnights. Ends early after `enough` violations. */
export async function simulateDigestDays(
  patches: readonly Patch[],
  chance: Chance,
  digestDays: number,
  enough = 20,
): Promise<DigestDays> {
  const initialState = await prepareInitialState(patches);
  addSecondShow(initialState.database);
  addReminders(initialState.database, iso(startTime));
  // A previous digest day exists: without one there is none to catch up.
  initialState.database.rows(
    'INSERT INTO digest_days (local_day, started_at, planned_at) VALUES (?, ?, ?)',
    iso(startTime - day).slice(0, 10),
    iso(startTime - day),
    iso(startTime - day),
  );
  const harness = new Harness(initialState, chance, false, startTime);
  const result: DigestDays = { wrong: [], digestDaysStarted: 0, missedMidnights: 0, sentMails: 0 };
  for (let n = 1; n <= digestDays && result.wrong.length < enough; n += 1) {
    if (!(await simulateDay(harness, initialState, chance)))
      result.wrong.push('the day does not come to rest');
    await simulateMidnight(harness, chance, iso(startTime + n * day).slice(0, 10), result);
  }
  return result;
}

/** Simulates a day of actions and changed preferences. Returns whether all jobs end. */
async function simulateDay(harness: Harness, initialState: InitialState, chance: Chance): Promise<boolean> {
  const { database } = initialState;
  harness.scheduler.faults = lightFaults;
  for (let n = chance.below(4); n > 0; n -= 1) {
    const plannedAction = anyAction(initialState, chance);
    if (!plannedAction) continue;
    const key = `day-${harness.scheduler.now}-${n}`;
    void harness.call({ key, ...plannedAction });
    await harness.scheduler.runAll();
  }
  const rests = await drainJobs(harness);
  if (chance.hits(0.2)) changePreferences(database, chance);
  if (chance.hits(0.2)) addItemsOfSecondShow(database, chance, harness.scheduler.now);
  return rests;
}

function anyAction(
  { database, documents }: InitialState,
  chance: Chance,
): { user: string; action: Action } | null {
  const { racing, early, draft, bill, payments } = documents;
  const [docType, id] = chance.pick([
    ['PO', racing],
    ['PO', early],
    ['PO', draft],
    ['INVOICE', bill],
    ['PAYMENT', payments[0] ?? ''],
  ] as const);
  const [row] = database.rows<{ status: string }>('SELECT status FROM documents WHERE id = ?', id);
  const owner = docType === 'PO' ? 'dana' : docType === 'INVOICE' ? 'ivan' : 'ada';
  const step = currentStep(database, id);
  if (row?.status === 'DRAFT') return { user: owner, action: { kind: 'submit', docType, id } };
  // Documents are never approved or denied, since they would add no more digest items.
  if (step === null) return null;
  const asked = database.rows<{ user: string }>(
    'SELECT user_id AS user FROM waiting_approvals WHERE document_id = ? ORDER BY user_id',
    id,
  );
  const { user } = chance.pick(asked);
  if (docType === 'PAYMENT' || chance.hits(0.3))
    return { user: owner, action: { kind: 'pull', docType, id } };
  return user === 'abel'
    ? { user, action: { kind: 'approve', docType, id, step } }
    : { user, action: { kind: 'revise', docType, id, step } };
}

function changePreferences(database: Database, chance: Chance): void {
  const type = chance.pick(['po', 'invoice', 'payment']);
  const users = database.rows<{ id: string }>('SELECT id FROM users ORDER BY id');
  database.rows(
    `UPDATE users SET consolidate_${type}_emails = 1 - consolidate_${type}_emails WHERE id = ?`,
    chance.pick(users).id,
  );
  if (chance.hits(0.3))
    database.rows(
      'UPDATE users SET email_notifications = 1 - email_notifications WHERE id = ?',
      chance.pick(users).id,
    );
  if (chance.hits(0.3))
    database.rows(
      "UPDATE memberships SET is_active = 1 - is_active WHERE user_id IN ('hugo', 'lena') AND show_id = ?",
      chance.pick(['alpha1', 'bravo2']),
    );
}

/** Adds digest items to the second show, in which nobody acts. */
function addItemsOfSecondShow(database: Database, chance: Chance, now: number): void {
  database.rows(
    `INSERT OR IGNORE INTO digest_items (show_id, user_id, type, document_id, event_seq, event, created_at)
     VALUES ('bravo2', ?, 'PO', 'bravo2_order', ?, ?, ?)`,
    chance.pick(['hugo', 'lena']),
    1 + chance.below(1_000_000),
    chance.pick(['WAITING', 'VOID', 'APPROVED']),
    iso(now),
  );
}

/**
 * Runs the cron at both UTC hours that can be midnight (each on time, late, twice or never) and checks the resulting
 * digests.
 */
async function simulateMidnight(
  harness: Harness,
  chance: Chance,
  date: string,
  result: DigestDays,
): Promise<void> {
  const { database, scheduler, sentMails } = harness;
  // The day of the show began hours ago: what it reminds of is in the digests.
  scheduler.now = Math.max(scheduler.now, Date.parse(`${date}T06:00:00.000Z`));
  if (!(await drainJobs(harness))) result.wrong.push(`${date} does not come to rest before midnight`);
  const midnight = midnightHour(date);
  const due = digestsDue(database);
  const before = sentMails.length;
  scheduler.faults = chance.hits(0.2) ? faultRates : { ...lightFaults, lost: chance.hits(0.5) ? 1 : 0.1 };
  const rings = [7, 8].flatMap((at) => {
    const scheduledTime = Date.parse(`${date}T0${at}:00:00.000Z`);
    const late = () => (chance.hits(0.2) ? chance.below(4 * hour) : chance.below(60_000));
    const times = chance.hits(0.12) ? 0 : chance.hits(0.15) ? 2 : 1;
    return Array.from({ length: times }, () => ({ scheduledTime, at: scheduledTime + late() }));
  });
  const rang = rings.some(({ scheduledTime }) => new Date(scheduledTime).getUTCHours() === midnight);
  const wellRung = new Set<number>();
  for (const ring of rings.toSorted((one, other) => one.at - other.at)) {
    scheduler.now = Math.max(scheduler.now, ring.at);
    let isOver = false;
    const listen = async () => {
      const isWell = await harness.tick({ cron: '0 7,8 * * *', scheduledTime: ring.scheduledTime });
      if (isWell) wellRung.add(new Date(ring.scheduledTime).getUTCHours());
      isOver = true;
    };
    void listen();
    // A second run starts while the first one is running, or after it.
    if (chance.hits(0.5)) await scheduler.runAll(() => isOver);
  }
  if (scheduler.faults !== faultRates) scheduler.faults = lightFaults;
  await scheduler.runAll();
  scheduler.faults = lightFaults;
  // The following minutes start a day whose midnight cron was missed.
  scheduler.now = Math.max(scheduler.now, Date.parse(`${date}T1${chance.below(10)}:00:00.000Z`));
  if (!(await drainJobs(harness))) result.wrong.push(`${date} does not come to rest`);
  const [row] = database.rows<{ planned: string | null; started: string }>(
    'SELECT planned_at AS planned, started_at AS started FROM digest_days WHERE local_day = ?',
    date,
  );
  const sentDigests = sentMails.slice(before).map(({ to, subject }) => `${to}: ${subject}`);
  result.sentMails += sentDigests.length;
  if (row) result.digestDaysStarted += 1;
  if (!rang) result.missedMidnights += 1;
  const begunAt = row ? new Date(row.started).getUTCHours() : null;
  if (begunAt === null) result.wrong.push(`${date} was not begun`);
  else if (begunAt < midnight) result.wrong.push(`${date} was begun before its midnight`);
  else if (begunAt > midnight && wellRung.has(midnight))
    result.wrong.push(`${date} was rung in, and begun later`);
  else if (begunAt === midnight && !rang)
    result.wrong.push(`${date} was begun within its first hour, without the cron`);
  if (row?.planned === null) result.wrong.push(`${date} was begun, and is not planned`);
  result.wrong.push(...compare(date, due, sentDigests), ...wrongReminders(database, date));
  const open = database.rows<{ who: string }>(
    'SELECT user_id AS who FROM digest_items WHERE sent_at IS NULL',
  );
  if (row && open.length > 0) result.wrong.push(`${date} left something to tell ${open[0]?.who ?? ''} again`);
}

function compare(date: string, due: readonly string[], sentDigests: readonly string[]): string[] {
  const left = [...sentDigests];
  const lost = due.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...lost.map((one) => `${date} nobody told ${one}`),
    ...left.map((one) => `${date} was told for nothing, or twice: ${one}`),
  ];
}

/** Runs the cron of every minute until no job is open. Returns false when one stays open. */
async function drainJobs(harness: Harness): Promise<boolean> {
  const { scheduler, database } = harness;
  for (let turn = 0; turn < 40; turn += 1) {
    scheduler.now += 61_000;
    const swept = harness.sweep();
    await scheduler.runAll();
    await swept;
    const open = database.rows<{ next: string | null }>(
      'SELECT next_attempt_at AS next FROM outbox WHERE done_at IS NULL',
    );
    if (open.length === 0) return true;
    const due = open.map(({ next }) => (next === null ? 0 : Date.parse(next)));
    scheduler.now = Math.max(scheduler.now, Math.min(...due));
  }
  return false;
}
