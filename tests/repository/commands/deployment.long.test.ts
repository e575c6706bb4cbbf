import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAccount } from '../../support/cloudflare/account.ts';
import { repository } from '../planted.ts';

// Many programs after one another: how long they take says nothing.
vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'backlot-deployment-'));
let account: Awaited<ReturnType<typeof openAccount>>;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => {
  account.close();
  rmSync(folder, { recursive: true, force: true });
});

const wanted = {
  name: 'stage',
  address: 'https://stage.example.com',
  shards: 2,
  mailFrom: 'Backlot <no-reply@example.com>',
  accountingUrl: 'https://accounting.example.com/api',
  peopleDirectoryUrl: 'https://people.example.com',
};

const file = join(folder, 'deployment.json');

/** As an operator: a command of the repository with that file, against the account on loopback. */
async function run(script: string, options: readonly string[], variables: Record<string, string> = {}) {
  const command = [join(repository, `scripts/${script}.mjs`), '--config', file, ...options];
  const env = { ...process.env, ...account.environment, ...variables };
  const child = spawn(process.execPath, command, { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()));
  const code = await new Promise((ended) => {
    child.once('close', ended);
  });
  return { code, said };
}

function deploy(deployment: object, options: readonly string[] = [], variables: Record<string, string> = {}) {
  writeFileSync(file, JSON.stringify(deployment));
  return run('deploy', options, variables);
}

const longSecret = 'a secret of at least thirty-two bytes';

function secretsFile(accounting = 'another', identity = longSecret): string[] {
  const secrets = join(folder, 'secrets.env');
  writeFileSync(
    secrets,
    `IDENTITY_SECRET=${identity}\nACCOUNTING_SECRET=${accounting}\nPEOPLE_DIRECTORY_SECRET=a-third\n`,
  );
  return ['--secrets-file', secrets];
}

const migrationsOf = (kind: 'directory' | 'show') =>
  readdirSync(join(repository, 'migrations', kind))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
const appliedTo = (database: string) =>
  account.databases.rows(database, 'SELECT name FROM d1_migrations ORDER BY name').map((row) => row['name']);

test('a deployment that cannot be used says each of its faults, and nothing is made', async () => {
  const { code, said } = await deploy({
    ...wanted,
    address: 'http://stage.example.com',
    shards: 0,
    color: 'red',
  });
  expect(code).toBe(1);
  for (const fault of ['address:', 'shards:', 'color:']) expect(said).toContain(fault);
  expect(account.databases.held.size).toBe(0);
});

test('without its secrets nothing is made', async () => {
  const { code, said } = await deploy(wanted);
  expect(code).toBe(1);
  expect(said).toContain(
    'Without IDENTITY_SECRET and ACCOUNTING_SECRET and PEOPLE_DIRECTORY_SECRET nothing is deployed.',
  );
  // As the operations page prints it, before anybody has filled it in.
  const unfilled = await deploy(wanted, secretsFile('         # what it was given'));
  expect(unfilled.code).toBe(1);
  expect(unfilled.said).toContain('ACCOUNTING_SECRET of the secrets file is empty.');
  expect(account.databases.held.size).toBe(0);
  expect(account.workers.held.size).toBe(0);
});

test('DEC-122: a new deployment with a short secret of its own is refused, and nothing is made', async () => {
  const { code, said } = await deploy(wanted, secretsFile('another', 'short'));
  expect([code, said]).toEqual([1, expect.stringContaining('IDENTITY_SECRET has fewer than 32 bytes.')]);
  expect(account.databases.held.size).toBe(0);
});

test('an empty account becomes a running studio: databases, files, queues, Worker, Pages', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const { code, said } = await deploy(wanted, secretsFile('pa$word'), {
    TMPDIR: temporary,
    word: 'of the shell',
    IDENTITY_SECRET: 'of the shell',
  });
  expect(said).toContain('Deployed.');
  expect([code, account.strange], said).toEqual([0, []]);
  expect(appliedTo('stage-directory')).toEqual(migrationsOf('directory'));
  for (const shard of ['stage-shows-0', 'stage-shows-1'])
    expect(appliedTo(shard)).toEqual(migrationsOf('show'));
  expect(account.things.buckets.get('stage-files')?.lifecycle).toMatchObject({
    rules: expect.arrayContaining([expect.objectContaining({ conditions: { prefix: 'pdf/' } })]) as unknown,
  });
  const consumers = [...account.things.queues].map(([name, queue]) => [
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
  const worker = account.workers.held.get('stage');
  expect(worker?.crons).toEqual(['* * * * *', '0 7,8 * * *']);
  expect(worker?.subdomain).toEqual({ enabled: false, previews_enabled: false });
  const bindings = new Map(worker?.bindings.map((binding) => [binding.name, binding]));
  expect(bindings.get('WEB_ORIGIN')?.['text']).toBe('https://stage.example.com');
  expect(bindings.get('PEOPLE_DIRECTORY_URL')?.['text']).toBe('https://people.example.com');
  expect(bindings.get('BREACHED_PASSWORDS_URL')?.['text']).toBe('https://api.pwnedpasswords.com');
  expect(bindings.get('ENVIRONMENT')?.['text']).toBe('production');
  // Only what is deployed counts the calls of sessions.
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
});

test('a secret that the Worker lacks after the deployment ends it with its name', async () => {
  account.workers.lose('ACCOUNTING_SECRET');
  const { code, said } = await deploy(wanted, secretsFile('pa$word'));
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('The Worker was deployed, and has no ACCOUNTING_SECRET.'),
  ]);
  account.workers.lose(null);
  expect((await deploy(wanted, secretsFile('pa$word'))).code).toBe(0);
});

