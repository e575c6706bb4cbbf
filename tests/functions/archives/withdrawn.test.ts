import { beforeAll, expect, test } from 'vitest';
import { stepLength } from '#domain/operations/archive';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { download, finish, hashOf, unzipEntries, start } from '../../support/worker/fixtures/archives.ts';
import { as, read, submitted } from '../../support/worker/fixtures/client.ts';
import { sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);

async function file(label: string, text: string) {
  const { status, body } = await as('dana').upload({ name: label, bytes: text });
  expect(status).toBe(201);
  return { attachmentId: body.attachmentId, label };
}

test('DEC-53: the archive has the files that were withdrawn from a submitted document, marked as withdrawn', async () => {
  const quote = await file('quote.pdf', '%PDF-1.7 the first quote');
  const [plan, secret] = [await file('plan.txt', 'the plan'), await file('secret.txt', 'the secret')];
  const po = await submitted('dana', { attachments: [quote, plan, secret] });
  const newer = await file('quote.pdf', '%PDF-1.7 the second quote');
  const kept = [newer, { ...plan, shouldDelete: true }, { ...secret, shouldDelete: true }];
  const changed = await as('dana').post(`/api/pos/attachments/${po.id}`, { attachments: kept });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await read('dana', po.id)).withdrawnAttachments).toHaveLength(3);
  const role = (is: string) => sql.directory`UPDATE memberships SET role = ${is} WHERE user_id = 'ada'`;
  await role('EP Internal');
  const erased = await as('ada').post(`/files/attachment/${secret.attachmentId}/erase`, {
    reason: 'A court',
  });
  await role('Show Admin');
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);

  sent.outbox.length = 0;
  const { body } = await start();
  await finish();
  const { files, text, manifest } = unzipEntries((await download(body.id)).bytes);
  const entry = manifest.documents.find(({ id }) => id === po.id);
  const folder = entry?.folder ?? '';
  expect(Object.keys(files).filter((path) => path.startsWith(folder))).toEqual(
    expect.arrayContaining(
      ['attachments/quote.pdf', 'withdrawn/quote.pdf', 'withdrawn/plan.txt', 'withdrawn.txt'].map(
        (path) => `${folder}${path}`,
      ),
    ),
  );
  expect(text(`${folder}attachments/quote.pdf`)).toBe('%PDF-1.7 the second quote');
  expect(text(`${folder}withdrawn/quote.pdf`)).toBe('%PDF-1.7 the first quote');
  expect(text(`${folder}withdrawn/plan.txt`)).toBe('the plan');
  expect(text(`${folder}withdrawn.txt`)).toMatch(/^PO #ART-\d{5}: withdrawn files\n/);
  expect(text(`${folder}withdrawn.txt`)).toMatch(/withdrawn\/plan\.txt\n +Withdrawn by Dana Stone/);
  expect(text(`${folder}withdrawn.txt`)).toContain('secret.txt (erased on legal request)');
  expect(entry?.missing).toEqual(['withdrawn/secret.txt']);
  for (const { path, size, sha256 } of manifest.files) {
    const content = files[path] ?? new Uint8Array();
    expect([path, content.length, hashOf(content)]).toEqual([path, size, sha256]);
  }
  // A withdrawn PDF is not one of the printed documents.
  expect(manifest.counts).toMatchObject({ attachments: 1, pdfs: manifest.counts.documents });
});

test('DEC-53: a step of an archive takes at most the documents that a part has room for, and at least one', () => {
  expect(stepLength([20, 20, 20])).toBe(3);
  expect(stepLength([200, 40, 20, 5])).toBe(2);
  expect(stepLength([800, 1])).toBe(1);
  expect(stepLength([])).toBe(0);
});
