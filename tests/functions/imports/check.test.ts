import { constants, deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { parseCsv } from '../../support/worker/output/parse-csv.ts';
import { as, read, sessionOf } from '../../support/worker/fixtures/client.ts';
import { runImport, check, csv, ordersOf } from '../../support/worker/fixtures/imports.ts';
import { fetchWorker, openStudio, origin, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

describe('the check of a file', () => {
  test('it returns counts, totals and every error by row and column, and changes nothing', async () => {
    const before = await sql.alpha`SELECT count(*) AS n FROM documents`;
    const { status, body } = await check(
      csv(
        'A,Art,Lumen Rentals,Sofas,2026-11-03,Sofa,2,"1,250.50",6100,T1,Rush',
        'A,,,,,Delivery,1,80,,,',
        'B,Grip,Nobody & Sons,,32/13/2026,,0,1.234,9999,VAT,',
        'C,Art,Lumen Rentals,Lamps,,Lamp,1,-5,6100,,',
      ),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'PO',
      rows: 4,
      ready: 2,
      totals: [{ currency: 'USD', amount: 2576 }],
    });
    expect(body.entries.map(({ row, key, lines, total, state }) => [row, key, lines, total, state])).toEqual([
      [2, 'A', 2, 2581, 'ready'],
      [4, 'B', 1, null, 'faulty'],
      [5, 'C', 1, -5, 'ready'],
    ]);
    expect(body.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`).toSorted()).toEqual(
      [
        '4 Account: Account does not have this code, or this department may not use it.',
        '4 Department: You are not a member of this department.',
        '4 Description: PO description cannot be empty.',
        '4 Line Description: Description field is required.',
        '4 PO Date: “32/13/2026” is not a date. Write it as 2026-11-20.',
        '4 Quantity: Quantity cannot be zero.',
        '4 Tax Code: Harbor Lights LLC does not have this tax code.',
        '4 Unit Cost: “1.234” is not an amount. Write it as $1,200.00.',
        '4 Vendor: There is no vendor named “Nobody & Sons”. Import it as a temporary vendor first.',
      ].toSorted(),
    );
    expect(await sql.alpha`SELECT count(*) AS n FROM documents`).toEqual(before);
    expect(await sql.alpha`SELECT count(*) AS n FROM imports`).toEqual([{ n: 0 }]);
  });

  test('an Excel file has the same result with its numbers, days and formulas; headings may vary', async () => {
    const rows = [
      ['key', 'DEPT', ' vendor # ', 'po description', 'Date', 'Item', 'qty', 'Price', 'ACCOUNT', 'What for'],
      ['X', 'art', 'n-lumen', 'Chairs', new Date('2026-11-04'), 'Chair', 1.5, 100, 6100, 'set'],
      ['Y', 'Art', 'N-anvil', '=HYPERLINK("x")', null, '@item', 1, null, '6100 Set dressing', null],
    ];
    const cells = new Map([['2,7', { formula: '10*2', formulaResult: 20 }]]);
    const file = new Uint8Array(await writeXlsx({ sheets: [{ name: 'POs', rows, cells }] }));
    const { body } = await check(file, { name: 'pos.xlsx' });
    expect(body.faults).toEqual([]);
    expect(body.ignored).toEqual(['What for']);
    expect(body.entries.map(({ vendor, description, total }) => [vendor, description, total])).toEqual([
      ['Lumen Rentals', 'Chairs', 150],
      ['Anvil Props', '=HYPERLINK("x")', 20],
    ]);
  });

  test('a file that is unreadable, too large, too long or incomplete gets a message', async () => {
    const messagesOf = async (file: string) => {
      const { status, body } = await check(file);
      return [status, body.code ?? body.faults.map(({ message }) => message)];
    };
    expect(await messagesOf('')).toEqual([400, 'invalid_parameter']);
    expect(await messagesOf('%PDF-1.7\0\0')).toEqual([400, 'invalid_parameter']);
    expect(await messagesOf('PK\u0003\u0004 no zip')).toEqual([400, 'invalid_parameter']);
    expect(await messagesOf('x'.repeat(5 * 1024 * 1024 + 1))).toEqual([413, 'file_too_large']);
    expect(await messagesOf('Department,Department\nArt,Art')).toEqual([
      200,
      [
        'The column “Description” is missing.',
        'The column “Unit Cost” is missing.',
        'Two columns have the heading “Department”.',
      ],
    ]);
    expect(await messagesOf(csv())).toEqual([200, ['There are no rows below the headings.']]);
    expect(await messagesOf('Orders of November\nDepartment,Description,Unit Cost\nArt,Lamps,1')).toEqual([
      200,
      ['The first row has none of the column headings. Start from the template.'],
    ]);
    const row = 'A,Art,Lumen Rentals,Long,,Line,1,1,,,';
    expect(await messagesOf(csv(...Array.from({ length: 2001 }, () => row)))).toEqual([
      200,
      ['There are more than 2,000 rows.'],
    ]);
  });

  test('AT-20: a row below 4 MB of blank lines is found', async () => {
    const { body } = await check(`${csv()}${'\n'.repeat(4_000_000)}A,Art,Lumen Rentals,Long,,Line,1,1,,,`);
    expect(body.faults).toEqual([]);
    expect(body.entries).toMatchObject([{ row: 4_000_001, key: 'A', state: 'ready' }]);
  });

  test('a zip that would unpack to more than a sheet can have is refused before it is unpacked', async () => {
    const file = new Uint8Array(await writeXlsx({ sheets: [{ name: 'POs', rows: [['Key'], ['1']] }] }));
    const view = new DataView(file.buffer);
    // The size that the directory declares for its first entry.
    const at = view.getUint32(file.length - 22 + 16, true);
    view.setUint32(at + 24, 400_000_000, true);
    const { status, body } = await check(file);
    expect([status, body.message]).toEqual([400, 'This file unpacks to too much.']);
    // An entry that declares a smaller size is not unpacked beyond that size.
    view.setUint32(at + 24, 10, true);
    expect((await check(file)).body.message).toMatch(/^This file cannot be read/);
  });

  test('a zip that holds 200 MB and declares one is refused before the library unpacks it', async () => {
    const zeros = new Uint8Array(1_000_000);
    const piece = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
    const packed = Buffer.concat([...Array.from({ length: 199 }, () => piece), deflateRawSync(zeros)]);
    const file = zipSync({ '[Content_Types].xml': packed }, { level: 0 });
    const view = new DataView(file.buffer);
    const at = view.getUint32(file.length - 22 + 16, true);
    // Declares that it is compressed, and its unpacked size.
    view.setUint16(at + 10, 8, true);
    view.setUint32(at + 24, 1_000_000, true);
    const unpacking = vi.fn();
    vi.stubGlobal('DecompressionStream', unpacking);
    expect((await check(file)).body.message).toMatch(/^This file cannot be read/);
    expect(unpacking).not.toHaveBeenCalled();
    view.setUint32(at + 24, 200_000_000, true);
    expect((await check(file)).body.message).toBe('This file unpacks to too much.');
    vi.unstubAllGlobals();
  });

  test('the total of a line is not used as its unit cost, and digits beyond cents are not rounded', async () => {
    const rows = [
      ['Department', 'Vendor', 'Description', 'Qty', 'Rate', 'Amount'],
      ['Art', 'Lumen Rentals', 'Chairs', 3, 99.995, 299.99],
    ];
    const file = new Uint8Array(await writeXlsx({ sheets: [{ name: 'POs', rows }] }));
    const { body } = await check(file, { name: 'pos.xlsx' });
    expect(body.ignored).toEqual(['Amount']);
    expect(body.faults).toEqual([
      { row: 2, column: 'Rate', message: 'A number can have at most two decimals.' },
    ]);
  });

  test('files of other locales are read: a line with the separator, decimal commas, and names with invisible characters', async () => {
    const heads = 'Import Key;Department;Vendor;Description;PO Date;Quantity;Unit Cost';
    const rows = [
      'A;Art;Lumen\u200B Rentals;Gr\u00FC\u00DFe;20.11.2026;2;1.200,00',
      'B;Art;Lumen Rentals;Two;;1,5;x',
    ];
    const { body } = await check(['sep=;', heads, ...rows].join('\r\n'));
    expect(body.totals).toEqual([{ currency: 'USD', amount: 2400 }]);
    // The total, which cannot be computed either, is not reported in addition to its cause.
    expect(body.faults).toEqual([
      { row: 3, column: 'Unit Cost', message: '“x” is not an amount. Write it as $1,200.00.' },
      { row: 3, column: 'Quantity', message: '“1,5” is not a number. Write it as 2.50.' },
    ]);
    const alone = await check([heads, 'B;Art;Lumen Rentals;Two;;1,5;3'].join('\n'));
    expect(alone.body.faults.map(({ column }) => column)).toEqual(['Quantity']);
  });

  test('DEC-68: a text that Backlot’s sheets protect from being a formula is read without its apostrophe', async () => {
    const { body } = await check(csv("'=A,Art,Lumen Rentals,'+1 lamp,,'tis,1,1,,,"));
    expect(body.entries).toMatchObject([{ key: '=A', description: '+1 lamp', state: 'ready' }]);
  });

  test('cells of a megabyte, NUL, line ends and right-to-left text do no harm', async () => {
    const { body } = await check(
      csv(
        `A,Art,Lumen Rentals,${'x'.repeat(1_000_000)},,Line,1,1,,,`,
        'B,Art,Lumen Rentals,"Two\r\nlines \u202Ereversed",,"\u0007bell",1,1,,,',
      ),
    );
    expect(body.faults).toEqual([
      { row: 2, column: 'Description', message: 'This is longer than 1,000 characters.' },
    ]);
    expect(body.entries[1]).toMatchObject({ state: 'ready', description: 'Two lines reversed' });
  });

  test('rows of one purchase order must agree and be adjacent', async () => {
    const { body } = await check(
      csv(
        'A,Art,Lumen Rentals,Sofas,,Sofa,1,1,,,',
        'A,Grip,Lumen Rentals,,,Table,1,1,,,',
        ',Art,Lumen Rentals,Rugs,,Rug,1,1,,,',
      ),
    );
    expect(body.faults).toEqual([
      { row: 3, column: 'Department', message: 'This does not match row 2 of the same purchase order.' },
      {
        row: 4,
        column: 'Import Key',
        message: 'Enter the import key of the purchase order that this row belongs to.',
      },
    ]);
  });
});

describe('temporary vendors', () => {
  const vendorsFile =
    'Name,Street,E-mail\nKit & Co,3 Side St,kit@kit.example\nLumen Rentals,1 Stage Way,\nNo Street,,not an address';

  test('VE-13, VE-17, DEC-34: a vendor needs a name and a street; one with a known name is unchanged', async () => {
    const { body } = await check(vendorsFile, { kind: 'VENDOR' });
    expect(body).toMatchObject({ kind: 'VENDOR', rows: 3, ready: 1 });
    expect(body.entries.map(({ vendor, state }) => [vendor, state])).toEqual([
      ['Kit & Co', 'ready'],
      ['Lumen Rentals', 'known'],
      ['No Street', 'faulty'],
    ]);
    expect(body.faults).toEqual([
      { row: 4, column: 'Street', message: 'Enter the street address of the vendor.' },
      { row: 4, column: 'E-mail', message: 'Please enter a valid e-mail address.' },
    ]);
    expect((await runImport(vendorsFile, 1, undefined, 'vendors')).body).toEqual({ created: 1 });
    expect((await runImport(vendorsFile, 1, undefined, 'vendors')).body.code).toBe('WORKFLOW_CONFLICT');
    expect(
      await sql.alpha`SELECT name, address, created_by FROM temporary_vendors WHERE name = 'kit & co'`,
    ).toEqual([{ name: 'Kit & Co', address: '3 Side St', created_by: 'dana' }]);
    const order = csv('kit-1,Art,kit & co,By Kit,,Sofa,1,10,6100,,');
    expect((await runImport(order, 1)).body).toMatchObject({ created: 1, failed: [] });
    const [made] = await ordersOf('By Kit');
    expect((await read('dana', made?.id ?? '')).vendor).toMatchObject({
      name: 'Kit & Co',
      isTemporary: true,
    });
  });

  test('the template has the headings of the show, and its example is valid', async () => {
    const { body } = await as('dana').get<string>('/api/imports/template?showId=alpha1&kind=PO&format=csv');
    expect(parseCsv(body)[0]).toContain('Account');
    const checked = (await check(body)).body;
    expect(checked.ignored).toEqual([]);
    expect(checked.faults.map(({ column }) => column)).toEqual(['Vendor']);
    expect(checked.entries).toMatchObject([{ key: 'A-1', lines: 2, total: 2120 }]);
  });

  test('DEC-52: in the template as a workbook a day is a date cell and an amount a number', async () => {
    const { token } = await sessionOf('dana');
    const response = await fetchWorker(
      new Request(`${origin}/api/imports/template?showId=alpha1&kind=PO&format=xlsx`, {
        headers: { cookie: `__Host-session-token=${token}` },
      }),
    );
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [titles = [], example = []] = book.sheets[0]?.rows ?? [];
    const cell = (title: string) => example[titles.indexOf(title)];
    expect([cell('PO Date'), cell('Unit Cost')]).toEqual([expect.any(Date), 48.5]);
  });
});
