import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAccount } from '../../support/cloudflare/account.ts';
import { openOperator } from './operator.ts';
import type { Operator } from './operator.ts';
import { repository } from '../repository-copy.ts';

// Many programs run one after the other; their duration is not checked.
vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'backlot-deployment-'));
let account: Awaited<ReturnType<typeof openAccount>>;
let operator: Operator;
const run: Operator['run'] = (...command) => operator.run(...command);
const deploy: Operator['deploy'] = (...deployment) => operator.deploy(...deployment);
beforeAll(async () => {
  account = await openAccount();
  operator = openOperator(account, folder);
});
afterAll(() => {
  account.close();
  rmSync(folder, { recursive: true, force: true });
});

const wanted = {
  name: 'stage',
  address: 'https://stage.example.com',
  shards: 2,
  location: 'weur',
  mailFrom: 'Backlot <no-reply@example.com>',
  accountingUrl: 'https://accounting.example.com/api',
  peopleDirectoryUrl: 'https://people.example.com',
};

const file = join(folder, 'deployment.json');
const longSecret = 'a secret of at least thirty-two bytes';
const secretsFile = (accounting = 'another', identity = longSecret) =>
  operator.secretsFile(identity, accounting);

const migrationsOf = (kind: 'directory' | 'show') =>
  readdirSync(join(repository, 'migrations', kind))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
/** The newest migration that fails when it runs a second time. */
const unrepeatable = () =>
  migrationsOf('show').findLast((name) =>
    readFileSync(join(repository, 'migrations/show', name), 'utf8').includes('ADD COLUMN'),
  ) ?? '';
const appliedTo = (database: string) =>
  account.databases.rows(database, 'SELECT name FROM d1_migrations ORDER BY name').map((row) => row['name']);

test('an invalid deployment file reports each of its errors, and nothing is created', async () => {
  const { code, output } = await deploy({
    ...wanted,
    address: 'http://stage.example.com',
    shards: 0,
    color: 'red',
  });
  const list = await deploy({ ...wanted, shards: ['wnam', 'weur'] });
  expect(list.output).toContain('shards: a list begins with the location of the deployment');
  expect(code).toBe(1);
  for (const fault of ['address:', 'shards:', 'color:']) expect(output).toContain(fault);
  expect(account.databases.databaseById.size).toBe(0);
});

test('nothing is created without the secrets', async () => {
  const { code, output } = await deploy(wanted);
  expect(code).toBe(1);
  expect(output).toContain(
    'Without IDENTITY_SECRET and ACCOUNTING_SECRET and PEOPLE_DIRECTORY_SECRET nothing is deployed.',
  );
  // The example of the operations page, not filled in.
  const unfilled = await deploy(wanted, secretsFile('         # what it was given'));
  expect(unfilled.code).toBe(1);
  expect(unfilled.output).toContain('ACCOUNTING_SECRET of the secrets file is empty.');
  expect(account.databases.databaseById.size).toBe(0);
  expect(account.workers.workerByName.size).toBe(0);
});

test('DEC-122: a new deployment with a short secret is refused, and nothing is created', async () => {
  const { code, output } = await deploy(wanted, secretsFile('another', 'short'));
  expect([code, output]).toEqual([1, expect.stringContaining('IDENTITY_SECRET has fewer than 32 bytes.')]);
  expect(account.databases.databaseById.size).toBe(0);
});

