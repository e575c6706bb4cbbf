import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { changesOf, checkBudget, importBudget, listBudgets } from '../../support/worker/budget/budgets.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { formOf } from '../../support/worker/fixtures/imports.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';
import { flatBudget } from '../../support/movie-magic.ts';

beforeAll(openStudio);

const rows = [
  ['Acct#', 'Category Description', 'Total'],
  ['6100', 'Set dressing', 15_000.5],
  ['7777', 'Unheard of', 200],
  ['', 'Total Fringes', 900],
  ['', 'Contingency', 1_500],
  ['', 'Grand Total', 17_600.5],
] as const;
const text = (separator: string) => rows.map((row) => row.join(separator)).join('\r\n');
const expected = {
  currency: 'USD',
  ready: 3,
  fileTotal: 17_600.5,
  importedTotal: 17_400.5,
  difference: 200,
  fringes: 900,
  contingency: 1_500,
  faults: [],
};
const announced = { count: 3, total: 17_400.5 };

describe('the import of a budget', () => {
  test.each([
    ['CSV', 'budget.csv', async () => text(',')],
    ['tab-delimited text', 'budget.txt', async () => text('\t')],
    [
      'XLSX',
      'budget.xlsx',
      async () =>
        new Uint8Array(
          await writeXlsx({ sheets: [{ name: 'Topsheet', rows: rows.map((row) => [...row]) }] }),
        ),
    ],
  ])(
    'BUD-12, BUD-13, BUD-15: the dry run of %s shows totals, fringes and unknown accounts',
    async (_, name, file) => {
      const { status, body } = await checkBudget(await file(), name);
      expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
      expect(body.unknown).toEqual([
        { row: 3, account: '7777', codes: {}, description: 'Unheard of', amount: 200 },
      ]);
      expect((await listBudgets()).body.budgets).toEqual([]);
    },
  );

  test('BUD-12: a file with errors is not imported', async () => {
    const file = 'Account,Budget\n6100,a lot\n,5';
    const { body } = await checkBudget(file);
    expect(body.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 Budget: “a lot” is not an amount. Write it as $1,200.00.',
      '3 Account: Enter the account.',
    ]);
    const refused = await importBudget(file, { count: 1, total: 5 });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Row 2: “a lot” is not an amount. Write it as $1,200.00.',
    ]);
    expect((await checkBudget('%PDF-1.7\0\0')).status).toBe(400);
    expect((await as('ada').post('/api/budgets/check?showId=alpha1', new FormData())).status).toBe(400);
    expect((await as('dana').post('/api/budgets/check?showId=alpha1', formOf(file, 'x.csv'))).status).toBe(
      403,
    );
  });

  test('BUD-12: what differs from the dry run is refused', async () => {
    for (const other of [
      { ...announced, count: 2 },
      { ...announced, total: 17_400 },
    ]) {
      const { status, body } = await importBudget(text(','), other);
      expect([status, body.message]).toEqual([
        409,
        'What this file would create has changed in the meantime. Check the file again.',
      ]);
    }
    expect((await listBudgets()).body.budgets).toEqual([]);
  });

  test('BUD-10, BUD-12: the import creates a working budget once', async () => {
    const key = crypto.randomUUID();
    const { status, body } = await importBudget(text(','), announced, key);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ name: 'Imported', status: 'WORKING', currency: 'USD' });
    expect(body.lines.map(({ account, kind, original }) => [account, kind, original])).toEqual([
      ['6100', 'ACCOUNT', 15_000.5],
      ['FRINGES', 'FRINGES', 900],
      ['CONTINGENCY', 'CONTINGENCY', 1_500],
    ]);
    expect((await importBudget(text(','), announced, key)).body.id).toBe(body.id);
    expect((await listBudgets()).body.budgets).toHaveLength(1);
    const [created] = (await changesOf(body.id)).changes;
    expect([created?.kind, created?.reason]).toEqual(['CREATED', 'budget.csv']);
  });

  test('BUD-12: a budget of 2,000 rows is imported', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => `6100,Line ${n},1`);
    const file = ['Account,Description,Budget', ...many].join('\n');
    expect((await checkBudget(file)).body).toMatchObject({ ready: 1, importedTotal: 2000 });
    const { body } = await checkBudget(`${file}\n6100,One more,1`);
    expect(body.faults.map(({ message }) => message)).toEqual(['There are more than 2,000 rows.']);
  });

  test('BUD-44: a budget that Movie Magic Budgeting exported as XML is checked and imported', async () => {
    const { status, body } = await checkBudget(flatBudget, 'budget.xml');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        currency: 'USD',
        ready: 1,
        fileTotal: 17_600.5,
        importedTotal: 15_000.5,
        difference: 2_600,
        unknown: [
          { row: 2, account: '7777', codes: {}, description: 'Unheard of', amount: 200 },
          { row: 4, account: '8000', codes: {}, description: 'CONTINGENCY', amount: 1_500 },
        ],
        faults: [],
        ignored: [],
      }),
    ]);
    const wide = new Uint8Array(
      [...`\uFEFF${flatBudget}`].flatMap((letter) => [
        letter.charCodeAt(0) & 0xff,
        letter.charCodeAt(0) >> 8,
      ]),
    );
    expect((await checkBudget(wide, 'budget.xml')).body).toEqual(body);
    const imported = await importBudget(flatBudget, { count: 1, total: 15_000.5 });
    expect(imported.status, JSON.stringify(imported.body)).toBe(201);
    expect(imported.body.lines.map(({ account, original }) => [account, original])).toEqual([
      ['6100', 15_000.5],
    ]);
  });

  test.each([
    [
      'that ends too early',
      flatBudget.slice(0, flatBudget.indexOf('Unheard')),
      'This XML file cannot be read after account 61-00. Export it from Movie Magic Budgeting again.',
    ],
    [
      'with entities of its own',
      '<!DOCTYPE b [<!ENTITY a "aaaa">]><budget>&a;</budget>',
      'This XML file cannot be read. Export it from Movie Magic Budgeting again.',
    ],
    [
      'of another program',
      '<?xml version="1.0"?><Workbook><Row><Cell/></Row></Workbook>',
      'This XML file has no accounts of Movie Magic Budgeting. Upload Excel (.xlsx) or CSV instead.',
    ],
  ])('BUD-44: an XML file %s is refused', async (_, file, message) => {
    for (const { status, body } of [
      await checkBudget(file, 'budget.xml'),
      await importBudget(file, { count: 1, total: 1 }),
    ])
      expect([status, body.code, body.message]).toEqual([400, 'invalid_parameter', message]);
  });

  test('BUD-44: an XML file of more than 5 MB is refused', async () => {
    const { status, body } = await checkBudget(
      `<budget>${' '.repeat(5 * 1024 * 1024)}</budget>`,
      'budget.xml',
    );
    expect([status, body.code]).toEqual([413, 'file_too_large']);
  });
});
