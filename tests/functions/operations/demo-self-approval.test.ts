import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { makeAssets } from '../../../demo/assets.ts';
import { seedStudio } from '../../../demo/seed.ts';

const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;

beforeAll(async () => {
  const anchor = Date.parse('2026-03-02T18:00:00Z');
  await seedStudio(
    { DIRECTORY, SHOWS_0, SHOWS_1, FILES },
    { seed: 'test', anchor, assets: await makeAssets() },
  );
});

/** Rows of a query on every shard. */
async function query<Row>(sql: string): Promise<Row[]> {
  const answers = await Promise.all([SHOWS_0, SHOWS_1].map((db) => db.prepare(sql).all<Row>()));
  return answers.flatMap(({ results }) => results);
}

it('DEC-23, DEC-97: the demo has orders written by approvers under each policy, and steps with missing approvers', async () => {
  const own = await query<{ show: string; name: string; waits: number }>(
    `SELECT d.show_id AS show, d.creator_name AS name, count(w.user_id) AS waits FROM documents d
       LEFT JOIN waiting_approvals w ON w.document_id = d.id AND w.user_id = d.owner_id
       WHERE d.type = 'PO' AND d.submission_status = 'Submitted for approval'
         AND d.creator_name IN ('Annelise Vogel', 'Beatrix Pemberton', 'Aisha Karim') GROUP BY d.id`,
  );
  const waitsOf = (show: string) => own.filter((row) => row.show === show).map(({ waits }) => waits);
  expect(waitsOf('velvetmap')).toContain(1);
  expect(waitsOf('harbour9').toSorted()).toEqual([0, 1]);
  expect(waitsOf('lowgravity')).toEqual([0]);
  const missing = await query<{ show: string; name: string; reason: string }>(
    `SELECT s.show_id AS show, m.value ->> 'name' AS name, m.value ->> 'reason' AS reason
       FROM documents d JOIN workflow_steps s ON s.workflow_id = d.workflow_id, json_each(s.missing) m
       WHERE d.submission_status = 'Submitted for approval' AND m.value ->> 'reason' <> 'DEPARTMENT'`,
  );
  expect(missing).toEqual(
    expect.arrayContaining([
      { show: 'lowgravity', name: 'Margot Ellis', reason: 'INACTIVE' },
      { show: 'harbour9', name: 'Beatrix Pemberton', reason: 'SELF' },
    ]),
  );
});
