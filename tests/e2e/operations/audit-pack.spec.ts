import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { ArchiveManifest } from '../../../domain/operations/archive.ts';
import { submitted } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';

type Files = Record<string, Uint8Array>;

/** What the offline check says of a zip of these files. */
async function checked(files: Files, name: string): Promise<[number | null, string]> {
  const path = test.info().outputPath(name);
  await writeFile(path, zipSync(files, { level: 0 }));
  const { status, stdout } = spawnSync(process.execPath, ['scripts/admin.mjs', 'check-archive', path], {
    encoding: 'utf8',
  });
  return [status, stdout];
}

/** The manifest as it would be written of these files. */
function withOwnManifest(files: Files): Files {
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as ArchiveManifest;
  const listed = Object.entries(files)
    .filter(([path]) => path !== 'manifest.json')
    .map(([path, bytes]) => ({
      path,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }));
  return { ...files, 'manifest.json': strToU8(JSON.stringify({ ...manifest, files: listed })) };
}

test('RP-06, DEC-53: the audit pack proves withdrawn and replaced files, with who, when and why', async ({
  apiOf,
  baseURL,
}) => {
  const [dana, sam] = await Promise.all([apiOf('dana'), apiOf('sam')]);
  const file = async (label: string, bytes: string) => ({
    attachmentId: await dana.api.upload(label, bytes),
    label,
  });
  const [first, plan] = [await file('quote.txt', 'the first quote'), await file('plan.txt', 'the plan')];
  const { id } = await submitted(dana, { attachments: [first, plan] });
  const second = await file('quote.txt', 'the second quote');
  const attach = (attachments: object[]) => dana.api.post(`/api/pos/attachments/${id}`, { attachments });
  await attach([second, plan]);
  await attach([second, { ...plan, shouldDelete: true, reason: 'Of another stage' }]);
  const answer = await fetch(
    `${baseURL}/api/reports/download/audit-pack/${id}?timeZone=America/Los_Angeles`,
    {
      headers: { cookie: sam.api.cookie },
    },
  );
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const pathOf = (end: string) => Object.keys(files).find((path) => path.endsWith(end)) ?? '';
  const textOf = (end: string) => strFromU8(files[pathOf(end)] ?? new Uint8Array());
  expect(textOf('/attachments/quote.txt')).toBe('the second quote');
  expect(textOf('/withdrawn/quote.txt')).toBe('the first quote');
  expect(textOf('/withdrawn/plan.txt')).toBe('the plan');
  expect(textOf('/withdrawn.txt')).toMatch(
    /withdrawn\/quote\.txt\n {3}Replaced by Dana \w+, [\d-]+ .*\n {3}Replaced by: attachments\/quote\.txt\n\nwithdrawn\/plan\.txt\n {3}Withdrawn by Dana \w+, .*\n {3}Reason: Of another stage\n/,
  );
  expect(await checked(files, 'whole.zip')).toEqual([0, expect.stringContaining(' 0 amiss')]);

  const altered = { ...files, [pathOf('/withdrawn/plan.txt')]: strToU8('the PLAN') };
  expect(await checked(altered, 'altered.zip')).toEqual([
    1,
    expect.stringContaining('withdrawn/plan.txt was changed after it was written'),
  ]);
  // Whoever writes the manifest anew still has not what the history names.
  expect(await checked(withOwnManifest(altered), 'rewritten.zip')).toEqual([
    1,
    expect.stringContaining('a withdrawn file is not the one of the document'),
  ]);
  const { [pathOf('/withdrawn/plan.txt')]: _gone, ...without } = files;
  expect(await checked(withOwnManifest(without), 'without.zip')).toEqual([
    1,
    expect.stringContaining('a withdrawn file is not the one of the document'),
  ]);
  const added = { ...files, [pathOf('/withdrawn/plan.txt').replace('plan', 'more')]: strToU8('a forgery') };
  expect(await checked(withOwnManifest(added), 'added.zip')).toEqual([
    1,
    expect.stringContaining('the document never had a withdrawn file that is there'),
  ]);
});
