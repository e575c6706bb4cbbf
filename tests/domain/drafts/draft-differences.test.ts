import { describe, expect, test } from 'vitest';
import { draftDifferences } from '#domain/drafts/draft-differences';
import { emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import { emptyLine } from '#domain/documents/line';
import { invoiceLineFields, orderLineFields } from '#domain/documents/line-fields';
import { fieldsOf } from '#domain/documents/text-fields';
import { emptyInvoiceDraft } from '#domain/invoices/invoice-draft';
import { emptyInvoiceLine } from '#domain/invoices/invoice-line';

const sofas = { ...emptyLine('k1'), id: 'line1', description: 'Sofas', quantity: 3, unitCost: 100 };
const began = {
  ...emptyDraft('2026-11-03'),
  description: 'Set dressing',
  currency: 'USD',
  projectCompanyExternalId: 'c1',
  lineItems: [sofas],
};
const names = new Map([
  ['c1', 'Northern Lights'],
  ['c2', 'Tidewater'],
]);

test('DEC-82: equal drafts have no differences', () => {
  const saved = { ...began, lineItems: [{ ...sofas }] };
  expect(draftDifferences(began, began, saved, names)).toEqual([]);
});

test('DEC-82: each difference states who changed it since the common base', () => {
  const mine = { ...began, description: 'Mine', poDate: '2026-11-04' };
  const theirs = { ...began, description: 'Theirs', projectCompanyExternalId: 'c2' };
  expect(draftDifferences(began, mine, theirs, names)).toEqual([
    {
      field: 'description',
      label: 'Description',
      unit: 'text',
      mine: 'Mine',
      theirs: 'Theirs',
      changedBy: 'both',
    },
    {
      field: 'poDate',
      label: 'Date',
      unit: 'day',
      mine: '2026-11-04',
      theirs: '2026-11-03',
      changedBy: 'me',
    },
    {
      field: 'company',
      label: 'Company',
      unit: 'text',
      mine: 'Northern Lights',
      theirs: 'Tidewater',
      changedBy: 'them',
    },
  ]);
});

test('DEC-82: lines are compared by id', () => {
  const lamps = { ...emptyLine('k2'), description: 'Lamps', unitCost: 50 };
  const mine = { ...began, lineItems: [{ ...sofas, quantity: 4 }, lamps] };
  const theirs = { ...began, lineItems: [] };
  const differencesOf = draftDifferences(began, mine, theirs, names);
  expect(
    differencesOf.map(({ label, mine: changes, theirs: other, changedBy }) => [
      label,
      changes,
      other,
      changedBy,
    ]),
  ).toEqual([
    ['Total', '$450.00', '$0.00', 'both'],
    ['Line 1', 'Sofas, 4 × $100.00', '', 'both'],
    ['Line 2', 'Lamps, 1 × $50.00', '', 'me'],
  ]);
});

test('DEC-82: files of another id under the same name differ', () => {
  const file = (attachmentId: string) => ({
    attachmentId,
    label: 'quote.pdf',
    isTopSheet: false,
    shouldDelete: false,
  });
  const theirs = { ...began, attachments: [file('f2')] };
  const [difference] = draftDifferences(
    { ...began, attachments: [file('f1')] },
    { ...began, attachments: [file('f1')] },
    theirs,
    names,
  );
  expect(difference).toMatchObject({ label: 'Attachments', changedBy: 'them' });
});

test('DEC-82: an invoice is compared by its own fields', () => {
  const line = { ...emptyInvoiceLine('k1'), id: 'line1', description: 'Sofas', amount: 300 };
  const bill = { ...emptyInvoiceDraft(), number: 'A-1', currency: 'USD', amount: 300, lineItems: [line] };
  const mine = { ...bill, number: 'A-2' };
  const theirs = { ...bill, lineItems: [{ ...line, referencePo: '00063' }] };
  expect(
    draftDifferences(bill, mine, theirs, new Map()).map(({ label, mine: changes, theirs: other }) => [
      label,
      changes,
      other,
    ]),
  ).toEqual([
    ['Invoice number', 'A-2', 'A-1'],
    ['Line 1', 'Sofas, $300.00', 'Sofas, $300.00, PO 00063'],
  ]);
});

describe('a text of a line', () => {
  const textOf = (draft: Parameters<typeof draftDifferences>[0], changed: typeof draft) =>
    draftDifferences(draft, draft, changed, new Map()).map(({ mine, theirs }) => [mine, theirs]);

  test.each(fieldsOf(orderLineFields))('DEC-82: $label of an order line is compared', ({ name, label }) => {
    const changed = { ...began, lineItems: [{ ...sofas, [name]: 'A1' }] };
    expect(textOf(began, changed)).toEqual([['Sofas, 3 × $100.00', `Sofas, 3 × $100.00, ${label} A1`]]);
  });

  test.each(fieldsOf(invoiceLineFields))(
    'DEC-82: $label of an invoice line is compared',
    ({ name, label }) => {
      const line = { ...emptyInvoiceLine('k1'), id: 'line1', description: 'Sofas', amount: 300 };
      const bill = { ...emptyInvoiceDraft(), currency: 'USD', lineItems: [line] };
      const changed = { ...bill, lineItems: [{ ...line, [name]: 'A1' }] };
      expect(textOf(bill, changed)).toEqual([['Sofas, $300.00', `Sofas, $300.00, ${label} A1`]]);
    },
  );
});
