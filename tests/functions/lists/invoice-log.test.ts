import { beforeAll, describe, expect, test } from 'vitest';
import { action, as } from '../../support/worker/fixtures/client.ts';
import { csvOf, download } from '../../support/worker/fixtures/log.ts';
import {
  actOnBill,
  bill,
  must,
  openInvoices,
  order,
  pullBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import { parseCsv } from '../../support/worker/output/parse-csv.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, origin, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoices);

const rowsFor = async (name: PersonName, number: string) =>
  (await csvOf(name, '', 'invoice-log')).filter((row) => row['Invoice Number'] === number);
const indicators = async (number: string) => (await rowsFor('ivan', number)).map((row) => row['Indicator']);
const see = (name: PersonName, scope: string) =>
  sql.directory`UPDATE memberships SET invoice_visibility = ${scope} WHERE user_id = ${name}`;

describe('the log of the invoices', () => {
  test('API-31, RP-02, DEC-68: one row per line, the columns in their order, money in decimals', async () => {
    const po = await order([100_00]);
    await bill([{ of: po, line: 1, cents: 60_00 }, { cents: -10_50 }], { number: 'LOG-1' });
    const response = await download('ivan', '', 'alpha1', 'invoice-log');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Invoice_Log_alpha-station_${day}.csv"`,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const [header] = parseCsv(new TextDecoder().decode(bytes));
    const document = {
      'Invoice Number': 'LOG-1',
      Date: '11/03/2026',
      'Due Date': '12/03/2026',
      Status: 'Draft',
      Department: 'Art',
      Vendor: 'Lumen Rentals',
      Company: 'Harbor Lights LLC',
      Currency: 'USD',
      Description: 'Set dressing',
    };
    const end = { 'Invoice Total': '49.50', 'Created By': 'Ivan Stone' };
    const first = {
      ...document,
      'Line No.': '1',
      'Line Description': 'Bill line 1',
      Account: '6100',
      'Tax Code': '',
      Amount: '60.00',
      'Reference PO': po.number,
      'Reference Line': '1',
      Indicator: 'UNDER',
      ...end,
    };
    const second = {
      ...document,
      'Line No.': '2',
      'Line Description': 'Bill line 2',
      Account: '6100',
      'Tax Code': '',
      Amount: '-10.50',
      'Reference PO': '',
      'Reference Line': '',
      Indicator: 'NONE',
      ...end,
    };
    expect(header).toEqual(Object.keys(first));
    expect(await rowsFor('ivan', 'LOG-1')).toEqual([first, second]);
  });

  test('API-31, DEC-68: it is also a workbook, and an unknown format is refused', async () => {
    const response = await download(
      'ivan',
      '?format=xlsx&timeZone=Pacific/Kiritimati',
      'alpha1',
      'invoice-log',
    );
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="Invoice_Log_alpha-station_\d{4}-\d\d-\d\d\.xlsx"$/,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder().decode(bytes.slice(0, 2))).toBe('PK');
    const answer = await as('ivan').get('/api/reports/download/invoice-log/alpha1?format=ods');
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
  });

  test('DEC-68: a text never starts a formula, and archived invoices are included', async () => {
    const id = await bill([{ cents: 1 }], { number: '=1+1', description: '@SUM(A1)' });
    await must(actOnBill(id, 'void', 'ivan'));
    await sql.alpha`UPDATE documents SET archived_at = '2026-11-04T00:00:00.000Z' WHERE id = ${id}`;
    expect(await rowsFor('ivan', "'=1+1")).toMatchObject([{ Description: "'@SUM(A1)", Status: 'Void' }]);
  });
});

