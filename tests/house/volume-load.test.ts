import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository, toolsNode } from '../../scripts/environment.mjs';

const state = mkdtempSync(join(tmpdir(), 'backlot-volume-'));
const file = join(state, 'v3/d1/databases/second.sqlite');
const schema = 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name';
const documents = 2300;

function open(): DatabaseSync {
  return new DatabaseSync(file);
}

/** An empty shard as the migrations leave it, with the settings of one show, or of none. */
function makeShard(path: string, showId: string): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  const folder = join(repository, 'migrations/show');
  for (const name of readdirSync(folder).toSorted()) db.exec(readFileSync(join(folder, name), 'utf8'));
  db.prepare('INSERT INTO show_settings (show_id) VALUES (?)').run(showId);
  db.close();
}

async function load(word: string, count = documents): Promise<object[]> {
  const loader = spawn(
    toolsNode() ?? process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(repository, 'demo/load-volume.ts'),
      `--state=${state}`,
      '--seed=test',
      '--anchor=2026-03-02T18:00:00.000Z',
      `--documents=${count}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  loader.stdin.end(word);
  const lines = (await text(loader.stdout)).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as object);
}

function ask(sql: string): unknown[] {
  const db = open();
  const rows = db.prepare(sql).all();
  db.close();
  return rows.map((row) => ({ ...row }));
}

let before: unknown[] = [];
let refused: object[] = [];
let said: object[] = [];

beforeAll(async () => {
  mkdirSync(join(state, 'v3/d1/databases'), { recursive: true });
  makeShard(join(state, 'v3/d1/databases/first.sqlite'), 'nlite');
  makeShard(file, 'tidewater');
  before = ask(schema);
  refused = await load('known');
  said = await load('opened');
}, 60_000);

afterAll(() => rmSync(state, { recursive: true }));

describe('the loader of a show of any size', () => {
  test('writes all documents into the shard of its neighbours, and tells its progress', () => {
    expect(said).toEqual([
      { documents: 1000 },
      { documents: 2000 },
      { documents },
      { volume: 'seeded' },
      { done: true },
    ]);
    expect(ask("SELECT count(*) AS n FROM documents WHERE show_id = 'longseason'")).toEqual([
      { n: documents },
    ]);
  });

  test('leaves every table, index and trigger as the migrations made them, and the database sound', () => {
    expect(ask(schema)).toEqual(before);
    expect(ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(ask('PRAGMA foreign_key_check')).toEqual([]);
    expect(ask('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });

  test('DEC-17: numbers its orders without a gap, and the counter stands at the last', () => {
    const [row] = ask(
      `SELECT count(*) = max(CAST(number AS INTEGER)) AS gapless,
         max(CAST(number AS INTEGER)) = (SELECT value FROM counters WHERE show_id = 'longseason') AS counted
       FROM documents WHERE show_id = 'longseason' AND type = 'PO'`,
    );
    expect(row).toEqual({ gapless: 1, counted: 1 });
  });

  test('writes no documents of a show that was opened by an earlier run, and nothing twice', async () => {
    expect(refused).toEqual([{ error: 'UNIQUE constraint failed: shows.id' }]);
    expect(await load('known')).toEqual([{ volume: 'already there' }, { done: true }]);
    expect(await load('opened')).toEqual([{ volume: 'already there' }, { done: true }]);
  });
});
