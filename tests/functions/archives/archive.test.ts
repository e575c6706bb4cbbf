import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyChain } from '#domain/history/verify-history';
import type { StoredEvent } from '#domain/history/verify-history';
import { orderNumber } from '#domain/documents/document-number';
import { failAfter } from '../../support/worker/database/failing-d1.ts';
import { parseCsv } from '../../support/worker/output/parse-csv.ts';
import {
  download,
  finish,
  hashOf,
  list,
  unzipEntries,
  start,
} from '../../support/worker/fixtures/archives.ts';
import { billFor, openAllTypes, orderWithQuote, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { as, create, signIn } from '../../support/worker/fixtures/client.ts';
import { deliver, sweepIn, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openAllTypes);
beforeEach(forgetSent);

const day = 24 * 60;
describe('the archive of a show', () => {
  test('it has every document with its data, history, PDF and files, and a matching manifest', async () => {
    const order = await orderWithQuote('A quote');
    const bill = await billFor(order);
    await sql.alpha`UPDATE files SET label = ${'../..\u202E/scan?.pdf'} WHERE id IN (SELECT file_id
      FROM attachments WHERE document_id = ${bill.id})`;
    const payment = await paymentOf('arc-1', bill.id);
    const draft = await create('dana', { description: 'Only a draft' });
    sent.outbox.length = 0;
    const { status, body } = await start();
    expect(status).toBe(202);
    expect(await list()).toMatchObject([{ id: body.id, status: 'in_progress', done: 0, parts: [] }]);
    const again = await start();
    expect([again.status, again.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    await finish();
    const [archive] = await list();
    expect(archive).toMatchObject({ status: 'ready', userName: 'Ada Stone', parts: [{ part: 1 }] });
    expect(archive?.done).toBe(archive?.total);
    expect(Date.parse(archive?.keptUntil ?? '') - Date.parse(archive?.finishedAt ?? '')).toBe(
      7 * day * 60_000,
    );

    const { response, bytes } = await download(body.id);
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="Archive_alpha-station_[\d-]{10}\.zip"/,
    );
    expect(bytes.length).toBe(archive?.parts[0]?.size);
    const { files, text, manifest } = unzipEntries(bytes);
    expect(manifest).toMatchObject({
      format: 'backlot-archive',
      show: { id: 'alpha1', name: 'Alpha Station' },
      createdBy: 'Ada Stone',
      part: 1,
      parts: 1,
      counts: { documents: archive?.total, attachments: 2, pdfs: archive?.total },
    });
    const paths = Object.keys(files).filter((path) => path !== 'manifest.json');
    expect(manifest.files.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    for (const { path, size, sha256 } of manifest.files) {
      const content = files[path] ?? new Uint8Array();
      expect([path, content.length, hashOf(content)]).toEqual([path, size, sha256]);
    }
    const entryOf = (id: string) => manifest.documents.find((one) => one.id === id);
    for (const id of [order.id, bill.id, payment, draft.id]) {
      const entry = entryOf(id);
      const folder = entry?.folder ?? '';
      expect((JSON.parse(text(`${folder}document.json`)) as { id: string }).id).toBe(id);
      const events = text(`${folder}history.jsonl`)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as StoredEvent & { payload: unknown })
        .map((event) => ({ ...event, text: JSON.stringify(event.payload) }));
      expect(events.length).toBe(entry?.version);
      expect(verifyChain(events, hashOf, entry?.head ?? null)).toEqual([]);
      const pdf = paths.find(
        (path) => path.startsWith(folder) && /^[^/]*\.pdf$/.test(path.slice(folder.length)),
      );
      expect(new TextDecoder().decode(files[pdf ?? '']?.slice(0, 5))).toBe('%PDF-');
    }
    const saved = JSON.parse(text(`${entryOf(order.id)?.folder}document.json`)) as PurchaseOrder;
    expect([saved.totalCost, saved.lineItems.length, saved.status]).toEqual([300, 1, 'APPROVED']);
    expect(paths).toContain(`${entryOf(order.id)?.folder}PO_${orderNumber(saved)}.pdf`);
    expect(saved.prefix).toBe('ART');
    expect(paths).toContain(`${entryOf(order.id)?.folder}attachments/A quote.pdf`);
    // A label with a path and a sign that changes the text direction becomes a plain name in the document's own folder.
    expect(paths).toContain(`${entryOf(bill.id)?.folder}attachments/_.._scan_.pdf`);
    expect(paths.filter((path) => path.startsWith('/') || path.split('/').includes('..'))).toEqual([]);
    expect(
      parseCsv(text('purchase-orders.csv').replace('\uFEFF', '')).some((row) => row.includes('Only a draft')),
    ).toBe(true);
    expect(parseCsv(text('payments.csv').replace('\uFEFF', ''))[0]).toContain('Payee');
    // The temporary objects are deleted.
    const left = await studioEnv.FILES.list({ prefix: `archive/${body.id}/` });
    expect(left.objects.map(({ key }) => key)).toEqual([`archive/${body.id}/part-1.zip`]);
  });

  test('DEC-99: the same request twice at once creates one archive, and both answers name it', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const ask = () => as('ada').post<{ id: string }>('/api/archives?showId=alpha1', undefined, key);
    const [one, two] = await Promise.all([ask(), ask()]);
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(two.body).toEqual(one.body);
    await finish();
    expect((await list())[0]).toMatchObject({ id: one.body.id, status: 'ready' });
  });

  test('an interrupted download resumes where it stopped', async () => {
    const [archive] = await list();
    const whole = await download(archive?.id ?? '');
    const rest = await download(archive?.id ?? '', 1, { range: 'bytes=100-' });
    expect(rest.response.status).toBe(206);
    expect(rest.response.headers.get('content-range')).toBe(
      `bytes 100-${whole.bytes.length - 1}/${whole.bytes.length}`,
    );
    expect(rest.bytes).toEqual(whole.bytes.slice(100));
    const beyond = await download(archive?.id ?? '', 1, { range: `bytes=${whole.bytes.length}-` });
    expect([beyond.response.status, beyond.bytes.length]).toEqual([200, whole.bytes.length]);
  });

  test('a user who has lost FULL Show gets none; an archive without a job has failed, and another can be requested', async () => {
    const { body } = await start();
    await deliverSent();
    const membership = "UPDATE memberships SET role = ? WHERE user_id = 'ada'";
    await studioEnv.DIRECTORY.prepare(membership).bind('Approver').run();
    try {
      await finish();
      expect((await as('ada').get('/api/archives?showId=alpha1')).status).toBe(403);
      expect((await download(body.id)).response.status).toBe(403);
    } finally {
      await studioEnv.DIRECTORY.prepare(membership).bind('Show Admin').run();
    }
    expect((await list())[0]).toMatchObject({ id: body.id, status: 'failed' });
    const second = await start();
    await sql.alpha`UPDATE outbox SET done_at = '2026-01-01' WHERE kind = 'archive-show' AND done_at IS NULL`;
    await sweepIn(0);
    expect((await list())[0]).toMatchObject({ id: second.body.id, status: 'failed' });
  });

  test('the requester gets one e-mail with the result, a link and its expiry', async () => {
    sent.mail.length = 0;
    const { body } = await start();
    await finish();
    const mails = () => sent.mail.map(({ to, subject }) => [to, subject]);
    expect(mails()).toEqual([['ada@backlot.example', 'The archive is ready (Alpha Station)']]);
    const [mail] = sent.mail;
    const [archive] = await list();
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(`${archive?.total}`);
      expect(text).toContain('Available until');
      expect(text).toContain('/setup/settings/archive?restoreShow=alpha1');
    }
    expect((await list())[0]).toMatchObject({ id: body.id, status: 'ready', cancelledBy: null });
    await sql.alpha`UPDATE outbox SET done_at = '2026-01-01' WHERE done_at IS NULL`;
    sent.mail.length = 0;
    await start();
    sent.outbox.length = 0;
    await sql.alpha`UPDATE outbox SET done_at = '2026-01-01' WHERE kind = 'archive-show' AND done_at IS NULL`;
    await sweepIn(0);
    await sweepIn(2);
    await finish();
    expect(mails()).toEqual([['ada@backlot.example', 'The archive could not be created (Alpha Station)']]);
  });

  test('any administrator can stop an archive in progress: it ends without an e-mail, and another can be requested', async () => {
    const { body } = await start();
    await deliverSent();
    sent.mail.length = 0;
    const stop = (who: 'ada' | 'lena') =>
      as(who).delete<{ id: string; code?: string }>(`/api/archives/${body.id}`);
    expect((await stop('lena')).status).toBe(403);
    expect((await as('ada').delete('/api/archives/alpha1_none')).status).toBe(404);
    const stopped = await stop('ada');
    expect([stopped.status, stopped.body]).toEqual([200, { id: body.id }]);
    // A repetition after a lost answer succeeds.
    expect((await stop('ada')).status).toBe(200);
    await finish();
    expect((await list())[0]).toMatchObject({ id: body.id, status: 'cancelled', cancelledBy: 'Ada Stone' });
    expect((await download(body.id)).response.status).toBe(404);
    const second = await start();
    expect(second.status).toBe(202);
    await finish();
    expect((await list())[0]).toMatchObject({ id: second.body.id, status: 'ready' });
    const late = await as('ada').delete<{ code: string }>(`/api/archives/${second.body.id}`);
    expect([late.status, late.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect(sent.mail.map(({ subject }) => subject)).toEqual(['The archive is ready (Alpha Station)']);
  });

  test('stopped during its last part, one of the two wins, and the user who stopped it learns which', async () => {
    const { body } = await start();
    let stopped = 0;
    for (let messages = sent.outbox.splice(0); messages.length > 0; messages = sent.outbox.splice(0)) {
      const [open] = await sql.alpha<{ doing: string }>`SELECT payload ->> '$.doing' AS doing FROM outbox
        WHERE kind = 'archive-show' AND done_at IS NULL`;
      const delivered = deliver('backlot-outbox', messages);
      if (open?.doing === 'pack') stopped = (await as('ada').delete(`/api/archives/${body.id}`)).status;
      await delivered;
    }
    const [archive] = await list();
    expect(archive?.id).toBe(body.id);
    const outcome = [stopped, archive?.status, (await download(body.id)).response.status];
    expect([
      [200, 'cancelled', 404],
      [409, 'ready', 200],
    ]).toContainEqual(outcome);
  });

  // Last, because each later archive would print eight documents more.
  test('a large archive has several complete parts; a repeated step adds nothing, and a lost file is named', async () => {
    const [lost] = await sql.alpha<{ id: string; document_id: string }>`SELECT f.id, a.document_id
      FROM files f JOIN attachments a ON a.file_id = f.id LIMIT 1`;
    await studioEnv.FILES.delete(lost?.id ?? '');
    for (let n = 0; n < 8; n += 1) await create('dana', { description: `Part ${n}` });
    sent.outbox.length = 0;
    const { body } = await start();
    const [first] = sent.outbox.splice(0);
    // As if the part were nearly full.
    await sql.alpha`UPDATE outbox SET payload = json_set(payload, '$.held.bytes', 500000000)
      WHERE id = ${first?.outboxId ?? ''}`;
    await deliver('backlot-outbox', [first]);
    // Reset, as after a crash before the job was closed.
    await sql.alpha`UPDATE outbox SET done_at = NULL, next_attempt_at = NULL
      WHERE id = ${first?.outboxId ?? ''}`;
    await deliver('backlot-outbox', [first]);
    // The part is packed, and the run ends before the next step: the temporary objects are no longer needed.
    const pack = sent.outbox.splice(0);
    await deliver('backlot-outbox', pack, failAfter(3));
    const made = await studioEnv.FILES.head(`archive/${body.id}/part-1.zip`);
    await sql.alpha`UPDATE outbox SET next_attempt_at = NULL WHERE done_at IS NULL`;
    await deliver('backlot-outbox', pack);
    expect((await studioEnv.FILES.head(`archive/${body.id}/part-1.zip`))?.version).toBe(made?.version);
    await finish();
    const [archive] = await list();
    expect(archive).toMatchObject({ id: body.id, status: 'ready', done: archive?.total });
    expect(archive?.parts).toMatchObject([{ part: 1, documents: 10 }, { part: 2 }]);
    const parts = await Promise.all(
      [1, 2].map(async (part) => unzipEntries((await download(body.id, part)).bytes)),
    );
    expect(parts.map(({ manifest }) => [manifest.part, manifest.parts])).toEqual([
      [1, null],
      [2, 2],
    ]);
    const documents = parts.flatMap(({ manifest }) => manifest.documents);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(archive?.total);
    expect(parts[1]?.text('manifest-2.json')).not.toBe('');
    expect(documents.find(({ id }) => id === lost?.document_id)?.missing).toEqual([
      expect.stringMatching(/^attachments\//),
    ]);
  });

  test('after a week its files are deleted, and its row is kept', async () => {
    const [ready] = (await list()).filter(({ status }) => status === 'ready');
    for (let n = 0; n < 3; n += 1) await sweepIn(7 * day + 5);
    const states = await sql.alpha`SELECT DISTINCT status, user_name FROM archives`;
    expect(states).toEqual([{ status: 'removed', user_name: 'Ada Stone' }]);
    expect((await studioEnv.FILES.list({ prefix: 'archive/' })).objects).toEqual([]);
    const afterWeek = await as('ada', signIn('ada')).get(`/api/archives/${ready?.id}/1`);
    expect(afterWeek.status).toBe(404);
  });
});