describe('its indicator', () => {
  test('RL-05, RL-06, DEC-39: it shows what each line leaves of its PO line', async () => {
    const po = await order([100_00, 50_00, 30_00]);
    const lines = [
      { of: po, line: 1, cents: 99_99 },
      { of: po, line: 2, cents: 50_00 },
      { of: po, line: 3, cents: 30_01 },
      { cents: 5_00 },
    ];
    const id = await bill(lines, { number: 'IND-1' });
    const expected = ['UNDER', 'MATCH', 'OVER', 'NONE'];
    expect(await indicators('IND-1')).toEqual(expected);
    await must(as('ivan').put(`/api/invoices/${id}/submit`));
    expect(await indicators('IND-1')).toEqual(expected);
    await must(actOnBill(id, 'approval'));
    expect(await indicators('IND-1')).toEqual(expected);
  });

  test('DEC-39: lines of one invoice on one PO line count together, with those of earlier invoices', async () => {
    const po = await order([100_00]);
    const twice = [
      { of: po, line: 1, cents: 60_00 },
      { of: po, line: 1, cents: 40_00 },
    ];
    const id = await submittedBill(twice, { number: 'IND-2' });
    expect(await indicators('IND-2')).toEqual(['MATCH', 'MATCH']);
    await must(pullBill(id));
    await submittedBill([{ of: po, line: 1, cents: 1 }], { number: 'IND-3' });
    expect(await indicators('IND-2')).toEqual(['OVER', 'OVER']);
    expect(await indicators('IND-3')).toEqual(['UNDER']);
  });

  test('DEC-39: without a line number it uses the order’s total balance', async () => {
    const po = await order([100_00, 50_00]);
    const id = await bill([{ of: po, cents: 150_00 }], { number: 'IND-4' });
    expect(await indicators('IND-4')).toEqual(['MATCH']);
    await must(as('ivan').put(`/api/invoices/${id}/submit`));
    expect(await indicators('IND-4')).toEqual(['MATCH']);
  });

  test('RL-03, RL-04, DEC-39: all five states occur; ERROR is a reference to an order that has ended', async () => {
    const po = await order([100_00, 50_00, 30_00]);
    const ended = await order([100_00]);
    const lines = [
      { of: ended, line: 1, cents: 1 },
      { cents: 1 },
      { of: po, line: 1, cents: 100_00 },
      { of: po, line: 2, cents: 49_99 },
      { of: po, line: 3, cents: 30_01 },
      { of: ended, cents: 1 },
    ];
    await bill(lines, { number: 'IND-5' });
    expect(await indicators('IND-5')).toEqual(['UNDER', 'NONE', 'MATCH', 'UNDER', 'OVER', 'UNDER']);
    await must(action('ada', 'void', { id: ended.id, showId: 'alpha1' }, { reason: 'Off' }));
    expect(await indicators('IND-5')).toEqual(['ERROR', 'NONE', 'MATCH', 'UNDER', 'OVER', 'ERROR']);
  });
});

describe('visible invoices', () => {
  test('PE-17, DEC-13, DEC-68: it has the own ones, those of the department, all, or those to approve', async () => {
    const id = await submittedBill([{ cents: 1 }], { number: 'SEEN' });
    const seenBy = async (name: PersonName) => (await rowsFor(name, 'SEEN')).length;
    expect(await seenBy('ivan')).toBe(1);
    expect(await seenBy('carl')).toBe(0);
    expect(await seenBy('grace')).toBe(0);
    await see('carl', 'IN_THIS_USERS_DEPARTMENT');
    await see('grace', 'IN_THIS_USERS_DEPARTMENT');
    expect(await seenBy('carl')).toBe(1);
    expect(await seenBy('grace')).toBe(0);
    await see('grace', 'ALL');
    expect(await seenBy('grace')).toBe(1);
    expect(await seenBy('luis')).toBe(1);
    expect(await seenBy('hugo')).toBe(0);
    await must(pullBill(id));
    expect(await seenBy('luis')).toBe(0);
  });

  test('DEC-12: without any part of the invoices permission it is 403', async () => {
    const path = '/api/reports/download/invoice-log/alpha1';
    const refused = async () => {
      const { status, body } = await as('ivan').get(path);
      return [status, body['code']];
    };
    await setSettings('alpha1', { invoiceModuleVisible: false });
    expect(await refused()).toEqual([403, 'FORBIDDEN']);
    await setSettings('alpha1', { invoiceModuleVisible: true });
    const own = (on: number) =>
      sql.directory`UPDATE memberships SET invoice_module_visible = ${on} WHERE user_id = 'ivan'`;
    await own(0);
    expect(await refused()).toEqual([403, 'FORBIDDEN']);
    await own(1);
    const features = (codes: string) =>
      sql.directory`UPDATE shows SET features = ${codes} WHERE id = 'alpha1'`;
    await features('["APPA"]');
    expect(await refused()).toEqual([403, 'FORBIDDEN']);
    await features('["APIA"]');
    expect((await as('ivan').get(path)).status).toBe(200);
  });

  test('DEC-01, DEC-98: it is that of the show in the path, for its members only', async () => {
    expect((await download('nora', '', 'alpha1', 'invoice-log')).status).toBe(403);
    const path = '/api/reports/download/invoice-log/alpha1';
    expect((await as('ivan').get(`${path}?showId=bravo2`)).status).toBe(403);
    expect((await fetchWorker(new Request(`${origin}${path}`))).status).toBe(401);
  });
});
