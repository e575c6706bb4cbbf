import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureCost, countTrips } from '../../support/worker/database/counting-d1.ts';
import { openAllTypes, orderWithQuote } from '../../support/worker/fixtures/all-types.ts';
import { readRun, manyPayments, path, picks, retry, start } from '../../support/worker/fixtures/bulk.ts';
import { approved } from '../../support/worker/fixtures/change-orders.ts';
import { as, create } from '../../support/worker/fixtures/client.ts';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import { drain } from '../../support/worker/fixtures/payments.ts';
import { deliver } from '../../support/worker/fixtures/queues.ts';
import { sent } from '../../support/worker/fixtures/studio.ts';
import { makePdf, onePage, pdfBody, startPdf, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { requestsOverMaxTrips } from '../../support/worker/database/max-round-trips.ts';
import type { Request } from '../../support/worker/database/max-round-trips.ts';

const show = 'showId=alpha1';
const art = inShow('alpha1').department('art');
let counted: ReturnType<typeof countTrips>;

beforeAll(async () => {
  await openAllTypes();
  for (const name of ['ada', 'dana', 'lena'] as const) await as(name).get(`/api/users/meta?${show}`);
  counted = countTrips();
});
afterAll(() => {
  counted.stop();
});

test('a file takes two round trips to read and three to remove', async () => {
  const order = await orderWithQuote('a quote');
  const [attached] = order.attachments;
  const free = await uploaded('dana', 'po', 'free.pdf', await onePage('free'));
  const [one, other] = [
    await uploaded('dana', 'po', 'one.pdf', await onePage('one')),
    await uploaded('dana', 'po', 'other.pdf', await onePage('other')),
  ];
  const bytes = await onePage('form');
  const form = (await as('dana').upload({ name: 'form.pdf', bytes }, { owner: 'vendor' })).body;
  const { task } = await makePdf('dana', 'PO', order.id);
  const get = (file: string) => () => as('dana').get(file);
  const reads: Record<string, Request> = {
    preview: get(`/files/po/${attached?.attachmentId}/preview/a.pdf`),
    'preview of a free one': get(`/files/po/${free.attachmentId}/newpreview/a.pdf`),
    download: get(`/files/attachment/download/${attached?.attachmentId}`),
    'finished PDF': get(task.downloadUrl ?? ''),
    'where a PDF stands': get(`/api/reports/pdf/download/${task.taskId}`),
  };
  expect(await requestsOverMaxTrips(2, reads)).toEqual([]);
  const actions: Record<string, Request> = {
    remove: () => as('dana').delete(`/files/attachment/${free.attachmentId}`),
    'remove two': () =>
      as('dana').delete('/files/attachments', { attachmentIds: [one.attachmentId, other.attachmentId] }),
    'remove a tax form': () => as('dana').delete(`/files/vendor-attachment/${form.attachmentId}`),
    'ask for a PDF': () => startPdf('dana', pdfBody('PO', order.id)),
  };
  expect(await requestsOverMaxTrips(3, actions)).toEqual([]);
});

test('BK-16, DEC-158: a bulk approval takes four round trips; its consumer approves ten payments in eight and releases them in nine', async () => {
  const items = await picks('lena', await manyPayments(11));
  const { answer, cost } = await measureCost(() => start('lena', { items }));
  expect(answer.status).toBe(202);
  expect(cost.trips).toBeLessThanOrEqual(4);
  const tripsOf = async (message: OutboxMessage | undefined) =>
    (await measureCost(() => deliver('backlot-bulk', [message]))).cost.trips;
  const [first] = sent.outbox.splice(0);
  expect(await tripsOf(first)).toBeLessThanOrEqual(8);
  const [release] = sent.outbox.splice(0).filter(({ isNotice }) => !isNotice);
  expect(await tripsOf(release)).toBeLessThanOrEqual(9);
});

test('DEC-45: a run with failures is read in two round trips and retried in four', async () => {
  const ids = await manyPayments(11);
  const items = (await picks('lena', ids)).map((item) => ({ ...item, workflowStepId: 'none' }));
  const { runId } = (await start('lena', { items })).body;
  await drain();
  expect((await readRun('lena', runId)).failed).toHaveLength(11);
  expect(await requestsOverMaxTrips(2, { 'a run': () => as('lena').get(path(runId)) })).toEqual([]);
  expect(await requestsOverMaxTrips(4, { again: () => retry('lena', runId) })).toEqual([]);
  await drain();
  const seen = () => as('lena').post(`/api/workflows/bulk-approval/${runId}/seen?${show}`);
  expect(await requestsOverMaxTrips(3, { seen })).toEqual([]);
});

test('AC-02, AC-03: accounting is read in three round trips, and written in three, plus one for its answer and one for the page', async () => {
  const { id } = await approved('dana');
  const pull = () => as('ada').put(`/api/pos/${id}/pull`);
  expect(await requestsOverMaxTrips(3, { pull })).toEqual([]);
  const { answer, cost } = await measureCost(() => as('ada').post(`/api/pos/push/${id}`));
  expect(answer.status).toBe(200);
  const depths = (what: RegExp) => [
    ...new Set(cost.statements.filter(({ sql }) => what.test(sql)).map(({ depth }) => depth)),
  ];
  expect(depths(/insert into "document_events"/)).toEqual([3]);
  const said = depths(/insert into "send_history"/);
  expect(said).toHaveLength(1);
  // The returned page is read afterwards.
  expect(depths(/from "approval_history"/).at(-1)).toBe((said[0] ?? 0) + 1);
});

test('a note is changed, and users and departments are managed, in three round trips', async () => {
  const { id } = await create('dana');
  const draft = { content: 'Seen', keyId: crypto.randomUUID() };
  const noted = await as('dana').post<{ id: string }>(`/api/pos/${id}/notes`, draft);
  const people = `/api/departments/${art}/user`;
  const actions: Record<string, Request> = {
    'edit a note': () => as('dana').put(`/api/pos/${id}/notes`, { id: noted.body.id, content: 'Seen twice' }),
    'take in': () => as('ada').put(`${people}/lena?${show}`, { active: true }),
    'let go': () => as('ada').put(`${people}/lena?${show}`, { active: false }),
    'rename a department': () => as('ada').patch(`/api/departments/${art}?${show}`, { name: 'Artwork' }),
    'change a seat': () => as('ada').patch(`/api/users/lena?show=alpha1`, { specialApprover: true }),
  };
  expect(await requestsOverMaxTrips(3, actions)).toEqual([]);
  // A user without another show is signed out on removal, and their shows tell which objects hold their windows.
  const leave = () => as('ada').patch(`/api/users/carl?show=alpha1`, { isActive: false });
  expect(await requestsOverMaxTrips(5, { leave })).toEqual([]);
});
