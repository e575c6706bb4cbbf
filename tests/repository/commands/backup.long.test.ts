import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('DEC-123: a lost shard is restored beside the directory, and refused when its shows are not on it', async () => {
  const data = join(folder, 'shard');
  await migrate(data);
  const options = ['--from', backup, '--shard', '0'];
  const refused = await run('restore', options, data);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is not on shard 0 any more')]);
  process.env['BACKLOT_STATE'] = data;
  const { env, close } = await openDatabases({ remote: false });
  for (const table of ['studios', 'shows'])
    for (const line of readFileSync(join(backup, `DIRECTORY.${table}.0.ndjson`), 'utf8')
      .trim()
      .split('\n')) {
      const row = JSON.parse(line) as Record<string, string | number | null>;
      const columns = Object.keys(row);
      const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
      await env.DIRECTORY.prepare(sql)
        .bind(...Object.values(row))
        .run();
    }
  await close();
  expect(await run('restore', options, data)).toMatchObject({ code: 0 });
  const verified = await run('verify-histories', [], data);
  expect([verified.code, verified.output]).toEqual([0, expect.stringMatching(/: [1-9]\d* documents/)]);
});

test('DEC-123: a backup of three shards is restored into local data', async () => {
  const three = join(folder, 'three');
  cpSync(backup, three, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(three, 'manifest.json'), 'utf8')) as {
    databases: { binding: string }[];
  };
  manifest.databases.push({ ...manifest.databases.at(-1), binding: 'SHOWS_2' });
  writeFileSync(join(three, 'manifest.json'), JSON.stringify(manifest));
  const data = join(folder, 'drill');
  expect(await run('restore', ['--from', three], data)).toMatchObject({ code: 0 });
  const versions = await run('versions', [], data);
  expect([versions.code, versions.output]).toEqual([
    0,
    expect.stringMatching(/^backlot-shows-2 .*up to date$/m),
  ]);
  expect((await run('verify-histories', [], data)).code).toBe(0);
});

test('DEC-123: a changed part is refused', async () => {
  appendFileSync(join(backup, 'DIRECTORY.users.0.ndjson'), ' ');
  const { code, output } = await run('restore', ['--from', backup], join(folder, 'empty'));
  expect([code, output]).toEqual([1, 'DIRECTORY.users.0.ndjson was changed since the backup.\n']);
});
