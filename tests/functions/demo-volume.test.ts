import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAssets } from '../../demo/assets.ts';
import { openVolumeShow, seedStudio } from '../../demo/seed.ts';
import { chunkSize, fillChunk, openVolume } from '../../demo/volume.ts';
import { writeRows } from '../../demo/write.ts';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
const databases = { DIRECTORY, SHOWS_0, SHOWS_1, FILES };
const total = chunkSize + 300;
const said: object[] = [];

async function count(sql: string): Promise<number> {
  return (await env.SHOWS_1.prepare(sql).first<number>('n')) ?? -1;
}

/** The loader's own statements, through D1: its file is another one, the tables and their checks are the same. */
beforeAll(async () => {
  const order = { seed: 'test', anchor, assets: await makeAssets() };
  await seedStudio(databases, order);
  said.push(await openVolumeShow(databases, order), await openVolumeShow(databases, order));
  const { show } = openVolume(order.seed, anchor, order.assets);
  await writeRows(SHOWS_1, show.rows);
  for (let first = 0; first < total; first += chunkSize)
    await writeRows(SHOWS_1, fillChunk(show, order.seed, first, Math.min(chunkSize, total - first), total));
});

describe('a show of any size', () => {
  it('is opened once', () => {
    expect(said).toEqual([{ show: 'opened' }, { show: 'already there' }]);
  });

  it('has as many documents as were asked for', async () => {
    expect(await count("SELECT count(*) AS n FROM documents WHERE show_id = 'longseason'")).toBe(total);
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
