import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { createShow, open, openWithStaff, shardOf } from '../../support/worker/fixtures/shows.ts';
import { studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openWithStaff);

test('DEC-150: a show is created on a shard of its region, by default of the main one, and shows its region', async () => {
  const regions = () => as('hugo').get<unknown>(`/api/shows/regions${open}`);
  expect((await regions()).body).toEqual([]);
  expect((await createShow('No Choice', { region: 'weur' })).status).toBe(400);
  Object.assign(studioEnv, { SHARD_REGIONS: 'wnam,weur' });
  onTestFinished(() => void Object.assign(studioEnv, { SHARD_REGIONS: '' }));
  expect((await regions()).body).toEqual([
    { id: 'wnam', name: 'Western North America' },
    { id: 'weur', name: 'Western Europe' },
  ]);
  expect((await as('otto').get(`/api/shows/regions${open}`)).status).toBe(403);
  for (const [region, shard] of [
    ['weur', 1],
    ['weur', 1],
    ['wnam', 0],
    [undefined, 0],
    [undefined, 0],
  ] as const) {
    const { body } = await createShow('Somewhere', region && { region });
    expect(await shardOf(body.id)).toBe(shard);
    expect(body).toMatchObject({ region: shard === 1 ? 'weur' : 'wnam' });
  }
  const elsewhere = await createShow('Elsewhere', { region: 'oc' });
  expect([elsewhere.status, elsewhere.body]).toEqual([400, { code: 'invalid_parameter', message: 'region' }]);
});
