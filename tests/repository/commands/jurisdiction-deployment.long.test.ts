import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAccount } from '../../support/cloudflare/account.ts';
import { openOperator } from './operator.ts';
import type { Operator } from './operator.ts';
import { stage } from '../../support/cloudflare/stage.ts';

vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'backlot-jurisdiction-'));
const backup = join(folder, 'backup');
let account: Awaited<ReturnType<typeof openAccount>>;
let operator: Operator;
beforeAll(async () => {
  account = await openAccount();
  operator = openOperator(account, folder);
});
afterAll(() => {
  account.close();
  rmSync(folder, { recursive: true, force: true });
});

const secret = 'a secret of at least thirty-two bytes';
const law = { ...stage, name: 'law', address: 'https://law.example.com', jurisdiction: 'eu' };

test('DEC-140, DEC-142: the jurisdiction of a deployment applies to databases, files, queues and realtime objects', async () => {
  const { code, output } = await operator.deploy(law, operator.secretsFile(secret, 'another'));
  expect(code, output).toBe(0);
  const databases = [...account.databases.databaseById.values()];
  expect(databases.map(({ name }) => name).toSorted()).toEqual(['law-directory', 'law-shows-0']);
  for (const { asked, readReplication } of databases) {
    expect(asked['jurisdiction']).toBe('eu');
    expect(readReplication).toEqual({ mode: 'disabled' });
  }
  const { buckets, queues } = account.bucketsAndQueues;
  expect(buckets.get('law-files')).toMatchObject({
    jurisdiction: 'eu',
    lifecycle: expect.anything() as unknown,
  });
  expect([...queues.values()].map(({ jurisdiction }) => jurisdiction)).toEqual(['eu', 'eu', 'eu', 'eu']);
  const worker = account.workers.workerByName.get('law');
  const bindings = new Map(worker?.bindings.map((binding) => [binding.name, binding]));
  expect(bindings.get('FILES')).toMatchObject({ bucket_name: 'law-files', jurisdiction: 'eu' });
  expect(bindings.get('JURISDICTION')?.['text']).toBe('eu');
  expect(worker?.placement).toBeUndefined();
  expect(account.unknownCalls).toEqual([]);
});

test('DEC-123, DEC-146: a second deployment redirects pages.dev, and its backup is restored into a new one', async () => {
  account.pages.projects.get('law-web')?.domains.push('law.example.com');
  const second = await operator.deploy(law);
  expect(second.output).toContain('made for law-web.pages.dev');
  expect(account.redirects.rules).toHaveLength(1);

  const administrator = await operator.run('admin', ['ana@example.com', '--remote']);
  expect(administrator.code, administrator.output).toBe(0);
  const written = await operator.run('backup', [
    '--to',
    backup,
    '--files',
    join(folder, 'files'),
    '--remote',
  ]);
  expect(written.code, written.output).toBe(0);

  const next = { ...law, name: 'next', address: 'https://next.example.com' };
  const made = await operator.deploy(next, operator.secretsFile(secret, 'another'));
  expect(made.code, made.output).toBe(0);
  const restore = ['--from', backup, '--files', join(folder, 'files'), '--remote'];
  const restored = await operator.run('restore', restore);
  expect(restored.code, restored.output).toBe(0);
  expect(account.databases.rows('next-directory', 'SELECT username FROM users')).toEqual([
    { username: 'ana@example.com' },
  ]);
  const verified = await operator.run('admin', ['verify', '--remote']);
  expect(verified.code, verified.output).toBe(0);
  expect(account.unknownCalls).toEqual([]);
});