test('DEC-140, DEC-141, DEC-149: an empty account becomes a running studio: databases, files, queues, Worker, Pages', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const { code, output } = await deploy(wanted, secretsFile('pa$word'), {
    TMPDIR: temporary,
    word: 'of the shell',
    IDENTITY_SECRET: 'of the shell',
  });
  expect(output).toContain('Deployed.');
  expect([code, account.unknownCalls], output).toEqual([0, []]);
  expect(appliedTo('stage-directory')).toEqual(migrationsOf('directory'));
  for (const shard of ['stage-shows-0', 'stage-shows-1'])
    expect(appliedTo(shard)).toEqual(migrationsOf('show'));
  for (const { asked } of account.databases.databaseById.values())
    expect(asked['primary_location_hint']).toBe('weur');
  for (const { readReplication } of account.databases.databaseById.values())
    expect(readReplication).toEqual({ mode: 'auto' });
  expect(account.bucketsAndQueues.buckets.get('stage-files')?.lifecycle).toMatchObject({
    rules: expect.arrayContaining([expect.objectContaining({ conditions: { prefix: 'pdf/' } })]) as unknown,
  });
  const consumers = [...account.bucketsAndQueues.queues].map(([name, queue]) => [
    name,
    queue.consumers[0]?.['dead_letter_queue'],
  ]);
  expect(new Map(consumers as [string, unknown][])).toEqual(
    new Map([
      ['stage-dead-letters', undefined],
      ['stage-outbox', 'stage-dead-letters'],
      ['stage-bulk', 'stage-dead-letters'],
      ['stage-pdf', 'stage-dead-letters'],
    ]),
  );
  const worker = account.workers.workerByName.get('stage');
  expect(worker?.placement).toEqual({ mode: 'targeted', region: 'aws:eu-west-1' });
  expect(worker?.crons).toEqual(['* * * * *', '0 7,8 * * *']);
  expect(worker?.subdomain).toEqual({ enabled: false, previews_enabled: false });
  const bindings = new Map(worker?.bindings.map((binding) => [binding.name, binding]));
  expect(bindings.get('WEB_ORIGIN')?.['text']).toBe('https://stage.example.com');
  expect(bindings.get('PEOPLE_DIRECTORY_URL')?.['text']).toBe('https://people.example.com');
  expect(bindings.get('BREACHED_PASSWORDS_URL')?.['text']).toBe('https://api.pwnedpasswords.com');
  expect(bindings.get('ENVIRONMENT')?.['text']).toBe('production');
  // Only a deployed Worker limits the calls of sessions.
  expect(bindings.get('CALL_LIMIT')).toMatchObject({
    type: 'ratelimit',
    simple: { limit: 3000, period: 60 },
  });
  expect(bindings.get('IDENTITY_SECRET')).toMatchObject({ type: 'secret_text', text: longSecret });
  expect(bindings.get('ACCOUNTING_SECRET')).toMatchObject({ type: 'secret_text', text: 'pa$word' });
  expect(readdirSync(temporary).filter((name) => name.startsWith('backlot-secrets-'))).toEqual([]);
  expect(JSON.stringify(worker?.bindings)).not.toContain('"local');
  const pages = account.pages.projects.get('stage-web');
  expect(pages?.files).toContain('/index.html');
  expect(pages?.parts.has('_worker.bundle')).toBe(true);
  // Static files call no function (DEC-141).
  expect(JSON.parse(pages?.parts.get('_routes.json') ?? '{}')).toMatchObject({
    include: expect.arrayContaining(['/api/*']) as unknown,
  });
});

test('the deployment fails with the name of a secret that the Worker lacks afterwards', async () => {
  account.workers.lose('ACCOUNTING_SECRET');
  const { code, output } = await deploy(wanted, secretsFile('pa$word'));
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('The Worker was deployed, and has no ACCOUNTING_SECRET.'),
  ]);
  account.workers.lose(null);
  expect((await deploy(wanted, secretsFile('pa$word'))).code).toBe(0);
});

test('DEC-150: the next deployment creates a shard added to the configuration, and leaves the others unchanged', async () => {
  const before = new Map([...account.databases.databaseById.values()].map(({ name, uuid }) => [name, uuid]));
  const { code, output } = await deploy({
    ...wanted,
    shards: ['weur', 'weur', 'oc'],
  });
  expect([code, account.unknownCalls], output).toEqual([0, []]);
  expect(output).toContain('made stage-shows-2');
  expect(appliedTo('stage-shows-2')).toEqual(migrationsOf('show'));
  const after = new Map([...account.databases.databaseById.values()].map(({ name, uuid }) => [name, uuid]));
  expect(after).toEqual(new Map([...before, ['stage-shows-2', after.get('stage-shows-2')]]));
  const worker = account.workers.workerByName.get('stage');
  const added = account.databases.databaseById.get(after.get('stage-shows-2') ?? '');
  expect(added?.asked['primary_location_hint']).toBe('oc');
  const regions = worker?.bindings.find(({ name }) => name === 'SHARD_REGIONS');
  expect(regions?.['text']).toBe('weur,weur,oc');
  expect(worker?.placement).toBeUndefined();
  expect(worker?.uploads).toBe(4);
  expect(worker?.secrets).toEqual(
    new Set(['IDENTITY_SECRET', 'ACCOUNTING_SECRET', 'PEOPLE_DIRECTORY_SECRET']),
  );
  expect(worker?.bindings.filter(({ name }) => /^SHOWS_\d$/.test(name))).toEqual(
    [0, 1, 2].map(
      (n) => expect.objectContaining({ name: `SHOWS_${n}`, id: after.get(`stage-shows-${n}`) }) as unknown,
    ),
  );
});

test("a command creates the first administrator and prints a link to the deployment's address", async () => {
  const { code, output } = await run('admin', ['--remote', 'Ana.Lima@example.com']);
  expect([code, account.unknownCalls], output).toEqual([0, []]);
  expect(output).toMatch(/https:\/\/stage\.example\.com\/api\/auth\/password\/[\w-]{43}/);
  expect(
    account.databases.rows('stage-directory', 'SELECT username, is_internal, local_user FROM users'),
  ).toEqual([{ username: 'ana.lima@example.com', is_internal: 1, local_user: 1 }]);
  const again = await run('admin', ['--remote', 'bo@example.com']);
  expect(again.code).toBe(1);
  expect(again.output).toContain('There is an administrator already (ana.lima@example.com)');
});

