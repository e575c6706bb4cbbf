import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabases } from '../../../scripts/deployment/databases.mjs';
import { migrate } from '../../../scripts/migrate.mjs';
import { seed } from '../../../scripts/seed.mjs';
import { repository } from '../repository-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'backlot-backup-'));
const state = join(folder, 'demo');
const restored = join(folder, 'restored');
const backup = join(folder, 'backup');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(script: string, options: string[], data: string, killAfterMs = 0) {
  const child = spawn(process.execPath, [join(repository, `scripts/${script}.mjs`), ...options], {
    env: { ...process.env, BACKLOT_STATE: data },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  if (killAfterMs > 0) {
    while (!output.includes('Restoring')) await pause(20);
    await pause(killAfterMs);
    child.kill('SIGKILL');
  }
  return { code: await ended, output };
}

const partsOf = (path: string) =>
  (
    JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as { databases: { tables: unknown }[] }
  ).databases.map(({ tables }) => tables);

beforeAll(async () => {
  await migrate(state);
  await seed({ state, documents: 0, isEmpty: false, report: () => undefined });
  expect(await run('backup', ['--to', backup], state)).toMatchObject({ code: 0 });
});

test('DEC-123: an interrupted restore continues, and the rows, histories and search are those of the backup', async () => {
  expect((await run('restore', ['--from', backup], restored, 1500)).code).toBeNull();
  expect(await run('restore', ['--from', backup], restored)).toMatchObject({ code: 0 });
  const second = join(folder, 'second');
  expect(await run('backup', ['--to', second], restored)).toMatchObject({ code: 0 });
  expect(partsOf(second)).toEqual(partsOf(backup));
  expect((await run('verify-histories', [], restored)).code).toBe(0);
  process.env['BACKLOT_STATE'] = restored;
  const { env, close } = await openDatabases({ remote: false });
  const [file] = (
    await env.SHOWS_0.prepare('SELECT id, sha256 FROM files LIMIT 1').all<Record<string, string>>()
  ).results;
  const object = await env.FILES.get(file?.['id'] ?? '');
  const bytes = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.['sha256']);
  const found = await env.SHOWS_0.prepare(
    `SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM search_rows) AS indexed,
     (SELECT count(*) FROM search_text WHERE search_text MATCH 'show:nlite') AS found`,
  ).first<{ documents: number; indexed: number; found: number }>();
  await close();
  expect(found?.indexed).toBe(found?.documents);
  expect(found?.found).toBeGreaterThan(0);
});

test('DEC-123: a database with rows is refused', async () => {
  const { code, output } = await run('restore', ['--from', backup], state);
  expect([code, output]).toEqual([1, expect.stringContaining('DIRECTORY is not empty: studios')]);
});

test('DEC-123: a changed part is refused', async () => {
  appendFileSync(join(backup, 'DIRECTORY.users.0.ndjson'), ' ');
  const { code, output } = await run('restore', ['--from', backup], join(folder, 'empty'));
  expect([code, output]).toEqual([1, 'DIRECTORY.users.0.ndjson was changed since the backup.\n']);
});
