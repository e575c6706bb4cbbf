import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBucket } from '../../../scripts/backup/bucket.mjs';
import { copyFiles, restoreFiles } from '../../../scripts/backup/files.mjs';
import { deployedDatabases } from '../../../scripts/deployment/databases.mjs';
import { openAccount } from '../../support/cloudflare/account.ts';
import { stage } from '../../support/cloudflare/stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'backlot-backup-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const config = join(folder, 'deployment.json');
writeFileSync(config, JSON.stringify(stage));

let account: Awaited<ReturnType<typeof openAccount>>;
const call = (path: string, body: object) =>
  fetch(`${account.environment['CLOUDFLARE_API_BASE_URL']}/accounts/${'a'.repeat(32)}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
beforeEach(async () => {
  account = await openAccount();
  for (const [name, value] of Object.entries(account.environment)) vi.stubEnv(name, value);
  await call('/r2/buckets', { name: 'stage-files' });
  await call('/d1/database', { name: 'stage-shows-0' });
  account.databases.rows(
    'stage-shows-0',
    'CREATE TABLE restored_rows (file TEXT PRIMARY KEY, backup TEXT, rows INTEGER)',
  );
});
afterEach(() => {
  vi.unstubAllEnvs();
  account.close();
});

const bytesOf = (id: string) => Buffer.from([0, 255, ...Buffer.from(id)]);
const rowOf = (id: string, changes: object = {}) => ({
  id,
  show_id: 'nlite9',
  size: bytesOf(id).length,
  sha256: createHash('sha256').update(bytesOf(id)).digest('hex'),
  content_type: 'application/pdf',
  linked_at: '2026-11-01',
  ...changes,
});

/** Writes the rows of `files`, and of erased ones, as `npm run backup` does. */
function storedFiles(rows: readonly object[], erased: readonly string[] = []) {
  const table = (name: string, content: readonly object[]) => {
    const file = `SHOWS_0.${name}.0.ndjson`;
    writeFileSync(join(folder, file), content.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return { name, columns: [], rows: content.length, parts: [{ file, rows: content.length, sha256: '' }] };
  };
  const erasedRows = erased.map((id) => ({ file_id: id }));
  const tables = [table('files', rows), table('erased_files', erasedRows)];
  return { binding: 'SHOWS_0', migrations: [], tables, documents: [], inconsistent: [] };
}

const put = (id: string, bytes = bytesOf(id)) =>
  account.bucketsAndQueues.objects.set(`stage-files/${id}`, bytes);
const bucketOf = () => openBucket({ remote: true, config }, {} as Env);
const freshFolder = () => mkdtempSync(join(folder, 'bytes-'));

async function restoreInto(
  bytesFolder: string,
  stored: ReturnType<typeof storedFiles>,
  missingFiles: string[] = [],
) {
  const { env } = await deployedDatabases(stage);
  const backup = { id: 'backup', missingFiles };
  const bucket = await bucketOf();
  return restoreFiles({ bucket, database: env.SHOWS_0, stored, folder, bytesFolder, backup });
}

test('DEC-123: attachments are copied by the rows of the backup, and a further backup copies only new ones', async () => {
  for (const id of ['nlite9_a', 'nlite9_b']) put(id);
  const stored = storedFiles([rowOf('nlite9_a'), rowOf('nlite9_b')]);
  const bytesFolder = freshFolder();
  const bucket = await bucketOf();
  expect(await copyFiles(bucket, stored, folder, bytesFolder)).toEqual({ copied: 2, there: 0, missing: [] });
  expect(readFileSync(join(bytesFolder, 'nlite9/nlite9_a'))).toEqual(bytesOf('nlite9_a'));
  put('nlite9_c');
  const later = storedFiles(['nlite9_a', 'nlite9_b', 'nlite9_c'].map((id) => rowOf(id)));
  expect(await copyFiles(bucket, later, folder, bytesFolder)).toEqual({ copied: 1, there: 2, missing: [] });
  expect(account.unknownCalls).toEqual([]);
});

test('DEC-123: a missing attachment is named, except for an erased file and an upload that no document links', async () => {
  const rows = [rowOf('nlite9_gone'), rowOf('nlite9_erased'), rowOf('nlite9_unlinked', { linked_at: null })];
  const stored = storedFiles(rows, ['nlite9_erased']);
  const bytesFolder = freshFolder();
  const { missing } = await copyFiles(await bucketOf(), stored, folder, bytesFolder);
  expect(missing).toEqual(['nlite9_gone']);
  expect(await restoreInto(bytesFolder, stored, missing)).toBe(0);
});

test('DEC-123: an attachment that differs from its hash is neither copied nor restored', async () => {
  put('nlite9_a', Buffer.from('other'));
  const stored = storedFiles([rowOf('nlite9_a')]);
  const bytesFolder = freshFolder();
  const bucket = await bucketOf();
  await expect(copyFiles(bucket, stored, folder, bytesFolder)).rejects.toThrow('differs from its hash');
  put('nlite9_a');
  await copyFiles(bucket, stored, folder, bytesFolder);
  writeFileSync(join(bytesFolder, 'nlite9/nlite9_a'), 'changed');
  await expect(restoreInto(bytesFolder, stored)).rejects.toThrow('was changed since the backup.');
});

test('DEC-123: an interrupted restore of attachments continues after its last batch', async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `nlite9_${n}`);
  for (const id of ids) put(id);
  const stored = storedFiles(ids.map((id) => rowOf(id)));
  const bytesFolder = freshFolder();
  await copyFiles(await bucketOf(), stored, folder, bytesFolder);
  account.bucketsAndQueues.objects.clear();
  const last = join(bytesFolder, 'nlite9/nlite9_29');
  const bytes = readFileSync(last);
  rmSync(last);
  await expect(restoreInto(bytesFolder, stored)).rejects.toThrow('nlite9_29 is not there.');
  writeFileSync(last, bytes);
  expect(await restoreInto(bytesFolder, stored)).toBe(10);
  expect([...account.bucketsAndQueues.objects.keys()].toSorted()).toEqual(
    ids.map((id) => `stage-files/${id}`).toSorted(),
  );
  expect(account.bucketsAndQueues.objects.get('stage-files/nlite9_29')).toEqual(bytes);
});
