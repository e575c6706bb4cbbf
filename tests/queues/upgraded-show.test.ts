import { applyD1Migrations } from 'cloudflare:test';
import type { D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryHead } from '#domain/history/verify-history';
import { storeFor } from '#store/d1/open';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { openAllTypes } from '../support/worker/fixtures/all-types.ts';
import { oneMoreLine, save, submit } from '../support/worker/fixtures/change-orders.ts';
import { as, read } from '../support/worker/fixtures/client.ts';
import { readPayment } from '../support/worker/fixtures/payments.ts';
import { sweepIn, deliverSent } from '../support/worker/fixtures/queues.ts';
import type { PersonName } from '../support/worker/fixtures/rows.ts';
import { sent, studioEnv } from '../support/worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const { EARLIER, SHOW_MIGRATIONS, SHOW_OF_0022 } = env as unknown as {
  EARLIER: D1Database;
  SHOW_MIGRATIONS: D1Migration[];
  SHOW_OF_0022: string;
};

type DocType = 'PO' | 'INVOICE' | 'PAYMENT';

const rows = async <Row>(query: string, ...values: string[]) =>
  (
    await EARLIER.prepare(query)
      .bind(...values)
      .all<Row>()
  ).results;
const events = () =>
  rows<{ documentId: string; seq: number; hash: string }>(
    'SELECT document_id AS documentId, seq, hash FROM document_events ORDER BY document_id, seq',
  );

/** The only document of this type and status at the upgrade. */
async function idOf(type: DocType, status: string): Promise<string> {
  const found = await rows<{ id: string }>(
    'SELECT id FROM documents WHERE type = ? AND status = ?',
    type,
    status,
  );
  expect(found).toHaveLength(1);
  return found[0]?.id ?? '';
}

let heads: ReadonlyMap<string, HistoryHead> = new Map();
const { SHOWS_0 } = studioEnv;

beforeAll(async () => {
  await openAllTypes();
  await applyD1Migrations(
    EARLIER,
    SHOW_MIGRATIONS.filter(({ name }) => name < '0023'),
  );
  const statements = SHOW_OF_0022.split(';\n').filter((statement) => statement.includes('INSERT'));
  await EARLIER.batch(
    ['PRAGMA defer_foreign_keys = true', ...statements].map((statement) => EARLIER.prepare(statement)),
  );
  heads = new Map((await events()).map(({ documentId, ...head }) => [documentId, head]));
  await applyD1Migrations(EARLIER, SHOW_MIGRATIONS);
  Object.assign(studioEnv, { SHOWS_0: EARLIER });
});
afterAll(() => void Object.assign(studioEnv, { SHOWS_0 }));

const faults = async () =>
  (await verifyHistories(storeFor(studioEnv, { id: 'alpha1', shard: 0 }), heads)).faults.map(
    ({ documentId, what }) => `${documentId} ${what}`,
  );

const views: Record<DocType, (id: string) => Promise<Pick<PurchaseOrder, 'workflow' | 'status'>>> = {
  PO: (id) => read('ada', id),
  INVOICE: async (id) => (await as('ada').get<Invoice>(`/api/invoices/${id}`)).body,
  PAYMENT: (id) => readPayment('ada', id),
};

async function approve(docType: DocType, docId: string, ...names: PersonName[]): Promise<void> {
  for (const name of names) {
    const workflowStepId = (await views[docType](docId)).workflow?.currentStep?.id;
    const answer = await as(name).post('/api/workflows/approval', { docId, docType, workflowStepId });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
}

test('the schema with which each test file starts is that of the migrations', async () => {
  const schemaOf = async (database: D1Database) =>
    (
      await database
        .prepare(
          "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'd1_migrations' ORDER BY 1, 2",
        )
        .all()
    ).results;
  expect(await schemaOf(SHOWS_0)).toEqual(await schemaOf(EARLIER));
});

test('DEC-30: the earlier events of an upgraded database are verified without errors', async () => {
  expect(heads.size).toBe(6);
  expect(await faults()).toEqual([]);
});

test('DEC-23, DEC-30: documents can be approved and drafts saved between the upgrade and the seal', async () => {
  const draft = await read('dana', await idOf('PO', 'DRAFT'));
  expect((await save('dana', draft, { lineItems: oneMoreLine(draft) })).status).toBe(200);
  const documents = [
    ['PO', await idOf('PO', 'APPROVED_BY_DEPARTMENT_APPROVER')],
    ['INVOICE', await idOf('INVOICE', 'SUBMITTED_FOR_APPROVAL')],
  ] as const;
  for (const [docType, id] of documents) {
    const { workflow } = await views[docType](id);
    expect(workflow?.steps[1]?.approvalsNeeded).toBe(2);
    await approve(docType, id, 'lena', 'luis');
    expect((await views[docType](id)).status).toBe('APPROVED');
  }
  await approve('PAYMENT', await idOf('PAYMENT', 'SUBMITTED_FOR_APPROVAL'), 'lena');
  expect(await faults()).toEqual([]);
});

test('DEC-30: the sweep seals every document of an upgraded database, and later events are verified in full', async () => {
  sent.outbox.length = 0;
  for (let minute = 0; minute < 2; minute += 1) {
    await sweepIn(0);
    await deliverSent();
  }
  const seals = await rows<{ documentId: string; reason: string }>(
    "SELECT document_id AS documentId, payload ->> 'reason' AS reason FROM document_events WHERE action = 'seal' ORDER BY 1",
  );
  expect(seals).toEqual(
    [...heads.keys()].map((documentId) => ({
      documentId,
      reason: 'sealed on upgrade, earlier content not covered',
    })),
  );
  const id = await idOf('PO', 'DRAFT');
  const order = (await submit('dana', id)).body;
  await approve('PO', order.id, 'abel', 'lena', 'luis');
  expect((await read('dana', id)).status).toBe('APPROVED');
  expect(await faults()).toEqual([]);
  await rows(
    "UPDATE approval_history SET snapshot = json_set(snapshot, '$.header.vendorName', 'x') WHERE document_id = ?",
    id,
  );
  expect(await faults()).toHaveLength(2);
});
