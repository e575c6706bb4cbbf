import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invoiceLineFields, textBoxOf } from '#domain/documents/line-fields';
import { fieldsOf } from '#domain/documents/text-fields';
import { emptyInvoiceLine } from '#domain/invoices/invoice-line';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import type { LineContext } from '../../../web/src/forms/document/lines/line-editor.ts';
import { isUntouched } from '../../../web/src/forms/invoice/is-untouched.ts';
import { openLines } from '../../../web/src/forms/invoice/open-lines.ts';
import { pastedInvoiceLines } from '../../../web/src/forms/invoice/pasted-lines.ts';
import { matchOrder } from '../../../web/src/forms/invoice/match-purchase-order.ts';
import { isUnavailable, reliefLine, withOrder, withPoLine } from '../../../web/src/forms/invoice/relief.ts';
import type { RelievableLine, RelievablePo } from '#domain/relief/relief-response';
import type { AccountField } from '#domain/reference-data/reference-data-response';

const line = (part: Partial<InvoiceLineDraft> = {}): InvoiceLineDraft => ({
  ...emptyInvoiceLine('k'),
  ...part,
});

function poLine(lineNumber: number, part: Partial<RelievableLine> = {}): RelievableLine {
  return {
    id: `line-${lineNumber}`,
    uuid: `uuid-${lineNumber}`,
    lineNumber,
    description: `Lamps ${lineNumber}`,
    totalCost: 100,
    remainingBalance: 100,
    isClosed: false,
    coding: { ACCOUNT: '2301' },
    taxCode: 'USE',
    glTransactionDetailExternalId: null,
    ...part,
  };
}

function order(poNumber: string, lineItems: RelievableLine[]): RelievablePo {
  return {
    id: poNumber,
    poNumber,
    prefix: 'SD',
    vendor: { id: 'v', externalId: 'v', number: '1', name: 'Foxglove' },
    department: null,
    projectCompanyExternalId: 'c',
    currency: 'USD',
    lineItems,
  };
}

const account: AccountField = {
  header: 'Account',
  config_type: 'ACCOUNT',
  part_config_id: 'P',
  account_parts: ['2301', '2302'].map((id_code, part_order) => ({
    account_part_id: `A-${id_code}`,
    part_config_id: 'P',
    id_code,
    description: '',
    part_order,
    is_active: true,
    is_asset: false,
    is_header: false,
    is_insurance: false,
    rollup_account_part_id: null,
  })),
};
const coded = {
  coding: { fields: [account], allowed: {} },
  taxCodes: [{ code: 'USE', description: 'Use tax' }],
};
const orders = [order('00042', [poLine(1), poLine(2)]), order('00420', [poLine(1)])];

describe('a new line', () => {
  test('LI-38: it is untouched until it has input', () => {
    expect(isUntouched(line())).toBe(true);
    expect(isUntouched(line({ id: 'stored' }))).toBe(false);
  });

  test.each([
    { name: 'description', input: 'Sofas' },
    ...fieldsOf(invoiceLineFields).flatMap(({ name }) =>
      textBoxOf(invoiceLineFields, name) ? [{ name, input: 'A' }] : [],
    ),
    { name: 'amount', input: 3 },
    { name: 'referencePo', input: '00042' },
  ])('LI-38: a new line with a $name has input', ({ name, input }) => {
    expect(isUntouched({ ...line(), [name]: input })).toBe(false);
  });
});

