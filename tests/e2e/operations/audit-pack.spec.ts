import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { ArchiveManifest } from '../../../domain/operations/archive.ts';
import { createSubmittedOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';

type Files = Record<string, Uint8Array>;

/** Runs the offline check on a zip of these files. Returns its exit status and output. */
async function checkArchive(files: Files, name: string): Promise<[number | null, string]> {
  const path = test.info().outputPath(name);
  await writeFile(path, zipSync(files, { level: 0 }));
  const { status, stdout } = spawnSync(process.execPath, ['scripts/admin.mjs', 'check-archive', path], {
    encoding: 'utf8',
  });
  return [status, stdout];
}

/** Returns the files with a manifest that matches them. */
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

test(
  'RP-06, DEC-53: the audit pack proves withdrawn and replaced files, with user, time and reason',
  { tag: '@long' },
  async ({ apiOf, baseURL }) => {
    const [dana, sam] = await Promise.all([apiOf('dana'), apiOf('sam')]);
    const file = async (label: string, bytes: string) => ({
      attachmentId: await dana.api.upload(label, bytes),
      label,
    });
    const [first, plan] = [await file('quote.txt', 'the first quote'), await file('plan.txt', 'the plan')];
    const { id } = await createSubmittedOrder(dana, { attachments: [first, plan] });
    const second = await file('quote.txt', 'the second quote');
    const attach = (attachments: object[]) => dana.api.post(`/api/pos/attachments/${id}`, { attachments });
    await attach([second, plan]);
    await attach([second, { ...plan, shouldDelete: true, reason: 'Of another stage' }]);
    const response = await fetch(
      `${baseURL}/api/reports/download/audit-pack/${id}?timeZone=America/Los_Angeles`,
      {
        headers: { cookie: sam.api.cookie },
      },
    );
    expect(response.status).toBe(200);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const pathOf = (end: string) => Object.keys(files).find((path) => path.endsWith(end)) ?? '';
    const textOf = (end: string) => strFromU8(files[pathOf(end)] ?? new Uint8Array());
    expect(textOf('/attachments/quote.txt')).toBe('the second quote');
    expect(textOf('/withdrawn/quote.txt')).toBe('the first quote');
    expect(textOf('/withdrawn/plan.txt')).toBe('the plan');
    expect(textOf('/withdrawn.txt')).toMatch(
      /withdrawn\/quote\.txt\n {3}Replaced by Dana \w+, [\d-]+ .*\n {3}Replaced by: attachments\/quote\.txt\n\nwithdrawn\/plan\.txt\n {3}Withdrawn by Dana \w+, .*\n {3}Reason: Of another stage\n/,
    );
    expect(await checkArchive(files, 'whole.zip')).toEqual([0, expect.stringContaining(' 0 amiss')]);

    const altered = { ...files, [pathOf('/withdrawn/plan.txt')]: strToU8('the PLAN') };
    expect(await checkArchive(altered, 'altered.zip')).toEqual([
      1,
      expect.stringContaining('withdrawn/plan.txt was changed after it was written'),
    ]);
    // A rewritten manifest still does not match the hashes in the history.
    expect(await checkArchive(withOwnManifest(altered), 'rewritten.zip')).toEqual([
      1,
      expect.stringContaining('a withdrawn file is not the one of the document'),
    ]);
    const { [pathOf('/withdrawn/plan.txt')]: _gone, ...without } = files;
    expect(await checkArchive(withOwnManifest(without), 'without.zip')).toEqual([
      1,
      expect.stringContaining('a withdrawn file is not the one of the document'),
    ]);
    const added = { ...files, [pathOf('/withdrawn/plan.txt').replace('plan', 'more')]: strToU8('a forgery') };
    expect(await checkArchive(withOwnManifest(added), 'added.zip')).toEqual([
      1,
      expect.stringContaining('the document never had a withdrawn file that is there'),
    ]);
  },
);
