import { describe, expect, test } from 'vitest';
import { templateFor } from '#domain/payments/payment';
import { importStep } from '#domain/payments/payment-sync';
import type { ImportCase, PaymentContent } from '#domain/payments/payment-sync';

const content: PaymentContent = {
  number: 'CK1',
  businessDay: '2026-11-04',
  vendorId: 'v',
  vendorExternalId: 'lumen',
  vendorNumber: 'N-1',
  vendorName: 'Lumen',
  payeeName: 'Lumen Inc',
  paymentType: 'ACH',
  bankAccountId: 'b',
  bankName: 'Harbor',
  currencyCode: 'USD',
  totalCents: 5_000,
  invoices: [
    { invoiceId: 'i1', amountCents: 4_000 },
    { invoiceId: 'i2', amountCents: 1_000 },
  ],
};
const pairs = {
  draft: { status: 'DRAFT', submissionStatus: 'Draft' },
  open: { status: 'SUBMITTED_FOR_APPROVAL', submissionStatus: 'Submitted for approval' },
  approved: { status: 'APPROVED', submissionStatus: 'Approved' },
  denied: { status: 'DENIED', submissionStatus: 'Denied' },
  canceled: { status: 'CANCELED', submissionStatus: 'Canceled' },
} as const;
const step = (
  state: ImportCase['state'],
  known: keyof typeof pairs | null,
  change: Partial<PaymentContent> = {},
) =>
  importStep({
    state,
    content: { ...content, ...change },
    known: known && { ...pairs[known], content },
  });

describe('what an import does with a payment', () => {
  test('DEC-28/1: only an open one that can be stored comes in', () => {
    expect(step('OPEN', null)).toBe('INSERT');
    expect([step('RELEASED', null), step('CANCELED', null)]).toEqual(['NOTHING', 'NOTHING']);
    expect(step('OPEN', null, { number: ' ' })).toBe('NOTHING');
    expect(step('OPEN', null, { totalCents: 1_000_000_000_000 })).toBe('NOTHING');
  });

  test.each<Partial<PaymentContent>>([
    { number: 'CK2' },
    { totalCents: 5_001 },
    { payeeName: 'Lumen' },
    { bankAccountId: null },
    { invoices: [] },
    {
      invoices: [
        content.invoices[0] ?? { invoiceId: '', amountCents: 0 },
        { invoiceId: 'i2', amountCents: 999 },
      ],
    },
  ])('DEC-28/1: a draft follows %o, and nothing else does', (change) => {
    expect(step('OPEN', 'draft', change)).toBe('UPDATE');
    for (const known of ['open', 'approved', 'denied', 'canceled'] as const)
      expect(step('OPEN', known, change)).toBe('NOTHING');
  });

  test('DEC-28/1: what is the same is left alone, in whatever order its invoices come', () => {
    expect(step('OPEN', 'draft', { invoices: content.invoices.toReversed() })).toBe('NOTHING');
    expect(step('RELEASED', 'draft', { totalCents: 1 })).toBe('NOTHING');
  });

  test('DEC-28/6: accounting cancels everything but what is denied', () => {
    expect(
      (['draft', 'open', 'approved', 'denied', 'canceled'] as const).map((known) => step('CANCELED', known)),
    ).toEqual(['CANCEL', 'CANCEL', 'CANCEL', 'NOTHING', 'NOTHING']);
  });
});

test('DEC-44: the flow of the bank account, else the default one, else none', () => {
  const own = { slug: 'own', isDefault: false, paymentBankAccounts: [{ id: 'b1' }] };
  const usual = { slug: 'usual', isDefault: true, paymentBankAccounts: [] };
  expect(templateFor([usual, own], 'b1')?.slug).toBe('own');
  expect(templateFor([own, usual], 'b2')?.slug).toBe('usual');
  expect(templateFor([own, usual], null)?.slug).toBe('usual');
  expect(templateFor([own], null)).toBeNull();
});
