import type { Action } from './calls.ts';
import { iso } from './clock.ts';
import type { Database } from './database.ts';
import { currentStep, prepareEve } from './initial-state.ts';
import type { Eve } from './initial-state.ts';
import { digestsDue, nightHour, twoShows } from './nights-due.ts';
import type { Patch } from './patch.ts';
import type { Chance } from './random.ts';
import { calm } from './scheduler.ts';
import type { Faults } from './scheduler.ts';
import { dawn, Stage } from './harness.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** What a night may do to a cron: all that it sends is lost besides, so that no e-mail leaves in the midst of it. */
const storm: Faults = { before: 0.1, after: 0.1, stall: 0.05, crash: 0.1, lost: 1, doubled: 0 };
/** What queues do on any day. */
const gentle: Faults = { ...calm, lost: 0.1, doubled: 0.2 };

export interface Nights {
  wrong: string[];
  begun: number;
  /** Nights whose midnight did not ring at all: a later minute of the day begins it (DEC-49). */
  missed: number;
  letters: number;
}

/** So many days and nights of the show, from the eve on; ends early with `enough` violations. */
export async function lifeOfNights(
  patches: readonly Patch[],
  chance: Chance,
  nights: number,
  enough = 20,
): Promise<Nights> {
  const eve = await prepareEve(patches);
  twoShows(eve.database);
  // The clock has gone before: without an earlier day there is none to catch up.
  eve.database.rows(
    'INSERT INTO digest_days (local_day, started_at, planned_at) VALUES (?, ?, ?)',
    iso(dawn - day).slice(0, 10),
    iso(dawn - day),
    iso(dawn - day),
  );
  const stage = new Stage(eve, chance, false, dawn);
  const came: Nights = { wrong: [], begun: 0, missed: 0, letters: 0 };
  for (let n = 1; n <= nights && came.wrong.length < enough; n += 1) {
    if (!(await liveThrough(stage, eve, chance))) came.wrong.push('the day does not come to rest');
    await night(stage, chance, iso(dawn + n * day).slice(0, 10), came);
  }
  return came;
}

/** A day: some deeds, and some who choose otherwise; answers whether it comes to rest. */
async function liveThrough(stage: Stage, eve: Eve, chance: Chance): Promise<boolean> {
  const { database } = eve;
  stage.scheduler.faults = gentle;
  for (let n = chance.below(4); n > 0; n -= 1) {
    const wish = anyAction(eve, chance);
    if (!wish) continue;
    const key = `day-${stage.scheduler.now}-${n}`;
    void stage.call({ key, ...wish });
    await stage.scheduler.runAll();
  }
  const rests = await rest(stage);
  if (chance.hits(0.2)) chooseOtherwise(database, chance);
  if (chance.hits(0.2)) hearElsewhere(database, chance, stage.scheduler.now);
  return rests;
}

function anyAction({ database, documents }: Eve, chance: Chance): { user: string; action: Action } | null {
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
  // Not to the end: what is approved or denied gives the nights no more to tell.
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

function chooseOtherwise(database: Database, chance: Chance): void {
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

/** In the other show nobody acts; what its people would hear of is put there. */
function hearElsewhere(database: Database, chance: Chance, now: number): void {
  database.rows(
    `INSERT OR IGNORE INTO digest_items (show_id, user_id, type, document_id, event_seq, event, created_at)
     VALUES ('bravo2', ?, 'PO', 'bravo2_order', ?, ?, ?)`,
    chance.pick(['hugo', 'lena']),
    1 + chance.below(1_000_000),
    chance.pick(['WAITING', 'VOID', 'APPROVED']),
    iso(now),
  );
}

/** Both hours that can be midnight, each on time, late, twice or never; then what follows from it. */
async function night(stage: Stage, chance: Chance, date: string, came: Nights): Promise<void> {
  const { database, scheduler, letters } = stage;
  const midnight = nightHour(date);
  const due = digestsDue(database);
  const before = letters.length;
  scheduler.faults = chance.hits(0.2) ? storm : { ...gentle, lost: chance.hits(0.5) ? 1 : 0.1 };
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
      const isWell = await stage.tick({ cron: '0 7,8 * * *', scheduledTime: ring.scheduledTime });
      if (isWell) wellRung.add(new Date(ring.scheduledTime).getUTCHours());
      isOver = true;
    };
    void listen();
    // A second bell rings while the first still sounds, or after it.
    if (chance.hits(0.5)) await scheduler.runAll(() => isOver);
  }
  if (scheduler.faults !== storm) scheduler.faults = gentle;
  await scheduler.runAll();
  scheduler.faults = gentle;
  // The minutes that follow begin a day whose midnight did not.
  scheduler.now = Math.max(scheduler.now, Date.parse(`${date}T1${chance.below(10)}:00:00.000Z`));
  if (!(await rest(stage))) came.wrong.push(`${date} does not come to rest`);
  const [row] = database.rows<{ planned: string | null; started: string }>(
    'SELECT planned_at AS planned, started_at AS started FROM digest_days WHERE local_day = ?',
    date,
  );
  const told = letters.slice(before).map(({ to, subject }) => `${to}: ${subject}`);
  came.letters += told.length;
  if (row) came.begun += 1;
  if (!rang) came.missed += 1;
  const begunAt = row ? new Date(row.started).getUTCHours() : null;
  if (begunAt === null) came.wrong.push(`${date} was not begun`);
  else if (begunAt < midnight) came.wrong.push(`${date} was begun before its midnight`);
  else if (begunAt > midnight && wellRung.has(midnight))
    came.wrong.push(`${date} was rung in, and begun later`);
  else if (begunAt === midnight && !rang)
    came.wrong.push(`${date} was begun within its first hour, without the cron`);
  if (row?.planned === null) came.wrong.push(`${date} was begun, and is not planned`);
  came.wrong.push(...compare(date, due, told));
  const open = database.rows<{ who: string }>(
    'SELECT user_id AS who FROM digest_items WHERE sent_at IS NULL',
  );
  if (row && open.length > 0) came.wrong.push(`${date} left something to tell ${open[0]?.who ?? ''} again`);
}

function compare(date: string, due: readonly string[], told: readonly string[]): string[] {
  const left = [...told];
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

/** The cron of every minute, until nothing is open; false: something always is. */
async function rest(stage: Stage): Promise<boolean> {
  const { scheduler, database } = stage;
  for (let turn = 0; turn < 40; turn += 1) {
    scheduler.now += 61_000;
    const swept = stage.sweep();
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
