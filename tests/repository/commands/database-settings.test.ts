import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseIds } from '../../../scripts/deployment/cloudflare.mjs';
import { checkJurisdiction, setReadReplication } from '../../../scripts/deployment/database-settings.mjs';
import { deployedDatabases, mustHaveTables } from '../../../scripts/deployment/databases.mjs';
import { createQueues } from '../../../scripts/deployment/queues.mjs';
import { openAccount } from '../../support/cloudflare/account.ts';
import { stage } from '../../support/cloudflare/stage.ts';

vi.setConfig({ testTimeout: 60_000 });

let account: Awaited<ReturnType<typeof openAccount>>;
beforeAll(async () => {
  account = await openAccount();
  for (const [name, value] of Object.entries(account.environment)) vi.stubEnv(name, value);
  const url = `${account.environment['CLOUDFLARE_API_BASE_URL']}/accounts/${'a'.repeat(32)}/d1/database`;
  for (const name of ['stage-directory', 'stage-shows-0'])
    await fetch(url, { method: 'POST', body: JSON.stringify({ name }) });
});
afterAll(() => {
  vi.unstubAllEnvs();
  account.close();
});

const databases = () =>
  [...account.databases.databaseById.values()].map(({ readReplication, updates }) => ({
    readReplication,
    updates,
  }));

test('DEC-140: a deployment sets read replication of each database that differs, which is off in a jurisdiction', async () => {
  const ids = await databaseIds();
  expect(await setReadReplication(stage, ids)).toBe('auto: stage-directory, stage-shows-0');
  const once = { readReplication: { mode: 'auto' }, updates: 1 };
  expect(databases()).toEqual([once, once]);

  expect(await setReadReplication({ ...stage, readReplication: 'auto' }, ids)).toBe('auto everywhere');
  expect(databases()).toEqual([once, once]);

  await setReadReplication({ ...stage, jurisdiction: 'eu' }, ids);
  const twice = { readReplication: { mode: 'disabled' }, updates: 2 };
  expect(databases()).toEqual([twice, twice]);
  expect(account.unknownCalls).toEqual([]);
});

test('a command names the databases that deployment.json has and the account does not', async () => {
  account.databases.rows('stage-directory', 'CREATE TABLE shows (id TEXT)');
  await expect(mustHaveTables(await deployedDatabases(stage))).resolves.toBeUndefined();
  await expect(mustHaveTables(await deployedDatabases({ ...stage, shards: 3 }))).rejects.toThrow(
    'There is no stage-shows-1, no stage-shows-2: npm run deploy makes it.',
  );
});

test('DEC-142: a deployment refuses another jurisdiction than that of its databases', async () => {
  const ids = await databaseIds();
  await expect(checkJurisdiction(stage, ids)).resolves.toBeUndefined();
  await expect(checkJurisdiction({ ...stage, jurisdiction: 'eu' }, ids)).rejects.toThrow(
    'stage-directory is in jurisdiction none, and deployment.json has eu.',
  );
  // A database that does not exist yet is created in the new jurisdiction.
  await expect(checkJurisdiction({ ...stage, jurisdiction: 'eu' }, new Map())).resolves.toBeUndefined();
});

test('DEC-142: queues are created within the jurisdiction of the deployment', async () => {
  await createQueues({ ...stage, jurisdiction: 'eu' });
  const { queues } = account.bucketsAndQueues;
  expect([...queues.keys()].toSorted()).toEqual([
    'stage-bulk',
    'stage-dead-letters',
    'stage-outbox',
    'stage-pdf',
  ]);
  expect(new Set([...queues.values()].map(({ jurisdiction }) => jurisdiction))).toEqual(new Set(['eu']));
});