test('one more shard is configuration: the next deployment makes it, and leaves what is there', async () => {
  const before = new Map([...account.databases.held.values()].map(({ name, uuid }) => [name, uuid]));
  const { code, said } = await deploy({ ...wanted, shards: 3 });
  expect([code, account.strange], said).toEqual([0, []]);
  expect(said).toContain('made stage-shows-2');
  expect(appliedTo('stage-shows-2')).toEqual(migrationsOf('show'));
  const after = new Map([...account.databases.held.values()].map(({ name, uuid }) => [name, uuid]));
  expect(after).toEqual(new Map([...before, ['stage-shows-2', after.get('stage-shows-2')]]));
  const worker = account.workers.held.get('stage');
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

test('the first administrator of a deployment comes by command, with a link to its address', async () => {
  const { code, said } = await run('admin', ['--remote', 'Ana.Lima@example.com']);
  expect([code, account.strange], said).toEqual([0, []]);
  expect(said).toMatch(/https:\/\/stage\.example\.com\/api\/auth\/password\/[\w-]{43}/);
  expect(
    account.databases.rows('stage-directory', 'SELECT username, is_internal, local_user FROM users'),
  ).toEqual([{ username: 'ana.lima@example.com', is_internal: 1, local_user: 1 }]);
  const again = await run('admin', ['--remote', 'bo@example.com']);
  expect(again.code).toBe(1);
  expect(again.said).toContain('There is an administrator already (ana.lima@example.com)');
});

test('every database says at which migration it stands, and the one that lags is brought up', async () => {
  const newest = (migrationsOf('show').at(-1) ?? '').replace('.sql', '');
  const all = await run('admin', ['versions', '--remote']);
  expect([all.code, account.strange]).toEqual([0, []]);
  expect(all.said).toMatch(/^stage-directory +\S+ since .* UTC: up to date$/m);
  expect(all.said).toMatch(new RegExp(`^stage-shows-2 +${newest} since .* UTC: up to date$`, 'm'));

  // A shard whose newest migration fails holds up the Worker, and no other database.
  account.databases.rows('stage-shows-1', `DELETE FROM d1_migrations WHERE name = '${newest}.sql'`);
  const lagging = await run('admin', ['versions', '--remote']);
  expect(lagging.code).toBe(1);
  expect(lagging.said).toMatch(new RegExp(`^stage-shows-1 .*: lacks ${newest}$`, 'm'));
  const uploads = account.workers.held.get('stage')?.uploads;
  const stopped = await deploy({ ...wanted, shards: 4 });
  expect(stopped.code).toBe(1);
  expect(stopped.said).toContain(`stage-shows-1 lacks ${newest}`);
  expect(appliedTo('stage-shows-3')).toEqual(migrationsOf('show'));
  expect(account.workers.held.get('stage')?.uploads).toBe(uploads);
  account.databases.rows('stage-shows-1', `INSERT INTO d1_migrations (name) VALUES ('${newest}.sql')`);
});

test('a move is asked for by command and followed; no migration comes between, and verify reads what is deployed', async () => {
  account.databases.rows('stage-directory', "INSERT INTO studios (id, name) VALUES ('s', 'Studio')");
  account.databases.rows(
    'stage-directory',
    `INSERT INTO shows (id, studio_id, slug, name, license, shard, accounting_system, created_at)
     VALUES ('nlite9', 's', 'nlite', 'Night Light', 'L', 0, 'SA', '2026-11-01')`,
  );
  const unknown = await run('admin', ['move-show', 'nobody', '1', '--remote']);
  expect([unknown.code, unknown.said]).toEqual([1, 'There is no show nobody.\n']);
  const moving = run('admin', ['move-show', 'nlite9', '1', '--remote']);
  await vi.waitUntil(
    () => account.databases.rows('stage-directory', 'SELECT step FROM show_moves').length > 0,
    { timeout: 60_000, interval: 50 },
  );
  const [newest = ''] = migrationsOf('show').slice(-1);
  account.databases.rows('stage-shows-0', `DELETE FROM d1_migrations WHERE name = '${newest}'`);
  const refused = await deploy({ ...wanted, shards: 4 });
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringContaining('nlite9 is on its way to shard 1'),
  ]);
  account.databases.rows('stage-shows-0', `INSERT INTO d1_migrations (name) VALUES ('${newest}')`);
  // What the Worker's clock does.
  account.databases.rows('stage-directory', "UPDATE shows SET shard = 1 WHERE id = 'nlite9'");
  account.databases.rows('stage-directory', "UPDATE show_moves SET step = 'REST' WHERE show_id = 'nlite9'");
  const { code, said } = await moving;
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^Closing the show.*\nIt is found on its new shard/),
  ]);
  const verified = await run('admin', ['verify', '--remote']);
  expect([verified.code, verified.said]).toEqual([0, 'Night Light: 0 documents, 0 events, 0 amiss\n']);
  const heads = join(folder, 'heads.json');
  writeFileSync(heads, JSON.stringify({ nlite9: [], taken1: [] }));
  const against = await run('admin', ['verify', '--remote', '--against', heads]);
  expect([against.code, against.said]).toEqual([
    1,
    expect.stringContaining('The show taken1 was kept, and is not there.'),
  ]);
  expect(account.strange).toEqual([]);
});
