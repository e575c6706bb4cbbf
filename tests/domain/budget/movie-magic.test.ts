import { describe, expect, test } from 'vitest';
import { budgetCheckOf } from '#domain/budget/import/budget-import';
import { parseAccounts } from '#domain/budget/import/account-table';
import { movieMagicAccounts } from '#domain/budget/import/movie-magic';
import { MovieMagicElements } from '#domain/budget/import/movie-magic-elements';
import { readXml } from '#edges/files/xml-reader';
import { flatBudget, nestedBudget } from '../../support/movie-magic.ts';

const known = new Map([
  ['6100', 'Set dressing'],
  ['6200', 'Props'],
]);

function check(xml: string, codes: typeof known | null = known) {
  const elements = new MovieMagicElements();
  readXml(xml, elements);
  const chart = { known: codes, codes: new Map(), ancestorsOf: () => [] };
  return budgetCheckOf(parseAccounts(movieMagicAccounts(elements, 'USD'), chart, 'USD'), 'USD', []);
}
const linesOf = (xml: string, codes: typeof known | null = known) =>
  check(xml, codes).lines.map(({ account, description, kind, amount }) => [
    account,
    description,
    kind,
    amount,
  ]);
const messagesOf = (xml: string) =>
  check(xml).faults.map(({ row, column, message }) => `${row} ${column}: ${message}`);
const account = (number: string, total: string) =>
  `<account><aNumber>${number}</aNumber><aDescription>Some</aDescription><aTotal>${total}</aTotal></account>`;

