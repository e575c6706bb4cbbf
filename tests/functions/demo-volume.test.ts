import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAssets } from '../../demo/assets.ts';
import { dropIndexes } from '../../demo/indexes.ts';
import { seedStudio, seedVolume } from '../../demo/seed.ts';
import { chunkSize } from '../../demo/volume.ts';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
const databases = { DIRECTORY, SHOWS_0, SHOWS_1, FILES };
const documents = chunkSize + 300;
const said: object[] = [];
const say = (line: object): Promise<void> => {
  said.push(line);
  return Promise.resolve();
};

async function count(sql: string): Promise<number> {
  return (await SHOWS_1.prepare(sql).first<number>('n')) ?? -1;
}

/** Every table, index and trigger of the shard. */
async function schema(): Promise<unknown[]> {
  const list = 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name';
  return (await SHOWS_1.prepare(list).all()).results;
}

let before: unknown[] = [];
let withoutIndexes: unknown[] = [];
let mended: unknown[] = [];

beforeAll(async () => {
  const order = { seed: 'test', anchor, assets: await makeAssets() };
  await seedStudio(databases, order);
  before = await schema();
  await dropIndexes(SHOWS_1);
  withoutIndexes = await schema();
  await seedStudio(databases, order);
  mended = await schema();
  await seedVolume(databases, { ...order, documents }, say);
  await seedVolume(databases, { ...order, documents }, say);
}, 60_000);

describe('a show of any size', () => {
  it('has as many documents as were asked for, once', async () => {
    expect(await count("SELECT count(*) AS n FROM documents WHERE show_id = 'longseason'")).toBe(documents);
    expect(said).toEqual([
      { documents: chunkSize },
      { documents },
      { volume: 'seeded' },
      { volume: 'already there' },
    ]);
  });

  it('leaves every table, index and trigger as the migrations made them', async () => {
    expect(await schema()).toEqual(before);
  });

  it('gets its indexes back on the next run when one broke off', () => {
    expect(withoutIndexes.length).toBeLessThan(before.length);
    expect(mended).toEqual(before);
  });

  it('refers to nothing that is missing', async () => {
    expect((await SHOWS_1.prepare('PRAGMA foreign_key_check').all()).results).toEqual([]);
  });

  it('DEC-17: numbers its orders without a gap, and the counter stands at the last', async () => {
    const orders = await count(
      "SELECT count(*) AS n FROM documents WHERE show_id = 'longseason' AND type = 'PO'",
    );
    expect(
      await count(
        "SELECT max(CAST(number AS INTEGER)) AS n FROM documents WHERE show_id = 'longseason' AND type = 'PO'",
      ),
    ).toBe(orders);
    expect(await count("SELECT value AS n FROM counters WHERE show_id = 'longseason'")).toBe(orders);
  });

  it('belongs to a show of the directory with people in it', async () => {
    const members = await DIRECTORY.prepare(
      "SELECT count(*) AS n FROM memberships m JOIN shows s ON s.id = m.show_id WHERE s.id = 'longseason'",
    ).first<number>('n');
    expect(members).toBe(6);
  });
});
