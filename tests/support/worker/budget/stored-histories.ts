import { storeFor } from '#store/d1/open';
import { recountOlder } from '#store/show/budget/recount';
import { parseCodes } from '#domain/budget/line-codes';
import type { LineKey } from '#domain/budget/line-codes';
import type { Count } from '#domain/budget/measures';
import { drawsOf } from '../../budget-histories.ts';
import type { World } from '../../budget-histories.ts';
import { sql, studioEnv } from '../fixtures/studio.ts';

const statuses = {
  DRAFT: ['DRAFT', 'Draft'],
  IN_APPROVAL: ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
  APPROVED: ['APPROVED', 'Approved'],
  VOID: ['VOID', 'Void'],
  CANCELED: ['CANCELED', 'Canceled'],
} as const;

const prefixOf = (n: number) => `alpha1_h${n}.`;

/** The coding of a stored line: its codes, of which the account is one. */
const codingOf = ({ account, codes }: LineKey) => ({
  ...(account && { ACCOUNT: account }),
  ...parseCodes(codes),
});

type Numbered = LineKey & { id: string; cents: number; taxCode: string | null };
const linesOf = (prefix: string, documentId: string, lines: readonly Numbered[]) =>
  lines.map((line, n) => ({
    id: prefix + line.id,
    documentId: prefix + documentId,
    lineNumber: n + 1,
    coding: codingOf(line),
    totalCents: line.cents,
    taxCode: line.taxCode,
  }));

function rowsOf(world: World, prefix: string) {
  const orders = [...world.orders.values()];
  const payments = [...world.payments.values()];
  const all = [
    ...orders.map((one) => ({ ...one, type: 'PO' })),
    ...[...world.invoices.values()].map((one) => ({ ...one, type: 'INVOICE' })),
  ];
  return {
    documents: [
      ...all,
      ...payments.map((one) => ({ ...one, type: 'PAYMENT', currency: '', costing: null })),
    ].map(({ id, type, state, currency, costing }) => ({
      id: prefix + id,
      type,
      status: statuses[state][0],
      submission: statuses[state][1],
      currency,
      costing,
    })),
    paid: payments.flatMap(({ id, invoices }) =>
      invoices.map(({ invoiceId, cents }) => ({
        paymentId: prefix + id,
        invoiceId: prefix + invoiceId,
        cents,
      })),
    ),
    orders: orders.map(({ id, state, approved }) => ({
      id: prefix + id,
      locked: state === 'APPROVED' ? 0 : (approved?.lines.length ?? 0),
    })),
    lines: all.flatMap(({ id, lines }) => linesOf(prefix, id, lines)),
    versions: orders.flatMap(({ id, approved }) =>
      approved
        ? [
            {
              id: prefix + id,
              snapshot: {
                header: { costing: approved.costing },
                lines: linesOf(prefix, id, approved.lines).map((line) => ({ ...line, episode: '' })),
              },
            },
          ]
        : [],
    ),
    draws: drawsOf(world).map(({ orderId, orderLineId, invoiceId, invoiceLineId, cents }) => ({
      orderId: prefix + orderId,
      orderLineId: prefix + orderLineId,
      invoiceId: prefix + invoiceId,
      invoiceLineId: prefix + invoiceLineId,
      cents,
    })),
  };
}

/** Stores the documents of these histories instead of earlier ones, and counts them as the product does. */
export async function storeHistories(worlds: readonly World[]): Promise<void> {
  const rows = worlds.map((world, n) => rowsOf(world, prefixOf(n)));
  const textOf = (key: keyof (typeof rows)[number]) =>
    JSON.stringify(rows.flatMap((one): object[] => one[key]));
  for (const table of [
    'relief',
    'payment_invoices',
    'approval_history',
    'document_lines',
    'purchase_orders',
    'documents',
  ])
    await studioEnv.SHOWS_0.prepare(`DELETE FROM ${table} WHERE show_id = 'alpha1'`).run();
  await sql.alpha`INSERT INTO documents (id, show_id, type, status, submission_status, version, number, currency_code, costing,
      creator_id, creator_name, owner_id, created_at, updated_at)
    SELECT value ->> 'id', 'alpha1', value ->> 'type', value ->> 'status', value ->> 'submission', 1, value ->> 'id',
      value ->> 'currency',
      nullif(value -> 'costing', 'null'), 'dana', 'Dana', 'dana', '', '' FROM json_each(${textOf('documents')})`;
  await sql.alpha`INSERT INTO purchase_orders (document_id, show_id, locked_line_count)
    SELECT value ->> 'id', 'alpha1', value ->> 'locked' FROM json_each(${textOf('orders')})`;
  await sql.alpha`INSERT INTO document_lines (id, show_id, document_id, line_number, total_cents, coding, tax_code)
    SELECT value ->> 'id', 'alpha1', value ->> 'documentId', value ->> 'lineNumber', value ->> 'totalCents',
      value -> 'coding', value ->> 'taxCode' FROM json_each(${textOf('lines')})`;
  await sql.alpha`INSERT INTO approval_history (id, show_id, document_id, position, created_at, total_cents, snapshot)
    SELECT value ->> 'id', 'alpha1', value ->> 'id', 1, '', 0, value -> 'snapshot' FROM json_each(${textOf('versions')})`;
  await sql.alpha`INSERT INTO relief (show_id, po_id, po_line_id, invoice_id, invoice_line_id, amount_cents)
    SELECT 'alpha1', value ->> 'orderId', value ->> 'orderLineId', value ->> 'invoiceId', value ->> 'invoiceLineId',
      value ->> 'cents' FROM json_each(${textOf('draws')})`;
  await sql.alpha`INSERT INTO payment_invoices (show_id, payment_id, invoice_id, amount_cents)
    SELECT 'alpha1', value ->> 'paymentId', value ->> 'invoiceId', value ->> 'cents' FROM json_each(${textOf('paid')})`;
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const counted = rows.flatMap(({ documents }) =>
    documents.map(({ id }) => ({ id, day: '2026-11-03', effectiveDay: null, paidDay: null })),
  );
  await store.write([recountOlder(store, counted, '2026-11-03T10:00:00.000Z')]);
}

type Plain = Omit<Count, 'originalCurrency' | 'originalCents'>;

/** The movements of each history, with the ids that its documents have in the domain. */
export async function storedMovements(): Promise<Map<number, Count[]>> {
  const { results } = await studioEnv.SHOWS_0.prepare(
    `SELECT owner_id AS ownerId, document_id AS documentId, line_id AS lineId, account, coalesce(codes, '{}') AS codes, coding,
      currency_code AS currency, measure, cents, original_currency AS originalCurrency, original_cents AS originalCents
      FROM budget_movements WHERE show_id = 'alpha1'`,
  ).all<Plain & { originalCurrency: string | null; originalCents: number | null }>();
  const local = (id: string) => id.slice(id.indexOf('.') + 1);
  const byHistory = new Map<number, Count[]>();
  for (const { originalCurrency, originalCents, ...count } of results) {
    const original =
      originalCurrency === null || originalCents === null ? {} : { originalCurrency, originalCents };
    const [, n] = /^alpha1_h(\d+)\./.exec(count.ownerId) ?? [];
    const { ownerId, documentId, lineId } = count;
    const own = {
      ...count,
      ...original,
      ownerId: local(ownerId),
      documentId: local(documentId),
      lineId: local(lineId),
    };
    byHistory.set(Number(n), [...(byHistory.get(Number(n)) ?? []), own]);
  }
  return byHistory;
}
