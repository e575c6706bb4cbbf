import { expect } from 'vitest';
import { storeFor } from '#store/d1/open';
import { askForMove } from '#verbs/operations/request-show-move';
import { moveShows } from '#verbs/operations/run-show-moves';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { as } from './studio-client.ts';
import { studioEnv } from './studio.ts';

const showId = 'alpha1';
let clock = Date.now();

/** The instant so many minutes later than the last one that was asked for. */
export function minutesLater(count: number): string {
  clock += count * 60_000;
  return new Date(clock).toISOString();
}

export function shardDatabase(shard: number): D1Database {
  return shard === 0 ? studioEnv.SHOWS_0 : studioEnv.SHOWS_1;
}

/** Where the show is found. */
export async function homeOf(id = showId): Promise<number> {
  const shard = await studioEnv.DIRECTORY.prepare('SELECT shard FROM shows WHERE id = ?')
    .bind(id)
    .first<number>('shard');
  return shard ?? -1;
}

export async function stepOf(id = showId): Promise<{ step: string; error: string | null } | null> {
  return studioEnv.DIRECTORY.prepare('SELECT step, error FROM show_moves WHERE show_id = ?').bind(id).first();
}

export function ask(toShard: number, keepsOld = false, id = showId) {
  return askForMove(studioEnv, id, toShard, { keepsOld, now: minutesLater(0) });
}

/** The clock rings until there is nothing more to do at once. */
export async function goOn(pages?: number, env: Env = studioEnv): Promise<void> {
  while (await moveShows(env, minutesLater(3), pages));
}

/** Moves the show to the other shard, and waits until nothing is left of it where it was. */
export async function moveWhole(): Promise<void> {
  await ask(1 - (await homeOf()));
  await goOn();
  minutesLater(20);
  await goOn();
  expect(await stepOf()).toEqual({ step: 'DONE', error: null });
}

/** What a shard holds of a show, by table; counts that have come down to nothing are none. */
export async function rowsOn(shard: number, id = showId): Promise<Record<string, string[]>> {
  const database = shardDatabase(shard);
  const { results: tables } = await database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%show_id TEXT%' ORDER BY name",
    )
    .all<{ name: string }>();
  expect(tables.length).toBeGreaterThan(45);
  const found: [string, string[]][] = [];
  for (const { name } of tables.filter((table) => table.name !== 'moving_shows')) {
    const rows = await database.prepare(`SELECT * FROM "${name}" WHERE show_id = ?`).bind(id).all();
    const told = rows.results
      .filter((row) => !isNothing(name, row))
      .map((row) => JSON.stringify(row))
      .toSorted();
    if (told.length > 0) found.push([name, told]);
  }
  return Object.fromEntries(found);
}

function isNothing(table: string, row: Record<string, unknown>): boolean {
  if (table === 'commitments') return row['orders'] === 0;
  return /_(counts|totals)$/.test(table) && row['total'] === 0;
}

/** Triggers, indexes and rows that a move has left behind on a shard. */
export async function remains(shard: number): Promise<unknown[]> {
  const [schema, rows] = await shardDatabase(shard).batch([
    shardDatabase(shard).prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'moving_*_*_*'"),
    shardDatabase(shard).prepare('SELECT * FROM moving_shows'),
  ]);
  return [...(schema?.results ?? []), ...(rows?.results ?? [])];
}

/** What people see of the show: lists, a search, home, counts, a document with its history, the log. */
export async function seen(order: string): Promise<unknown> {
  const query = `showId=${showId}`;
  const answers = [];
  for (const name of ['ada', 'dana', 'lena'] as const) {
    for (const type of ['pos', 'invoices', 'payments'])
      for (const persona of ['CREATOR', 'APPROVER'])
        answers.push(await as(name).post(`/api/${type}/filter?persona=${persona}&${query}`, { showId }));
    for (const path of [
      `/api/search?q=velvet&${query}`,
      `/api/search?q=Lumen&${query}`,
      `/api/home?${query}`,
      `/api/users/meta?${query}`,
      `/api/pos/${order}`,
      `/api/workflow-template?${query}`,
      `/api/reports/download/po-log/${showId}`,
    ])
      answers.push(await as(name).get(path));
  }
  return answers.map(({ status, body }) => ({ status, body }));
}

/** Whether every history is as it was written; `kept`: the ends of an earlier look. */
export async function histories(kept?: Awaited<ReturnType<typeof verifyHistories>>['heads']) {
  return verifyHistories(storeFor(studioEnv, { id: showId, shard: await homeOf() }), kept);
}

/** All that can be asked of a move: begun and called back, then made with the old copy kept, which goes in the end. */
export async function moveEveryWay(id: string): Promise<void> {
  const from = await homeOf(id);
  await ask(1 - from, true, id);
  await moveShows(studioEnv, minutesLater(3), 5);
  expect(await ask(from, false, id)).toBe('is called back');
  await goOn();
  await ask(1 - from, true, id);
  // So few pages a run that the comparison, too, is broken off.
  await goOn(40);
  minutesLater(20);
  await goOn();
  expect(await ask(1 - from, false, id)).toBe('old copy goes');
  await goOn();
  expect(await stepOf(id)).toEqual({ step: 'DONE', error: null });
}
