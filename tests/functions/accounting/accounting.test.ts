import { beforeAll, describe, expect, test } from 'vitest';
import { accountingSystems } from '#domain/document';
import { lookupsFor } from '#edges/accounting/open';
import { columnName, tables } from '../../../sandbox/tables.ts';
import {
  accountingOf,
  aPo,
  anInvoice,
  call,
  ledger,
  ledgerOf,
  openBooks,
  fetchSandbox,
} from '../../support/worker/accounting/sandbox.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';

beforeAll(openBooks);

describe.each(accountingSystems)('AC-01, DEC-61: %s', (system) => {
  const books = accountingOf(system);

  test('AC-02: a PO that is pushed several times is in accounting once', async () => {
    const po = aPo(`${system}-once`);
    const [first, second] = [await books.pushPo(po), await books.pushPo(po)];
    const together = await Promise.all([books.pushPo(po), books.pushPo(po), books.pushPo(po)]);
    expect(first).toMatchObject({ docId: po.docId, revision: 1, isVoid: false });
    expect(
      first.lines.map(({ lineId, totalCents, remainingBalanceCents }) => [
        lineId,
        totalCents,
        remainingBalanceCents,
      ]),
    ).toEqual([
      [`${po.docId}-1`, 120_000, 120_000],
      [`${po.docId}-2`, 3_450, 3_450],
    ]);
    for (const again of [second, ...together]) expect(again).toEqual(first);
    const entries = await ledgerOf(system, po.docId);
    expect(entries.map(({ kind, totalCents }) => [kind, totalCents])).toEqual([['PO_PUSH', 123_450]]);
  });

  test('DEC-61: five equal pushes at once make one entry', async () => {
    const po = aPo(`${system}-race`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => books.pushPo(po)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await ledgerOf(system, po.docId)).toHaveLength(1);
  });

  test('DEC-61: the same revision with other content is refused', async () => {
    const po = aPo(`${system}-other`);
    await books.pushPo(po);
    await expect(books.pushPo({ ...po, description: 'Something else' })).rejects.toMatchObject({
      code: 'accounting_interface_error',
      detail: { message: `Idempotency-Key ${po.docId}:1 was used with other content.` },
    });
  });

  test('AC-03, DEC-39: a pull returns the open balances after invoices; unknown POs are null', async () => {
    const po = aPo(`${system}-pull`);
    expect(await books.pullPo(po.docId)).toBeNull();
    const pushed = await books.pushPo(po);
    await books.pushInvoice(anInvoice(`${system}-inv`, `${po.docId}-1`));
    await books.pushInvoice(anInvoice(`${system}-inv`, `${po.docId}-1`));
    const pulled = await books.pullPo(po.docId);
    expect(pulled?.lines.map((line) => line.remainingBalanceCents)).toEqual([100_000, 3_450]);
    expect(pulled?.lines.map((line) => line.glTransactionDetailExternalId)).toEqual(
      pushed.lines.map((line) => line.glTransactionDetailExternalId),
    );
    expect(await ledgerOf(system, `${system}-inv`)).toHaveLength(1);
  });

  test('DEC-61: a later revision replaces the lines and keeps the transaction ids; an earlier one is refused', async () => {
    const po = aPo(`${system}-change`);
    const before = await books.pushPo(po);
    const [line] = po.lines;
    if (line === undefined) throw new Error('the PO has lines');
    const added = {
      ...line,
      lineId: `${po.docId}-3`,
      lineNumber: 3,
      totalCents: -550,
      unitCostCents: -550,
      quantityHundredths: 100,
    };
    const changed = {
      ...po,
      revision: 2,
      changeOrderNumber: 1,
      totalCents: 122_900,
      lines: [...po.lines, added],
    };
    const after = await books.pushPo(changed);
    expect(after.lines.slice(0, 2)).toEqual(before.lines);
    expect(after.lines[2]).toMatchObject({ totalCents: -550, remainingBalanceCents: -550 });
    await expect(books.pushPo({ ...po, revision: 0 })).rejects.toMatchObject({
      detail: { message: 'Revision 2 of purchase order ART-00042 is already posted.' },
    });
  });

  test('DEC-61: accounting receives a void, and a repeated void has no effect', async () => {
    const po = aPo(`${system}-void`);
    await books.pushPo(po);
    const voiding = { docId: po.docId, revision: 1, reason: 'PO voided by creator' };
    await books.voidPo(voiding);
    await books.voidPo(voiding);
    expect(await books.pullPo(po.docId)).toMatchObject({ isVoid: true });
    expect((await ledgerOf(system, po.docId)).map(({ kind }) => kind)).toEqual(['PO_PUSH', 'PO_VOID']);
  });

  test('BUD-45: the budget has its lines in order; a license without one has none', async () => {
    expect(await books.findBudget()).toEqual({
      name: 'Production budget',
      currencyCode: 'USD',
      updatedAt: '2026-11-20T17:00:00.000Z',
      lines: [
        { idCode: '6100', description: 'Set dressing', amountCents: 1_500_050 },
        { idCode: '7777', description: 'Unheard of', amountCents: 20_000 },
        { idCode: '', description: 'Fringes', amountCents: 90_000 },
        { idCode: '', description: 'Contingency', amountCents: 150_000 },
      ],
    });
    await ledger.prepare('DELETE FROM budget_lines WHERE license = ?').bind(licenses[system]).run();
    await ledger.prepare('DELETE FROM budgets WHERE license = ?').bind(licenses[system]).run();
    expect(await books.findBudget()).toBeNull();
  });

  test('CURR-22: exchange rates have their base currency; a license without them has none', async () => {
    const found = await books.findRates();
    expect(found?.baseCurrencyCode).toBe('USD');
    expect(found?.rates).toHaveLength(3);
    expect(found?.rates[1]).toEqual({ currencyCode: 'CAD', day: '2026-11-15', rate: '0.7281' });
    await ledger.prepare('DELETE FROM exchange_rates WHERE license = ?').bind(licenses[system]).run();
    await ledger.prepare('DELETE FROM rate_tables WHERE license = ?').bind(licenses[system]).run();
    expect(await books.findRates()).toBeNull();
  });

  test('DEC-28: payments are listed with their invoices, and released once for the approved total', async () => {
    const { rows, next } = await books.listPayments();
    expect(next).toBeNull();
    expect(rows[0]).toMatchObject({
      externalId: 'p1',
      vendorName: 'Lumen Rentals',
      paymentType: 'ACH',
      totalCents: 250_000,
      status: 'OPEN',
      invoices: [
        { number: 'LR-7', amountCents: 200_000 },
        { number: 'LR-8', amountCents: 50_000 },
      ],
    });
    const release = { docId: `${system}-pay`, revision: 3, externalId: 'p1', totalCents: 250_000 };
    await expect(books.releasePayment({ ...release, totalCents: 250_001 })).rejects.toMatchObject({
      detail: { message: 'The total of payment PMT p1 is not the one approved.' },
    });
    await books.releasePayment(release);
    await books.releasePayment(release);
    expect((await books.listPayments()).rows[0]?.status).toBe('RELEASED');
    await call('POST', `/licenses/${licenses[system]}/payments/p2/cancel`);
    expect((await books.listPayments('p1')).rows.map(({ status }) => status)).toEqual(['CANCELED']);
  });

  test('DEC-44: the sandbox creates each payment once by its external id, for known vendors only', async () => {
    const made = (externalId: string, own: Record<string, unknown> = {}) => ({
      externalId,
      number: `E-${externalId}`,
      createdAt: '2026-11-04T18:00:00.000Z',
      vendorExternalId: 'lumen',
      payeeName: 'Lumen Rentals Inc',
      paymentType: 'EPAY',
      bankName: 'First Harbor Bank',
      bankAccount: '••4411',
      currencyCode: 'USD',
      totalCents: 12_345,
      ...own,
    });
    const make = (...payments: unknown[]) =>
      call('POST', `/licenses/${licenses[system]}/payments`, JSON.stringify({ payments }));
    expect((await make(made('q1'), made('q2', { totalCents: -5 }))).status).toBe(204);
    expect((await make(made('q1', { totalCents: 1 }))).status).toBe(204);
    expect((await books.listPayments('p2')).rows).toMatchObject([
      { externalId: 'q1', number: 'E-q1', vendorName: 'Lumen Rentals', totalCents: 12_345, status: 'OPEN' },
      { externalId: 'q2', totalCents: -5, status: 'OPEN' },
    ]);
    const stranger = await make(made('q3', { vendorExternalId: 'nobody' }));
    expect([stranger.status, await stranger.json()]).toEqual([
      422,
      { message: 'Vendor nobody is not in the books.' },
    ]);
    expect((await make({ ...made('q4'), paymentType: 'WIRE' })).status).toBe(400);
  });

  test('DEC-61: vendors, companies and the chart of accounts', async () => {
    const { rows } = await books.listVendors();
    expect(rows.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Anvil Props', true],
      ['Dormant Drapes', false],
      ['Lumen Rentals', true],
    ]);
    const lumen = await books.findVendor('lumen');
    expect(lumen?.addresses).toMatchObject([{ lineNumber: 1, address1: '1 Stage Way', isDefault: true }]);
    expect(lumen?.contacts).toMatchObject([{ email: 'ada@lumen.example', isDefault: true }]);
    expect(await books.findVendor('nobody')).toBeNull();
    expect(await books.listCompanies()).toMatchObject([
      {
        name: 'Harbor Lights LLC',
        hasTaxInfo: true,
        currencies: [{ isoCurrencyCode: 'USD', isBase: true }],
        taxCodes: [{ code: 'T1' }],
      },
    ]);
    const [account] = await books.listCoa();
    expect(account).toMatchObject({ configType: 'ACCOUNT', header: 'Account' });
    expect(account?.parts.map(({ idCode, isActive, isHeader }) => [idCode, isActive, isHeader])).toEqual([
      ['6000', true, true],
      ['6100', true, false],
      ['6200', false, false],
    ]);
  });
});