describe('a line that relieves a PO', () => {
  test('RL-01: a PO is matched only by its number as printed, or without prefix and zeros', () => {
    const match = (text: string) => matchOrder(text, orders)?.poNumber ?? null;
    expect(['00042', 'SD-00042', 'sd-00042', '42', ' 420 '].map(match)).toEqual([
      '00042',
      '00042',
      '00042',
      '00042',
      '00420',
    ]);
    expect(['', '0', '4', '4200', 'ART-00042'].map(match)).toEqual([null, null, null, null, null]);
  });

  test('DEC-38: a chosen PO line fills the reference, and the codes of a line without codes', () => {
    const named = withOrder(line(), '42', orders, coded);
    expect(named).toMatchObject({ referencePo: '00042', referencePoLineNumber: null, coding: {} });
    expect(withPoLine(named, 2, orders, coded)).toMatchObject({
      referencePoLineNumber: 2,
      relievePoLineItemId: 'line-2',
      relievePoLineItemUuid: 'uuid-2',
      coding: { ACCOUNT: '2301' },
      coaExternalId: 'A-2301',
      taxCode: 'USE',
      description: 'Lamps 2',
    });
    const codedLine = line({
      ...named,
      description: 'Mine',
      coding: { ACCOUNT: '2302' },
      coaExternalId: 'A-2302',
    });
    expect(withPoLine(codedLine, 2, orders, coded)).toMatchObject({
      relievePoLineItemId: 'line-2',
      coding: { ACCOUNT: '2302' },
      coaExternalId: 'A-2302',
      description: 'Mine',
    });
  });

  test('DEC-38, LI-29: automatic codes do not count as the line\u2019s own', () => {
    const only = { ...account, account_parts: account.account_parts.slice(1) };
    const automatic = line({ referencePo: '00042', coding: { ACCOUNT: '2302' }, coaExternalId: 'A-2302' });
    const options = { ...coded, coding: { fields: [only], allowed: {} } };
    expect(withPoLine(automatic, 1, orders, options).coding).toEqual({ ACCOUNT: '2301' });
  });

  test('RL-10: the only line of a PO is selected; another PO, or none, clears the PO line', () => {
    const named = withOrder(line(), '420', orders, coded);
    expect(named).toMatchObject({
      referencePo: '00420',
      referencePoLineNumber: 1,
      relievePoLineItemId: 'line-1',
    });
    const none = { referencePoLineNumber: null, relievePoLineItemId: null, relievePoLineItemUuid: null };
    expect(withOrder(named, '42', orders, coded)).toMatchObject({ referencePo: '00042', ...none });
    expect(withOrder(named, '', orders, coded)).toMatchObject({ referencePo: '', ...none });
    expect(withPoLine(named, null, orders, coded)).toMatchObject({ referencePo: '00420', ...none });
  });

  test('RL-04: a PO that is not available is an error; while the POs load none is', () => {
    expect(isUnavailable(line({ referencePo: '7' }), orders)).toBe(true);
    expect(isUnavailable(line({ referencePo: '00042', referencePoLineNumber: 3 }), orders)).toBe(true);
    expect(isUnavailable(line({ referencePo: '00042', referencePoLineNumber: 2 }), orders)).toBe(false);
    expect(isUnavailable(line(), orders)).toBe(false);
    expect(isUnavailable(line({ referencePo: '7' }), null)).toBe(false);
  });

  test('DEC-39: an invalid amount counts as zero', () => {
    expect(reliefLine(line({ amount: null })).amountCents).toBe(0);
    expect(reliefLine(line({ amount: -1.005 })).amountCents).toBe(-101);
  });
});

describe('invoice lines pasted from a spreadsheet', () => {
  const context = {
    ...coded,
    currency: 'USD',
    lockedLineCount: 0,
    codesAsOf: null,
    dateFormat: 'MM_DD_YYYY' as const,
    today: '2026-11-21',
    newKey: () => 'k',
  };
  const parties = { vendorExternalId: 'v1', projectCompanyExternalId: 'pc1', currencyExternalId: 'usd1' };
  const relief = { orders, reason: null, whyNone: null, parties, showsIndicators: true };
  const paste = (text: string) => pastedInvoiceLines(text, context, relief);

  test('LI-38: headers identify amount, note and PO; without them the last number is the amount', () => {
    expect(paste('Item\tQty\tPrice\tAmount\tNotes\nTape\t3\t2.00\t$6.00\tRush')[0]).toMatchObject({
      description: 'Tape',
      amount: 6,
      note: 'Rush',
    });
    expect(paste('Tape\t3\t2.00\t(6.00)')[0]).toMatchObject({ description: 'Tape', amount: -6 });
    expect(paste('Tape\t11/20/2026\t6')[0]).toMatchObject({
      description: 'Tape',
      amount: 6,
      referencePo: '',
    });
  });

  test('RL-01: pasted POs are resolved like typed ones; unknown ones stay, with an error', () => {
    const [known, lost, bare] = paste('Item\tPO Line\tPO\tAmount\nA\t2\tSD-00042\t1\nB\t9\t77\t2\nC\t3\t\t4');
    expect(known).toMatchObject({ referencePo: '00042', relievePoLineItemId: 'line-2', description: 'A' });
    expect(lost).toMatchObject({ referencePo: '77', referencePoLineNumber: 9 });
    expect(bare).toMatchObject({ referencePo: '', referencePoLineNumber: null });
  });

  test('RL-08: no PO is read if the show does not use relief', () => {
    const [pasted] = pastedInvoiceLines('Item\tPO\tAmount\nA\t00042\t1', context, null);
    expect(pasted).toMatchObject({ description: 'A', amount: 1, referencePo: '' });
  });

  test('DEC-91: a number beyond the limit leaves the amount empty; a note is cut', () => {
    const [pasted] = paste(`Item\tAmount\tNote\nA\t9999999999999999\t${'n'.repeat(120)}`);
    expect(pasted).toMatchObject({ amount: null, note: 'n'.repeat(100) });
  });

  test('LI-38: every pasted text gives lines with a valid amount or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const { amount } of paste(text)) expect(amount === null || Number.isFinite(amount)).toBe(true);
      }),
    );
  });
});

