import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { chainText } from '#domain/history/history';
import type { ChainedEvent } from '#domain/history/history';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { storeFor } from '#store/d1/open';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { billFor, openAllTypes } from '../support/worker/fixtures/all-types.ts';
import {
  adjust,
  approveAll,
  oneMoreLine,
  save,
  submit,
  withApprovedChangeOrder,
} from '../support/worker/fixtures/change-orders.ts';
import { approveAs, as, read, submitted } from '../support/worker/fixtures/client.ts';
import { sweepIn, deliverSent } from '../support/worker/fixtures/queues.ts';
import { rowsOf, sent, studioEnv, sql } from '../support/worker/fixtures/studio.ts';

const sinceUpgrade = [
  'contentVersion',
  'contentHash',
  'state',
  'snapshotId',
  'votesDropped',
  'namedContentVersion',
];

const faults = async () =>
  (await verifyHistories(storeFor(studioEnv, { id: 'alpha1', shard: 0 }))).faults.map(({ what }) => what);

/** Turns the show into one from before content versions: events without them, and versions without files. */
async function asBeforeUpgrade(): Promise<void> {
  const triggers = await sql.alpha<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master
    WHERE type = 'trigger' AND tbl_name = 'document_events'`;
  for (const { name } of triggers) await rowsOf('alpha1', `DROP TRIGGER ${name}`);
  const events = await sql.alpha<Record<string, string> & { seq: number }>`SELECT * FROM document_events
    ORDER BY document_id, seq`;
  let previousHash = '';
  for (const row of events) {
    if (row.seq === 1) previousHash = '';
    const payload = JSON.parse(row['payload'] ?? '') as Record<string, ChainedEvent['payload']>;
    for (const name of sinceUpgrade) delete payload[name];
    const event = {
      documentId: row['document_id'],
      seq: row.seq,
      showId: row['show_id'],
      action: row['action'],
      historyType: row['history_type'] ?? null,
      actorId: row['actor_id'],
      actorName: row['actor_name'],
      at: row['at'],
      payload,
      previousHash,
    } as ChainedEvent;
    const hash = createHash('sha256').update(chainText(event)).digest('hex');
    await sql.alpha`UPDATE document_events
      SET payload = ${JSON.stringify(payload)}, previous_hash = ${previousHash}, hash = ${hash}
      WHERE document_id = ${event.documentId} AND seq = ${event.seq}`;
    previousHash = hash;
  }
  await sql.alpha`UPDATE documents SET content_hash = '', content_version = 1`;
  await sql.alpha`UPDATE step_approvals SET content_version = 1`;
  await sql.alpha`UPDATE approval_history SET snapshot = json_remove(snapshot, '$.files')`;
  for (const trigger of triggers) await rowsOf('alpha1', trigger.sql);
}

/** Runs the sweep of a minute and delivers its messages to the outbox queue. */
async function sweepAndDeliver(): Promise<void> {
  sent.outbox.length = 0;
  await sweepIn(0);
  await deliverSent();
}

const sealed = () =>
  sql.alpha<{ document_id: string; payload: string }>`SELECT document_id, payload FROM document_events
    WHERE action = 'seal' ORDER BY document_id`;

beforeAll(async () => {
  await openAllTypes();
  const order = await withApprovedChangeOrder('dana');
  await as('ivan').put(`/api/invoices/${(await billFor(order)).id}/submit`);
  await asBeforeUpgrade();
});

test('DEC-30: events from before the upgrade are verified without errors', async () => {
  expect(await faults()).toEqual([]);
  expect(await sealed()).toEqual([]);
});

test('DEC-30: a document in approval can be approved before it is sealed', async () => {
  const waiting = await submitted('dana');
  await asBeforeUpgrade();
  expect((await approveAs(waiting, 'abel')).status).toBe(200);
  expect(await faults()).toEqual([]);
});

test('DEC-30: a change before the seal raises the version, keeps the document unsealed, and is covered by the seal', async () => {
  const order = await withApprovedChangeOrder('dana');
  await adjust('dana', order.id);
  await asBeforeUpgrade();
  const before = await read('dana', order.id);
  const saved = await save('dana', before, { lineItems: oneMoreLine(before) });
  expect([saved.status, saved.body.contentVersion]).toEqual([200, before.contentVersion + 1]);
  const same = await save('dana', saved.body, { lineItems: draftOf(saved.body).lineItems });
  expect(same.body.contentVersion).toBe(saved.body.contentVersion);
  const late = { ...draftOf(saved.body), contentVersion: before.contentVersion };
  expect(
    (await as('dana').put<{ changes: object[] }>(`/api/pos/${order.id}`, late)).body.changes,
  ).toHaveLength(1);
  await approveAll((await submit('dana', order.id)).body);
  const stamp = 'SELECT content_hash AS hash FROM documents WHERE id = ?';
  expect(await rowsOf('alpha1', stamp, order.id)).toEqual([{ hash: '' }]);
  expect(await faults()).toEqual([]);
});

test('DEC-30: the sweep seals each document once', async () => {
  const documents = await sql.alpha<{ id: string }>`SELECT id FROM documents ORDER BY id`;
  await sweepAndDeliver();
  await sweepAndDeliver();
  const events = await sealed();
  expect(events.map((event) => event.document_id)).toEqual(documents.map(({ id }) => id));
  expect(JSON.parse(events[0]?.payload ?? '')).toMatchObject({
    reason: 'sealed on upgrade, earlier content not covered',
  });
  expect(await faults()).toEqual([]);
});

test('DEC-37, DEC-30: an invoice number that the sweep normalizes after the seal is no error', async () => {
  const stored = await sql.alpha<{ id: string; key: string }>`SELECT document_id AS id, number_key AS key
    FROM invoices ORDER BY document_id`;
  expect(stored.length).toBeGreaterThan(0);
  await sql.alpha`UPDATE invoices SET number_key = NULL`;
  expect(await faults()).toEqual([]);
  await sweepAndDeliver();
  expect(
    await sql.alpha`SELECT document_id AS id, number_key AS key FROM invoices ORDER BY document_id`,
  ).toEqual(stored);
  expect(await faults()).toEqual([]);
});

test('DEC-30: a sealed document can be approved, and a change without an event is detected', async () => {
  const [waiting] = await sql.alpha<{ id: string }>`SELECT id FROM documents
    WHERE status = 'APPROVED_BY_DEPARTMENT_APPROVER'`;
  const order = await read('dana', waiting?.id ?? '');
  expect((await approveAs(order, 'lena')).status).toBe(200);
  expect(await faults()).toEqual([]);
  await sql.alpha`UPDATE approval_history SET snapshot = json_set(snapshot, '$.header.description', 'x')`;
  const versions = await sql.alpha`SELECT id FROM approval_history`;
  expect(await faults()).toHaveLength(versions.length);
});