describe('AC-01, DEC-61: each system takes documents in its own format', () => {
  test.each([
    [
      'SA',
      {
        purchaseOrder: {
          total: 1234.5,
          date: '2026-11-03',
          lines: [
            { glCode: '6100', quantity: 3 },
            { glCode: null, quantity: 1.5 },
          ],
        },
      },
    ],
    [
      'V5',
      {
        po_hdr: { po_amt: '1234.50', po_dt: '11/03/2026' },
        po_dtl: [
          { acct_no: '6100', qty: '3.00' },
          { acct_no: '', rent_to: '11/12/2026' },
        ],
      },
    ],
    [
      'GV',
      {
        DocumentHeader: { TotalMinor: 123_450, DocumentDate: '20261103' },
        Distributions: [{ QuantityHundredths: 300 }, { Hire: { End: '20261112' } }],
      },
    ],
  ] as const)('DEC-61: %s', async (system, shape) => {
    const po = aPo(`${system}-shape`);
    await accountingOf(system).pushPo(po);
    expect((await ledgerOf(system, po.docId))[0]?.body).toMatchObject(shape);
  });

  test('LI-20, DEC-61: unusual and largest amounts arrive to the cent', async () => {
    const amounts = [999_999_999_999, -1, 5, -999_999_999_999, 29, -101];
    for (const system of accountingSystems) {
      const docId = `${system}-cents`;
      const [line] = aPo(docId).lines;
      if (line === undefined) throw new Error('the PO has lines');
      const lines = amounts.map((totalCents, index) => ({
        ...line,
        lineId: `${docId}-${index}`,
        lineNumber: index + 1,
        totalCents,
      }));
      const state = await accountingOf(system).pushPo(aPo(docId, { totalCents: -68, lines }));
      expect(state.lines.map((each) => each.totalCents)).toEqual(amounts);
    }
  });
});

