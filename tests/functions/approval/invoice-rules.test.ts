import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import {
  aBillLine,
  anInvoice,
  billing,
  createInvoice,
  openInvoiceStudio,
  outcome,
  post,
  put,
  readInvoiceAs,
  scan,
  submit,
  temporaryVendor,
} from '../../support/worker/fixtures/invoices.ts';
import type { InvoiceBody } from '../../support/worker/fixtures/invoices.ts';

beforeAll(openInvoiceStudio);
const ids = inShow('alpha1');
const elsewhere = inShow('bravo2');

describe('validation on save', () => {
  test.each<[string, InvoiceBody, string[]]>([
    ['IN-06: an amount that is none', { amount: '100' }, ['amount']],
    ['IN-11: a vendor of another show', { vendor: { id: elsewhere.vendor('lumen'), name: 'X' } }, ['vendor']],
    ['DEC-95: another vendor’s address', { vendorAddress: { id: ids.vendorAddress('anvil') } }, ['vendor']],
    [
      "IN-11: a code that is none of the company's",
      { currency: 'CAD', projectCompanyCurrencyExternalId: '' },
      ['currency'],
    ],
    ['IN-11: a code that is not that of the currency', { currency: 'CAD' }, ['currency']],
    ['DEC-91: no line', { lineItems: [] }, ['line_required', 'line_total_mismatch']],
  ])('%s', async (_rule, own, errors) => {
    const { id, version } = await createInvoice();
    const created = await post('ivan', anInvoice(own));
    expect([created.status, created.body]).toEqual([400, { code: 'POS_BAD_REQUEST', errors }]);
    const saved = await put('ivan', id, anInvoice(own));
    expect([saved.status, saved.body]).toEqual([400, { code: 'POS_BAD_REQUEST', errors }]);
    expect((await readInvoiceAs('ivan', id)).version).toBe(version);
  });

  test('IN-07, IN-08, IN-09, IN-10, IN-18, API-81, API-82: all errors are listed at once', async () => {
    const { body } = await post('ivan', { showId: 'alpha1' });
    expect(body).toEqual({
      code: 'POS_BAD_REQUEST',
      errors: [
        'amount',
        'number',
        'description',
        'date',
        'dueDate',
        'vendor',
        'department',
        'company',
        'currency',
        'line_required',
      ],
    });
  });

  test('DEC-36, IN-12, IN-15: credits, the largest amount and cents that floats cannot represent are accepted', async () => {
    const totals = [];
    for (const amounts of [[-25.5], [9_999_999_999.99], [0.1, 0.2]]) {
      const { amount, totalCost } = await createInvoice('ivan', billing(...amounts));
      totals.push([amount, totalCost]);
    }
    expect(totals).toEqual([
      [-25.5, -25.5],
      [9_999_999_999.99, 9_999_999_999.99],
      [0.3, 0.3],
    ]);
  });

  test('DEC-54: a line note beyond 100 characters is refused', async () => {
    const note = { lineItems: [aBillLine({ note: 'n'.repeat(101) })] };
    expect(outcome(await post('ivan', anInvoice(note)))).toEqual([400, 'invalid_parameter']);
  });

  test('DEC-18: a number of 30 characters is stored without surrounding blanks', async () => {
    const { number } = await createInvoice('ivan', { number: `${'7'.repeat(30)} ` });
    expect(number).toBe('7'.repeat(30));
  });
});

describe('corrections on save', () => {
  test('IN-30, PO-39, DEC-95: a description is cut to 45 characters, on V5 to 100', async () => {
    const long = { description: ` ${'é'.repeat(120)} ` };
    expect((await createInvoice('ivan', long)).description).toBe('é'.repeat(45));
    const system = (name: string) =>
      sql.directory`UPDATE shows SET accounting_system = ${name} WHERE id = 'alpha1'`;
    await system('V5');
    expect((await createInvoice('ivan', long)).description).toBe('é'.repeat(100));
    await system('SA');
  });

  test('IN-19, DEC-34: a temporary vendor is trimmed and gets its own record', async () => {
    const { vendor, vendorName } = await createInvoice(
      'ivan',
      temporaryVendor({ name: '  Corner Hardware ', address: ' 3 Side St  ' }),
    );
    expect(vendor).toMatchObject({
      isTemporary: true,
      name: 'Corner Hardware',
      address: '3 Side St',
      tempVendorId: expect.stringMatching(/^alpha1_/),
    });
    expect(vendorName).toBe('Corner Hardware');
    const rows = await sql.alpha`SELECT name FROM temporary_vendors WHERE id = ${vendor.tempVendorId}`;
    expect(rows).toEqual([{ name: 'Corner Hardware' }]);
    for (const blank of [{ address: ' ' }, { name: ' ' }]) {
      const answer = await post('ivan', anInvoice(temporaryVendor(blank)));
      expect(outcome(answer)).toEqual([422, 'INVALID_TEMP_VENDOR']);
    }
  });

  test('LI-31, LI-38: lines keep their ids, and lose codes that the show does not have', async () => {
    const invoice = await createInvoice('ivan', billing(60, 40));
    const [first, second] = invoice.lineItems;
    const lineItems = [
      { ...second, amount: 70, description: 'Lamps', taxCode: 'GONE' },
      aBillLine({ amount: 30, coding: { ACCOUNT: '9999' } }),
    ];
    const { body } = await put('ivan', invoice.id, anInvoice({ amount: 100, lineItems }));
    expect(body.lineItems).toMatchObject([
      { id: second?.id, lineNumber: 1, amount: 70, description: 'Lamps', taxCode: null },
      { lineNumber: 2, amount: 30, coding: {}, coaExternalId: null },
    ]);
    expect(body.lineItems.map(({ id }) => id)).not.toContain(first?.id);
  });
});

describe('additional validation on submit', () => {
  test('IN-13, DEC-36: without an attachment it stays a draft', async () => {
    const { id } = await createInvoice();
    const refused = await submit('ivan', id);
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'POS_BAD_REQUEST', errors: ['attachment_required'] },
    ]);
    await as('ivan').post(`/api/invoices/attachments/${id}`, { attachments: [await scan()] });
    expect((await submit('ivan', id)).body.status).toBe('SUBMITTED_FOR_APPROVAL');
  });

  test('IN-12, IN-13, DEC-24: the stored content is validated again, with every rule', async () => {
    const { id } = await createInvoice();
    await sql.alpha`UPDATE invoices SET amount_cents = 1, due_day = NULL WHERE document_id = ${id}`;
    expect((await submit('ivan', id)).body.errors).toEqual([
      'dueDate',
      'line_total_mismatch',
      'attachment_required',
    ]);
  });
});