describe('a budget of Movie Magic Budgeting', () => {
  test('BUD-44: accounts in a list of their own name their category', () => {
    const result = check(flatBudget);
    expect(result).toMatchObject({
      ready: 1,
      fileTotal: 17_600.5,
      importedTotal: 15_000.5,
      difference: 2_600,
      unknown: [
        { row: 2, account: '7777', codes: {}, description: 'Unheard of', amount: 200 },
        { row: 4, account: '8000', codes: {}, description: 'CONTINGENCY', amount: 1_500 },
      ],
      totalRows: [{ row: 3, account: '', codes: {}, description: 'Total 6000 ART', amount: 15_200.5 }],
      faults: [],
    });
    expect(result.lines).toEqual([
      {
        account: '6100',
        codes: {},
        description: 'Set dressing',
        kind: 'ACCOUNT',
        series: null,
        amount: 15_000.5,
      },
    ]);
  });

  test('BUD-44: an account without a total is the sum of its details', () => {
    expect(linesOf(nestedBudget)).toEqual([['6100', 'Set dressing', 'ACCOUNT', 15_000.5]]);
    expect(check(nestedBudget)).toMatchObject({ fileTotal: 15_000.5, difference: 0, totalRows: [] });
  });

  test('BUD-44: fields may be attributes, in any case and with a prefix', () => {
    const xml = `<mm:BUDGET xmlns:mm="urn:x"><mm:Category name="Art" amount="30">
      <mm:Account number='6100' name="Set &quot;A&quot;" amount="20"><SubAccount number="6101" amount="20"/></mm:Account>
      <mm:Account number="6200" name="Props" amount="10"/></mm:Category></mm:BUDGET>`;
    expect(linesOf(xml, null)).toEqual([
      ['6100', 'Set "A"', 'ACCOUNT', 20],
      ['6200', 'Props', 'ACCOUNT', 10],
    ]);
    expect(check(xml).totalRows).toEqual([
      { row: 3, account: '', codes: {}, description: 'Total Art', amount: 30 },
    ]);
  });

  test('BUD-44: the sum of a category is compared with its accounts', () => {
    const result = check(
      `<budget><category><cTotal>1000</cTotal><cDescription>Art</cDescription>${account('6100', '900')}</category></budget>`,
    );
    expect(result).toMatchObject({ fileTotal: 1_000, importedTotal: 900, difference: 100 });
    expect(result.totalRows.map(({ description }) => description)).toEqual([
      'Total Art: its accounts add up to $900.00',
    ]);
  });

  test('BUD-44: comments and instructions may precede the type of the document', () => {
    const start = '\uFEFF<?xml version="1.0"?>\n<!-- <b> --><!---->\n<!DOCTYPE budget>\n';
    expect(linesOf(`${start}<budget>${account('6100', '1')}</budget>`)).toHaveLength(1);
  });

  test('BUD-44: groups of categories and the details of an account are not counted', () => {
    const xml = `<budget><category><cTotal>50</cTotal><cDescription>Below the line</cDescription>
      <category><cTotal>50</cTotal><cDescription>Art</cDescription>${account('6100', '20')}${account('6200', '30')}</category>
      </category></budget>`;
    expect(check(xml)).toMatchObject({ fileTotal: 50, importedTotal: 50, difference: 0, unknown: [] });
  });

  test('BUD-11, BUD-44: contingency and fringes have lines of their own', () => {
    const xml = `<budget>${account('6100', '20')}
      <contractualCharge><description>Contingency 10%</description><total>2</total></contractualCharge>
      <account><aDescription>Total Fringes</aDescription><aTotal>3</aTotal></account></budget>`;
    expect(check(xml)).toMatchObject({ fringes: 3, contingency: 2, importedTotal: 25, faults: [] });
  });

  test('BUD-44: the category of an account that the file does not have still counts in its total', () => {
    const xml = `<budget><category><cID>1</cID><cTotal>5</cTotal></category>
      <account><categoryID>9</categoryID><aNumber>6100</aNumber><aTotal>20</aTotal></account></budget>`;
    expect(check(xml, null)).toMatchObject({ fileTotal: 25 });
  });

  test.each([
    ['a lot', '1 Total: Account 6100: “a lot” is not an amount. Write it as $1,200.00.'],
    ['9'.repeat(15), `1 Total: Account 6100: “${'9'.repeat(15)}” is too large.`],
  ])('BUD-44: an error names the account: %s', (total, message) => {
    expect(messagesOf(`<budget>${account('6100', total)}</budget>`)).toContain(message);
  });

  test('BUD-44: an amount without a number of an account is an error', () => {
    expect(messagesOf(`<budget>${account('6100', '1')}${account('', '20')}</budget>`)).toEqual([
      '2 Number: “Some”: Enter the account.',
    ]);
  });

  test('BUD-44: a detail that is no amount is an error of its account', () => {
    const xml = nestedBudget.replace('9,000.00', 'tbd');
    expect(messagesOf(xml)).toEqual([
      '1 Total: Account 6100: “tbd” is not an amount. Write it as $1,200.00.',
    ]);
  });

  test('BUD-44: accounts without any total, and more than 2,000, are errors', () => {
    expect(messagesOf('<budget><account><aNumber>6100</aNumber></account></budget>')).toEqual([
      'null null: The accounts of this file have no totals.',
    ]);
    const categories = (length: number) =>
      Array.from(
        { length },
        (_, at) => `<category><cNumber>${at}</cNumber><cTotal>1</cTotal></category>`,
      ).join('');
    const accounts = (length: number) => account('6100', '1').repeat(length);
    for (const [many, others] of [
      [accounts(2_001), ''],
      [categories(2_001), ''],
      [accounts(1_500), categories(501)],
    ])
      expect(messagesOf(`<budget>${many}${others}</budget>`)).toEqual([
        'null null: There are more than 2,000 accounts and categories.',
      ]);
  });

  test('BUD-44: codes match whatever separates their parts, unless two could be meant', () => {
    const both = new Map([
      ['61-00', 'One'],
      ['6.100', 'Other'],
      ['62-00', 'Props'],
    ]);
    const accountsOf = (codes: typeof known, ...typed: string[]) =>
      linesOf(`<budget>${typed.map((code) => account(code, '1')).join('')}</budget>`, codes).map(
        ([code]) => code,
      );
    expect(accountsOf(known, '61 00', '62.00')).toEqual(['6100', '6200']);
    expect(accountsOf(both, '6200', '6.100', '61-00')).toEqual(['62-00', '6.100', '61-00']);
    expect(accountsOf(both, '6100')).toEqual([]);
    const oneExact = new Map([...known, ['61-00', 'Other'], ['61', 'Part']] as const);
    expect(accountsOf(oneExact, '6100', '61-00', '61 Set')).toEqual(['6100', '61-00', '61']);
    expect(accountsOf(oneExact, '61 00')).toEqual([]);
  });

  test.each([
    ['<budget><account>', 'ends inside an element'],
    ['<budget><account></budget></account>', 'closes another element'],
    ['<budget/><budget/>', 'has two roots'],
    ['text', 'has no element'],
    [`${'<a>'.repeat(60)}${'</a>'.repeat(60)}`, 'is too deep'],
    [`<a>${Array.from({ length: 300 }, (_, n) => `<f${n}/>`).join('')}</a>`, 'has too many fields'],
    ['<!DOCTYPE b [<!ENTITY a "b">]><b>&a;</b>', 'declares entities'],
    [`<budget>${account('6100', '1')}<!DOCTYPE b></budget>`, 'declares its type inside an element'],
  ])('BUD-44: a file is refused that %s', (xml) => {
    expect(() => check(xml)).toThrow(expect.objectContaining({ name: 'UnreadableSpreadsheet' }));
  });
});