test('AC-11: licenses are found by search, then studios, divisions, packages and show types', async () => {
  const address = {
    ACCOUNTING_URL: 'http://accounting.test/sandbox/',
    ACCOUNTING_SECRET: 'secret-of-the-tests',
  };
  const lookups = lookupsFor(address, { fetch: fetchSandbox });
  expect(await lookups.licenses('v5-2')).toEqual([
    { license: 'V5-200', name: 'Harbor Lights V5', accountingSystem: 'V5' },
  ]);
  expect(await lookups.licenses('')).toHaveLength(3);
  expect(await lookups.studios('V5-200')).toEqual([{ id: 'meridian', name: 'Meridian Pictures' }]);
  expect(await lookups.divisions('meridian')).toEqual([{ id: 'tv', name: 'Television' }]);
  expect(await lookups.packages('V5-200')).toEqual([{ id: 'std', name: 'Standard' }]);
  expect(await lookups.showTypes('V5-200')).toEqual([{ id: 'series', name: 'Series' }]);
});

test.each(Object.entries(tables))('DEC-61: bulk loading has every column of %s', async (table, columns) => {
  const { results } = await ledger
    .prepare('SELECT name FROM pragma_table_info(?)')
    .bind(columnName(table))
    .all<{ name: string }>();
  expect(Object.keys(columns).map(columnName).toSorted()).toEqual(results.map(({ name }) => name).toSorted());
});
