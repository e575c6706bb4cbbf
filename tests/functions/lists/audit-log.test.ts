import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { action, as, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { csvOf, download } from '../../support/worker/fixtures/log.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

let po: PurchaseOrder;

beforeAll(async () => {
  await openStudio();
  po = await submitted('dana', withTotal(500));
  const edited = await as('abel').put(`/api/pos/${po.id}`, {
    ...draftOf(po),
    description: '=HYPERLINK("https://evil.example")',
  });
  expect(edited.status).toBe(200);
  const seen = await read('abel', po.id);
  await action('abel', 'approval', seen, { contentVersion: seen.contentVersion });
});

describe('the audit log of a show', () => {
  test('RP-05: every event is listed in order, with old and new values, local time, UTC and hash', async () => {
    const rows = (await csvOf('ada', '?timeZone=Europe/Berlin', 'audit-log')).filter(
      (row) => row['Document ID'] === po.id,
    );
    expect(
      rows.map((row) => [
        row['Event No.'],
        row['Event'],
        row['User'],
        row['Field'],
        row['Before'],
        row['After'],
      ]),
    ).toEqual([
      ['1', 'Created', 'Dana Stone', '', '', ''],
      ['2', 'Submitted, version not stated', 'Dana Stone', 'Status', '', 'Submitted for approval'],
      [
        '3',
        'Changed description',
        'Abel Stone',
        'Description',
        po.description,
        `'=HYPERLINK("https://evil.example")`,
      ],
      ['4', 'Approved', 'Abel Stone', '', '', ''],
    ]);
    const events = await sql.alpha<{ hash: string; at: string }>`SELECT hash, at FROM document_events
      WHERE document_id = ${po.id} ORDER BY seq`;
    expect(rows.map((row) => [row['Hash'], row['Time (UTC)']])).toEqual(
      events.map(({ hash, at }) => [hash, at]),
    );
    expect(rows[0]?.['On Behalf Of']).toBe('');
    expect(rows[0]?.['Local Time']).not.toBe('');
  });

  test('RP-05: the workbook has the same rows, and no formula', async () => {
    const response = await download('ada', '?format=xlsx', 'alpha1', 'audit-log');
    expect(response.headers.get('content-disposition')).toMatch(/Audit_Log_.*\.xlsx"$/);
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const lines = (book.sheets[0]?.rows ?? []).filter((row) => row[2] === po.id);
    expect(lines).toHaveLength(4);
    expect(lines[2]?.[10]).toBe('=HYPERLINK("https://evil.example")');
  });

  test('RP-05: pages have no gaps and no repeated rows', async () => {
    const rows = await csvOf('ada', '', 'audit-log');
    const [counted] = await sql.alpha<{ total: number }>`SELECT count(*) AS total FROM document_events
      WHERE show_id = 'alpha1'`;
    const events = new Set(rows.map((row) => `${row['Document ID']} ${row['Event No.']}`));
    expect(events.size).toBe(counted?.total);
  });

  test('RP-05, RP-06: log and pack need FULL Show', async () => {
    expect((await download('dana', '', 'alpha1', 'audit-log')).status).toBe(403);
    expect((await as('dana').get(`/api/reports/download/audit-pack/${po.id}`)).status).toBe(403);
    expect((await as('otto').get(`/api/reports/download/audit-pack/${po.id}`)).status).toBe(404);
  });
});
