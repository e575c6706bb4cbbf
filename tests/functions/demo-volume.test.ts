import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAssets } from '../../demo/assets.ts';
import { seedStudio, seedVolume } from '../../demo/seed.ts';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
const databases = { DIRECTORY, SHOWS_0, SHOWS_1, FILES };
const said: object[] = [];
const say = (line: object): Promise<void> => {
  said.push(line);
  return Promise.resolve();
};

async function count(sql: string): Promise<number> {
  return (await env.SHOWS_1.prepare(sql).first<number>('n')) ?? -1;
}

beforeAll(async () => {
  const assets = await makeAssets();
  await seedStudio(databases, { seed: 'test', anchor, assets });
  await seedVolume(databases, { seed: 'test', anchor, assets, documents: 2300 }, say);
  await seedVolume(databases, { seed: 'test', anchor, assets, documents: 2300 }, say);
});

describe('a show of any size', () => {
  it('has as many documents as were asked for, once', async () => {
    expect(await count("SELECT count(*) AS n FROM documents WHERE show_id = 'longseason'")).toBe(2300);
    expect(said).toEqual([
      { documents: 2000 },
      { documents: 2300 },
      { volume: 'seeded' },
      { volume: 'already there' },
    ]);
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
    const members = await env.DIRECTORY.prepare(
      "SELECT count(*) AS n FROM memberships m JOIN shows s ON s.id = m.show_id WHERE s.id = 'longseason'",
    ).first<number>('n');
    expect(members).toBe(6);
  });
});
