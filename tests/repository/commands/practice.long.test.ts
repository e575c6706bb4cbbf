import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../../scripts/migrate.mjs';
import { seed } from '../../../scripts/seed.mjs';
import { stage } from '../../support/cloudflare/stage.ts';
import { repository } from '../repository-copy.ts';
import { openOperator } from './operator.ts';
import type { Operator } from './operator.ts';

/** What docs/operations.md describes as the practice without an account, step by step. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'backlot-practice-'));
const state = join(folder, 'state');
const backup = join(folder, 'backup');
let service: ChildProcess;
let environment: Record<string, string>;
let operator: Operator;

beforeAll(async () => {
  service = spawn(process.execPath, [join(repository, 'tests/support/cloudflare/practice.ts')]);
  let printed = '';
  service.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
  await vi.waitUntil(() => printed.includes('CLOUDFLARE_API_TOKEN'), { timeout: 60_000 });
  environment = Object.fromEntries(
    [...printed.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  operator = openOperator({ environment }, folder);
  await migrate(state);
  await seed({ state, documents: 0, isEmpty: false, report: () => undefined });
});
afterAll(() => {
  service.kill();
  rmSync(folder, { recursive: true, force: true });
});

const deployment = { ...stage, shards: 2 };
const secrets = () => operator.secretsFile('a secret of at least thirty-two bytes', 'another');
const post = (path: string, body: object) =>
  fetch(`${environment['CLOUDFLARE_API_BASE_URL']}/accounts/${environment['CLOUDFLARE_ACCOUNT_ID']}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
const tablesOf = (path: string) =>
  (
    JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as { databases: { tables: unknown }[] }
  ).databases.map(({ tables }) => tables);

test('DEC-147: the first deployment names the address as the next step, and the second one the check', async () => {
  const first = await operator.deploy(deployment, secrets());
  expect([first.code, first.output]).toEqual([
    0,
    expect.stringContaining('stage-web, Custom domains, add stage.example.com.'),
  ]);
  await post('/pages/projects/stage-web/domains', { name: 'stage.example.com' });
  const second = await operator.deploy(deployment);
  expect([second.code, second.output]).toEqual([
    0,
    expect.stringMatching(
      /made for stage-web\.pages\.dev[^]*Deployed\. Check it: npm run deploy -- --check https:\/\/stage\.example\.com$/m,
    ),
  ]);
});

test('DEC-123: a backup is restored into the empty databases of another deployment, where every hash is verified', async () => {
  const written = await operator.run('backup', ['--to', backup], { BACKLOT_STATE: state });
  expect(written.code, written.output).toBe(0);
  const early = await operator.deploy({ ...deployment, name: 'restored', shards: 1 }, secrets());
  expect(early.code, early.output).toBe(0);
  const refused = await operator.run('restore', ['--remote', '--from', backup]);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('There is no database for SHOWS_1. npm run deploy makes it'),
  ]);
  expect((await operator.deploy({ ...deployment, name: 'restored' })).code).toBe(0);
  const restored = await operator.run('restore', ['--remote', '--from', backup]);
  expect(restored.code, restored.output).toBe(0);
  const verified = await operator.run('admin', ['verify', '--remote']);
  expect(verified.code, verified.output).toBe(0);
  expect(verified.output).toMatch(/: [1-9]\d* documents, [1-9]\d* events, 0 amiss$/m);
  const copy = join(folder, 'copy');
  expect((await operator.run('backup', ['--remote', '--to', copy])).code).toBe(0);
  expect(tablesOf(copy)).toEqual(tablesOf(backup));
  // A changed line no longer has the hash of its history.
  await post('/d1/database/restored-shows-0/query', {
    sql: "UPDATE document_lines SET description = description || '.' WHERE document_id = (SELECT id FROM documents WHERE status = 'APPROVED' LIMIT 1)",
  });
  const changed = await operator.run('admin', ['verify', '--remote']);
  expect([changed.code, changed.output]).toEqual([1, expect.stringMatching(/, [1-9]\d* amiss$/m)]);
});
