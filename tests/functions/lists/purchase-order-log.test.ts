import { beforeAll, describe, expect, test } from 'vitest';
import { aLine, approveAs, as, create, submitted } from '../../support/worker/fixtures/client.ts';
import { csvOf, download, linesOf, logColumns, noTexts, rental } from '../../support/worker/fixtures/log.ts';
import { parseCsv } from '../../support/worker/output/parse-csv.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, openStudio, origin, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const base = '/api/reports/download/po-log/alpha1';

describe('the log of the purchase orders', () => {
  test('API-30, RP-01, DEC-68: one row per line, the columns in their order, money in decimals', async () => {
    const { poNumber } = await create('dana', {
      description: 'Two lines',
      lineItems: [aLine({ quantity: 3, unitCost: 1000.5 }), rental],
    });
    const response = await download('dana');
    const [header] = parseCsv(await response.text());
    expect(header).toEqual(logColumns);
    const order = {
      'PO Number': `ART-${poNumber}`,
      Date: '11/03/2026',
      'Change Order': '',
      Revision: '0',
      Status: 'Draft',
      Department: 'Art',
      'Vendor Number': 'N-lumen',
      Vendor: 'Lumen Rentals',
      Company: 'Harbor Lights LLC',
      Category: 'Props',
      Currency: 'USD',
      Description: 'Two lines',
      'PO Total': '2971.50',
      'Created By': 'Dana Stone',
      'Last Approval': '',
      'Sent to Accounting': '',
      ...noTexts,
    };
    expect(linesOf(await csvOf('dana'), 'Two lines')).toEqual([
      {
        ...order,
        'Line No.': '1',
        Type: 'Purchase',
        'Rental Type': '',
        'Rental Start': '',
        'Rental End': '',
        Quantity: '3',
        'Unit Cost': '1000.50',
        Account: '6100',
        'Line Total': '3001.50',
        'Remaining Balance': '3001.50',
      },
      {
        ...order,
        'Line No.': '2',
        Type: 'Rental',
        'Rental Type': 'Weekly',
        'Rental Start': '11/03/2026',
        'Rental End': '11/12/2026',
        Quantity: '1.5',
        'Unit Cost': '-20.00',
        Account: '6100',
        'Tax Code': 'T1',
        'Line Total': '-30.00',
        'Remaining Balance': '-30.00',
      },
    ]);
  });

  test('DEC-68: it is UTF-8 with a byte-order mark, an attachment, and not sniffed', async () => {
    await create('dana', { description: 'Möbel für Bühne 4 — 椅子' });
    const response = await download('dana');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toContain('Möbel für Bühne 4 — 椅子');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('DEC-49, DEC-68: its name has the show and the local day of the user', async () => {
    const name = async (query: string) => (await download('dana', query)).headers.get('content-disposition');
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
    const far = 'Pacific/Kiritimati';
    expect(await name('')).toBe(
      `attachment; filename="PO_Log_alpha-station_${dayIn('America/Los_Angeles')}.csv"`,
    );
    expect(await name(`?timeZone=${far}`)).toBe(
      `attachment; filename="PO_Log_alpha-station_${dayIn(far)}.csv"`,
    );
    expect(await name(`?format=xlsx&timeZone=${far}`)).toContain(`${dayIn(far)}.xlsx`);
    expect(await name('?timeZone=Moon/Base')).toContain(dayIn('America/Los_Angeles'));
  });

  test('DEC-68, DEC-49: last approval and push to accounting are in the time zone and format of the user', async () => {
    const po = await submitted('dana', { description: 'Approved one' });
    await approveAs(po, 'abel', 'lena', 'luis');
    await sql.alpha`UPDATE send_history SET created_at = '2026-11-05T07:30:00.000Z'
      WHERE document_id = ${po.id} AND is_successful = 1`;
    await sql.alpha`INSERT INTO send_history (id, show_id, document_id, send_type, is_successful, sender_first_name,
         sender_last_name, created_at)
       VALUES ('alpha1_later', 'alpha1', ${po.id}, 'ACCOUNTING', 0, 'Lena', 'Stone', '2026-12-01T00:00:00.000Z')`;
    const [approved] = await sql.alpha<{ at: string }>`SELECT max(at) AS at FROM document_events
      WHERE document_id = ${po.id} AND history_type = 'APPROVED'`;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(
      new Date(approved?.at ?? ''),
    );
    const american = linesOf(await csvOf('dana'), 'Approved one');
    expect(american).toMatchObject([{ Status: 'Approved', 'Sent to Accounting': '11/04/2026 11:30 PM' }]);
    await sql.directory`UPDATE users SET date_format = 'YYYY_MM_DD' WHERE id = 'dana'`;
    const japanese = linesOf(await csvOf('dana', '?timeZone=Asia/Tokyo'), 'Approved one');
    expect(japanese).toMatchObject([{ Date: '2026-11-03', 'Sent to Accounting': '2026-11-05 04:30 PM' }]);
    expect(japanese[0]?.['Last Approval']).toMatch(new RegExp(`^${day} \\d\\d:\\d\\d [AP]M$`));
    await sql.directory`UPDATE users SET date_format = NULL WHERE id = 'dana'`;
  });

  test('DEC-68, DEC-39: the remaining balance is reduced by invoices; accounting’s own balance has priority', async () => {
    const [po, bill] = [await create('dana', { description: 'Relieved' }), await create('dana')];
    const [line, billed] = [po.lineItems[0]?.id ?? '', bill.lineItems[0]?.id ?? ''];
    await sql.alpha`INSERT INTO relief (show_id, po_line_id, invoice_line_id, po_id, invoice_id, amount_cents)
       VALUES ('alpha1', ${line}, ${billed}, ${po.id}, ${bill.id}, 12345)`;
    const balance = async () =>
      linesOf(await csvOf('dana'), 'Relieved').map((row) => row['Remaining Balance']);
    expect(await balance()).toEqual(['176.55']);
    await sql.alpha`UPDATE document_lines SET accounting_balance_cents = -1234 WHERE id = ${line}`;
    await sql.alpha`UPDATE relief SET in_figure = 1 WHERE po_line_id = ${line}`;
    expect(await balance()).toEqual(['-12.34']);
  });

  test('DEC-68: a text never starts a formula, and a negative amount is a number', async () => {
    const evil = [
      '=1+1',
      '+1',
      '-2 sofas',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '"=1',
      '＝1',
      '=HYPERLINK("http://x","y")',
    ];
    for (const description of evil)
      await create('dana', { description, lineItems: [aLine({ unitCost: -5 })] });
    const rows = (await csvOf('dana')).filter((row) => row['PO Total'] === '-15.00');
    expect(rows.map((row) => row['Description'])).toEqual(evil.map((text) => `'${text.trim()}`));
    expect(rows.map((row) => row['Unit Cost'])).toEqual(evil.map(() => '-5.00'));
  });
});

describe('visible orders', () => {
  const seen = async (name: PersonName) =>
    (await csvOf(name)).map((row) => row['Description']).filter((text) => text?.startsWith('Seen'));

  test('DEC-13, DEC-68: it has the own ones, those of the department, all, or those to approve', async () => {
    const grip = { department: { id: alpha.department('grip'), name: 'Grip' } };
    await create('dana', { description: 'Seen: Dana’s draft' });
    await create('carl', { description: 'Seen: Carl’s draft' });
    await create('wendy', { description: 'Seen: grips', ...grip });
    await submitted('carl', { description: 'Seen: waits for Abel' });
    const [danas, carls, grips, waits] = [
      'Seen: Dana’s draft',
      'Seen: Carl’s draft',
      'Seen: grips',
      'Seen: waits for Abel',
    ];
    expect(await seen('dana')).toEqual([danas]);
    expect(await seen('carl')).toEqual([danas, carls, waits]);
    expect(await seen('wendy')).toEqual([danas, carls, grips, waits]);
    expect(await seen('ada')).toEqual([danas, carls, grips, waits]);
    expect(await seen('abel')).toEqual([waits]);
    expect(await seen('grace')).toEqual([]);
  });

  test('DEC-17: a number that the user may not see is NA', async () => {
    await create('dana', { description: 'Masked' });
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    expect(linesOf(await csvOf('ada'), 'Masked')).toMatchObject([{ 'PO Number': 'NA' }]);
    expect(linesOf(await csvOf('ada'), 'Approved one')).toMatchObject([
      { 'PO Number': expect.stringMatching(/^ART-\d{5}$/) },
    ]);
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
  });

  test('LI-01, DEC-68: the episode of a line is in the column of the chart', async () => {
    await sql.alpha`INSERT INTO account_fields (show_id, part_config_id, config_type, header, position,
      updated_at) SELECT show_id, 'epi', 'EPISODE', 'Ep.', 2, updated_at FROM account_fields
      WHERE show_id = 'alpha1'`;
    await create('dana', { description: 'In 101', lineItems: [aLine({ episode: '101' })] });
    const lines = linesOf(await csvOf('dana'), 'In 101');
    await sql.alpha`DELETE FROM account_fields WHERE part_config_id = 'epi'`;
    expect(lines).toMatchObject([{ Account: '6100', 'Ep.': '101' }]);
  });

  test('DEC-68: archived orders are included', async () => {
    const { id } = await create('dana', { description: 'Archived' });
    await sql.alpha`UPDATE documents SET archived_at = '2026-11-04T00:00:00.000Z' WHERE id = ${id}`;
    expect(linesOf(await csvOf('dana'), 'Archived')).toHaveLength(1);
  });

  test('DEC-01, DEC-98: it is that of the show in the path, for its members only', async () => {
    expect((await download('nora')).status).toBe(403);
    expect((await download('dana', '', 'nowhere')).status).toBe(403);
    expect((await as('dana').get(`${base}?showId=bravo2`)).status).toBe(404);
    const anonymous = await fetchWorker(new Request(`${origin}${base}`));
    expect(anonymous.status).toBe(401);
  });

  test('DEC-02: an unknown format is invalid_parameter', async () => {
    const answer = await as('dana').get(`${base}?format=ods`);
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
  });
});