describe('DEC-38: a line that only references a PO', () => {
  const context = {
    currency: 'USD',
    coding: { fields: null, allowed: {} },
    taxCodes: [{ code: 'USE', description: '', rate: 0 }],
    lockedLineCount: 0,
  } as unknown as LineContext;
  const lamps = order('00063', [
    poLine(1, { remainingBalance: 20.5 }),
    poLine(2, { remainingBalance: 0 }),
    poLine(3, { remainingBalance: 40 }),
  ]);
  const bare = line({ keyId: 'bare', referencePo: '00063' });
  let made = 0;
  const newKey = () => `new-${(made += 1)}`;

  test('the open PO lines replace the line, with their remaining amounts', () => {
    const before = line({ keyId: 'before', description: 'Freight', amount: 5 });
    const offer = openLines([before, bare], [lamps], context, newKey);
    expect(offer?.text).toBe('PO SD-00063 has 2 lines open, $60.50.');
    expect(offer?.lines[0]).toBe(before);
    expect(offer?.lines.slice(1)).toMatchObject([
      { referencePo: '00063', referencePoLineNumber: 1, relievePoLineItemId: 'line-1', amount: 20.5 },
      { referencePo: '00063', referencePoLineNumber: 3, relievePoLineItemId: 'line-3', amount: 40 },
    ]);
    expect(offer?.lines.slice(1)).toMatchObject([
      { description: 'Lamps 1', coding: { ACCOUNT: '2301' }, taxCode: 'USE' },
      { description: 'Lamps 3', coding: { ACCOUNT: '2301' }, taxCode: 'USE' },
    ]);
  });

  test('PO lines billed by another line are left out, and there is no offer if none is left', () => {
    const billing = (id: string) => line({ relievePoLineItemId: id, referencePo: '00063', amount: 1 });
    const offer = openLines([billing('line-1'), bare], [lamps], context, newKey);
    expect(offer?.lines.slice(1)).toMatchObject([{ referencePoLineNumber: 3 }]);
    expect(openLines([billing('line-1'), billing('line-3'), bare], [lamps], context, newKey)).toBeNull();
  });

  test('BUD-60: closed PO lines are left out, and there is no offer if the others have nothing left', () => {
    const closed = order('00063', [
      poLine(1, { isClosed: true }),
      poLine(2, { remainingBalance: 0 }),
      poLine(3, { remainingBalance: 40 }),
    ]);
    const offer = openLines([bare], [closed], context, newKey);
    expect(offer?.text).toBe('PO SD-00063 has 1 line open, $40.00.');
    expect(offer?.lines).toMatchObject([{ referencePoLineNumber: 3 }]);
    const rest = { ...closed, lineItems: closed.lineItems.slice(0, 2) };
    expect(openLines([bare], [rest], context, newKey)).toBeNull();
  });

  test('a line with an amount or with another PO stays unchanged', () => {
    expect(openLines([{ ...bare, amount: 12 }], [lamps], context, newKey)).toBeNull();
    expect(openLines([{ ...bare, referencePo: '7' }], [lamps], context, newKey)).toBeNull();
    expect(openLines([{ ...bare, referencePoLineNumber: 1 }], [lamps], context, newKey)).toBeNull();
  });
});