test('versions lists the migration of every database, and a deployment updates one that lags', async () => {
  const newest = (migrationsOf('show').at(-1) ?? '').replace('.sql', '');
  const all = await run('admin', ['versions', '--remote']);
  expect([all.code, account.unknownCalls]).toEqual([0, []]);
  expect(all.output).toMatch(/^stage-directory +\S+ since .* UTC: up to date$/m);
  expect(all.output).toMatch(new RegExp(`^stage-shows-2 +${newest} since .* UTC: up to date$`, 'm'));

  // A shard with a migration that fails blocks the Worker, but no other database.
  const failing = unrepeatable().replace('.sql', '');
  account.databases.rows('stage-shows-1', `DELETE FROM d1_migrations WHERE name = '${failing}.sql'`);
  const lagging = await run('admin', ['versions', '--remote']);
  expect(lagging.code).toBe(1);
  expect(lagging.output).toMatch(new RegExp(`^stage-shows-1 .*: lacks ${failing}$`, 'm'));
  const uploads = account.workers.workerByName.get('stage')?.uploads;
  const stopped = await deploy({ ...wanted, shards: 4 });
  expect(stopped.code).toBe(1);
  expect(stopped.output).toContain(`stage-shows-1 lacks ${failing}`);
  expect(appliedTo('stage-shows-3')).toEqual(migrationsOf('show'));
  expect(account.workers.workerByName.get('stage')?.uploads).toBe(uploads);
  account.databases.rows('stage-shows-1', `INSERT INTO d1_migrations (name) VALUES ('${failing}.sql')`);
});

test('a command moves a show and follows it; no migration runs meanwhile, and verify reads the deployed data', async () => {
  account.databases.rows('stage-directory', "INSERT INTO studios (id, name) VALUES ('s', 'Studio')");
  account.databases.rows(
    'stage-directory',
    `INSERT INTO shows (id, studio_id, slug, name, license, shard, accounting_system, created_at)
     VALUES ('nlite9', 's', 'nlite', 'Night Light', 'L', 0, 'SA', '2026-11-01')`,
  );
  const unknown = await run('admin', ['move-show', 'nobody', '1', '--remote']);
  expect([unknown.code, unknown.output]).toEqual([1, 'There is no show nobody.\n']);
  const moving = run('admin', ['move-show', 'nlite9', '1', '--remote']);
  await vi.waitUntil(
    () => account.databases.rows('stage-directory', 'SELECT step FROM show_moves').length > 0,
    { timeout: 60_000, interval: 50 },
  );
  const [newest = ''] = migrationsOf('show').slice(-1);
  account.databases.rows('stage-shows-0', `DELETE FROM d1_migrations WHERE name = '${newest}'`);
  const refused = await deploy({ ...wanted, shards: 4 });
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('nlite9 is on its way to shard 1'),
  ]);
  account.databases.rows('stage-shows-0', `INSERT INTO d1_migrations (name) VALUES ('${newest}')`);
  // Done by the Worker's cron job.
  account.databases.rows('stage-directory', "UPDATE shows SET shard = 1 WHERE id = 'nlite9'");
  account.databases.rows('stage-directory', "UPDATE show_moves SET step = 'REST' WHERE show_id = 'nlite9'");
  const { code, output } = await moving;
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^Closing the show.*\nIt is found on its new shard/),
  ]);
  const verified = await run('admin', ['verify', '--remote']);
  expect([verified.code, verified.output]).toEqual([0, 'Night Light: 0 documents, 0 events, 0 amiss\n']);
  const heads = join(folder, 'heads.json');
  writeFileSync(heads, JSON.stringify({ nlite9: [], taken1: [] }));
  const against = await run('admin', ['verify', '--remote', '--against', heads]);
  expect([against.code, against.output]).toEqual([
    1,
    expect.stringContaining('The show taken1 was kept, and is not there.'),
  ]);
  expect(account.unknownCalls).toEqual([]);
});

test('a deployment is refused while a show is on a shard that it does not have', async () => {
  const { code, output } = await deploy({ ...wanted, shards: 1 });
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('nlite9 is on shard 1, and deployment.json has 1 of them, from 0.'),
  ]);
  writeFileSync(file, JSON.stringify({ ...wanted, shards: 4 }));
});

test('DEC-123: a backup of the deployment is written, and not restored over its rows', async () => {
  const copy = join(folder, 'backup');
  const written = await run('backup', ['--remote', '--to', copy]);
  expect([written.code, written.output]).toEqual([0, expect.stringMatching(/^stage-directory: \d+ rows\n/)]);
  const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as {
    databases: { binding: string; tables: { name: string; rows: number }[] }[];
  };
  const [directory] = manifest.databases.filter(({ binding }) => binding === 'DIRECTORY');
  expect(directory?.tables).toContainEqual(expect.objectContaining({ name: 'shows', rows: 1 }));
  const restored = await run('restore', ['--remote', '--from', copy]);
  expect([restored.code, restored.output]).toEqual([1, expect.stringContaining('is not empty')]);
  expect(account.unknownCalls).toEqual([]);
});
