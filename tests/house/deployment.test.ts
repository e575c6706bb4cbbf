import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAccount } from '../support/cloudflare/account.ts';
import { repository } from './planted.ts';

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
};

const file = join(folder, 'deployment.json');

/** As an operator: a command of the repository with that file, against the account on loopback. */
async function run(script: string, options: readonly string[]) {
  const command = [join(repository, `scripts/${script}.mjs`), '--config', file, ...options];
  const child = spawn(process.execPath, command, { env: { ...process.env, ...account.environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()));
  const code = await new Promise((ended) => {
    child.once('close', ended);
  });
  return { code, said };
}

function deploy(deployment: object, options: readonly string[] = []) {
  writeFileSync(file, JSON.stringify(deployment));
  return run('deploy', options);
}

function secretsFile(): string[] {
  const secrets = join(folder, 'secrets.env');
  writeFileSync(secrets, 'IDENTITY_SECRET=a-long-one\nACCOUNTING_SECRET=another\n');
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
  expect(said).toContain('Without IDENTITY_SECRET and ACCOUNTING_SECRET nothing is deployed.');
  expect(account.databases.held.size).toBe(0);
  expect(account.workers.held.size).toBe(0);
});

test('an empty account becomes a running studio: databases, files, queues, Worker, Pages', async () => {
  const { code, said } = await deploy(wanted, secretsFile());
  expect(said).toContain('Deployed.');
  expect([code, account.strange]).toEqual([0, []]);
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
      ['stage-pdf', 'stage-dead-letters'],
    ]),
  );
  const worker = account.workers.held.get('stage');
  expect(worker?.crons).toEqual(['* * * * *', '0 7,8 * * *']);
  expect(worker?.subdomain).toEqual({ enabled: false, previews_enabled: false });
  const bindings = new Map(worker?.bindings.map((binding) => [binding.name, binding]));
  expect(bindings.get('WEB_ORIGIN')?.['text']).toBe('https://stage.example.com');
  expect(bindings.get('ENVIRONMENT')?.['text']).toBe('production');
  expect(bindings.get('IDENTITY_SECRET')).toMatchObject({ type: 'secret_text', text: 'a-long-one' });
  expect(JSON.stringify(worker?.bindings)).not.toContain('"local');
  const pages = account.pages.projects.get('stage-web');
  expect(pages?.files).toContain('/index.html');
  expect(pages?.parts.has('_worker.bundle')).toBe(true);
});

test('one more shard is configuration: the next deployment makes it, and leaves what is there', async () => {
  const before = new Map([...account.databases.held.values()].map(({ name, uuid }) => [name, uuid]));
  const { code, said } = await deploy({ ...wanted, shards: 3 });
  expect([code, account.strange]).toEqual([0, []]);
  expect(said).toContain('made stage-shows-2');
  expect(appliedTo('stage-shows-2')).toEqual(migrationsOf('show'));
  const after = new Map([...account.databases.held.values()].map(({ name, uuid }) => [name, uuid]));
  expect(after).toEqual(new Map([...before, ['stage-shows-2', after.get('stage-shows-2')]]));
  const worker = account.workers.held.get('stage');
  expect(worker?.uploads).toBe(2);
  expect(worker?.secrets).toEqual(new Set(['IDENTITY_SECRET', 'ACCOUNTING_SECRET']));
  expect(worker?.bindings.filter(({ name }) => /^SHOWS_\d$/.test(name))).toEqual(
    [0, 1, 2].map(
      (n) => expect.objectContaining({ name: `SHOWS_${n}`, id: after.get(`stage-shows-${n}`) }) as unknown,
    ),
  );
});

test('the first administrator of a deployment comes by command, with a link to its address', async () => {
  const { code, said } = await run('admin', ['--remote', 'Ana.Lima@example.com']);
  expect([code, account.strange]).toEqual([0, []]);
  expect(said).toMatch(/https:\/\/stage\.example\.com\/api\/auth\/password\/[\w-]{43}/);
  expect(
    account.databases.rows('stage-directory', 'SELECT username, is_internal, local_user FROM users'),
  ).toEqual([{ username: 'ana.lima@example.com', is_internal: 1, local_user: 1 }]);
  const again = await run('admin', ['--remote', 'bo@example.com']);
  expect(again.code).toBe(1);
  expect(again.said).toContain('There is an administrator already (ana.lima@example.com)');
});
