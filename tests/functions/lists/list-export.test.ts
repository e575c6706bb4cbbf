import { env } from 'cloudflare:workers';
import { readXlsx } from 'hucre/xlsx';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { purchaseOrderFilters } from '#domain/lists/list-filters';
import type { PageCursor } from '#domain/lists/lists';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { storeFor } from '#store/d1/open';
import { read } from '#store/d1/query';
import { purchaseOrderPageQuery } from '#store/show/purchase-orders/list-purchase-orders';
import { positionAfter } from '#verbs/lists/export-list';
import { parseCsv } from '../../support/worker/output/parse-csv.ts';
import { openAllTypes, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { as, create, sessionOf, withTotal } from '../../support/worker/fixtures/client.ts';
import { createInvoice } from '../../support/worker/fixtures/invoices.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, origin, sql } from '../../support/worker/fixtures/studio.ts';
import { addVolume } from '../../support/worker/fixtures/volume.ts';

beforeAll(async () => {
  await openAllTypes();
  await addVolume(1, 700);
}, 240_000);

/** Downloads a list as a file. */
async function download(name: PersonName, list: string, query: string, filters: object = {}) {
  const { token, csrfToken } = await sessionOf(name);
  const body = JSON.stringify({ showId: 'alpha1', ...filters });
  return fetchWorker(
    new Request(`${origin}/api/reports/lists/${list}?showId=alpha1&${query}`, {
      method: 'POST',
      body,
      headers: {
        cookie: `__Host-session-token=${token}`,
        'x-csrf-token': csrfToken,
        'content-type': 'application/json',
        'content-length': String(body.length),
      },
    }),
  );
}
const csvOf = async (...request: Parameters<typeof download>) => {
  const response = await download(...request);
  expect(response.status).toBe(200);
  return parseCsv(await response.text());
};

/** The totals of a whole list in its order. */
async function totalsOf(
  list: 'pos' | 'invoices' | 'payments',
  query: string,
  filters: object,
): Promise<number[]> {
  const totals: number[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await as('ada').post<Record<string, { totalCost: number }[]>>(
      `/api/${list}/filter?showId=alpha1&${query}&count=200&page=${page}`,
      { showId: 'alpha1', ...filters },
    );
    const rows = body[list === 'pos' ? 'poS' : list] ?? [];
    totals.push(...rows.map(({ totalCost }) => totalCost));
    if (rows.length < 200) return totals;
  }
}

describe('a list as a file', () => {
  test('VIEW-50: the file has the chosen columns in their order, and a currency after the first amount', async () => {
    const { id, poNumber } = await create('dana', { description: 'Exported', ...withTotal(12.5) });
    await sql.alpha`UPDATE document_lines SET coding = '{"ACCOUNT":"X-1"}' WHERE document_id = ${id}`;
    const query = 'columns=DESCRIPTION,TOTAL,PO_NUMBER,REMAINING,ACCOUNTS,NONE&sort=TOTAL,ASC';
    const [header, ...rows] = await csvOf('dana', 'pos', query);
    expect(header).toEqual(['Description', 'Total', 'Currency', 'PO #', 'Remaining', 'Accounts']);
    const own = rows.find(([description]) => description === 'Exported');
    expect(own).toEqual(['Exported', '12.50', 'USD', expect.stringContaining(poNumber), '12.50', 'X-1']);
  });

  test('VIEW-50: the file has all rows of the filters in the order of the list, page after page', async () => {
    const filters = { poStatuses: ['APPROVED', 'DRAFT', 'VOID'] };
    const expected: string[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await as('ada').post<PurchaseOrderList>(
        `/api/pos/filter?showId=alpha1&sort=VENDOR_NAME,ASC&count=200&page=${page}`,
        { showId: 'alpha1', ...filters },
      );
      expected.push(...body.poS.map(({ description }) => description));
      if (body.poS.length < 200) break;
    }
    const [, ...rows] = await csvOf(
      'ada',
      'pos',
      'columns=PO_NUMBER,DESCRIPTION&sort=VENDOR_NAME,ASC',
      filters,
    );
    expect(rows.map(([, description]) => description)).toEqual(expected);
    expect(rows.length).toBeGreaterThan(500);
  });

  test.each([
    ['pos', 'PO_NUMBER', {}],
    ['pos', 'PO_NUMBER', { poStatuses: ['APPROVED', 'DRAFT', 'VOID'] }],
    ['pos', 'PO_NUMBER', { poStatuses: ['APPROVED', 'DRAFT', 'VOID', 'SUBMITTED_FOR_APPROVAL'] }],
    ['pos', 'TOTAL', {}],
    ['pos', 'VENDOR_NAME', { creatorIds: ['dana', 'wendy', 'ada'] }],
    ['invoices', 'DEPARTMENT', {}],
    ['payments', 'BANK_NAME', {}],
  ] as const)('VIEW-64: an export of %s by %s with %o continues after each page', async (...list) => {
    for (const direction of ['ASC', 'DESC']) {
      const [name, type, filters] = list;
      const sort = `sort=${type},${direction}`;
      const [, ...rows] = await csvOf('ada', name, `columns=TOTAL&${sort}`, filters);
      expect(
        rows.map((cells) => Number(cells.at(-2))),
        sort,
      ).toEqual(await totalsOf(name, sort, filters));
    }
  });

  test('VIEW-64: the next page starts after the last row whatever has become of it and of rows before it', async () => {
    const store = storeFor(env, { id: 'alpha1', shard: 0 });
    const page = async (after?: PageCursor) => {
      const request = {
        userId: 'ada',
        persona: 'CREATOR' as const,
        visibility: { kind: 'ALL' as const },
        filters: v.parse(purchaseOrderFilters, {}),
        numberMilestone: null,
        sort: { type: 'DESCRIPTION' as const, direction: 'ASC' as const },
        columns: [],
        page: { page: 1, count: 20, ...(after && { after }) },
      };
      return (await read(purchaseOrderPageQuery(store, request))).rows;
    };
    const first = await page();
    const after = positionAfter(first);
    const expected = (await page(after)).map(({ document }) => document.id);
    expect(expected).toHaveLength(20);
    await sql.alpha`UPDATE documents SET version = version + 1, description = 'zzz' WHERE id = ${after?.id ?? ''}`;
    await sql.alpha`UPDATE documents SET archived_at = '2026-01-05' WHERE id = ${first[0]?.document.id ?? ''}`;
    expect((await page(after)).map(({ document }) => document.id)).toEqual(expected);
  });

  test('VIEW-50: without columns the file has those of the contract, and only what the user sees', async () => {
    const [header, ...own] = await csvOf('dana', 'pos', '');
    expect(header).toEqual([
      'PO #',
      'Date',
      'Vendor',
      'Department',
      'Description',
      'Created By',
      'Total',
      'Currency',
      'Status',
      'Waiting',
      'Attachments',
    ]);
    const [, ...all] = await csvOf('ada', 'pos', '');
    expect(own.length).toBeLessThan(all.length);
  });

  test('VIEW-50: invoices and payments are exported, also as a workbook with real numbers and days', async () => {
    await createInvoice();
    const response = await download('ada', 'invoices', 'format=xlsx&columns=NUMBER,DUE_DATE,TOTAL');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Invoices_/);
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [sheet] = book.sheets;
    expect(sheet?.rows[0]).toEqual(['Invoice#', 'Due Date', 'Total', 'Currency']);
    const row = sheet?.rows.find(([, day]) => day instanceof Date);
    expect(typeof row?.[2]).toBe('number');
    await paymentOf('exported-payment');
    const [header, ...payments] = await csvOf('ada', 'payments', 'columns=PAYMENT_NUMBER,AGE,CHANGED_AT');
    expect(header).toEqual(['Payment #', 'Age', 'Last Change']);
    expect(payments.length).toBeGreaterThan(0);
  });

  test.each([
    ['an unknown format', 'format=pdf'],
    ['an unknown order', 'sort=NONE,ASC'],
  ])('VIEW-50: %s is refused', async (_, query) => {
    expect((await download('ada', 'pos', query)).status).toBe(400);
  });
});
