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
  stored: keyof typeof pairs | null,
  change: Partial<PaymentContent> = {},
) =>
  importStep({
    state,
    content: { ...content, ...change },
    stored: stored && { ...pairs[stored], content },
  });

describe('import of a payment', () => {
  test('DEC-28/1: only open payments that can be stored are added', () => {
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
  ])('DEC-28/1: only a draft follows %o', (change) => {
    expect(step('OPEN', 'draft', change)).toBe('UPDATE');
    for (const stored of ['open', 'approved', 'denied', 'canceled'] as const)
      expect(step('OPEN', stored, change)).toBe('NOTHING');
  });

  test('DEC-28/1: an equal payment is not updated, whatever the order of its invoices', () => {
    expect(step('OPEN', 'draft', { invoices: content.invoices.toReversed() })).toBe('NOTHING');
    expect(step('RELEASED', 'draft', { totalCents: 1 })).toBe('NOTHING');
  });

  test('DEC-28/6: accounting cancels every payment that is not denied', () => {
    expect(
      (['draft', 'open', 'approved', 'denied', 'canceled'] as const).map((stored) =>
        step('CANCELED', stored),
      ),
    ).toEqual(['CANCEL', 'CANCEL', 'CANCEL', 'NOTHING', 'NOTHING']);
  });
});

test('DEC-44: a payment takes the workflow of its bank account, else the default one, else none', () => {
  const changes = { slug: 'own', isDefault: false, paymentBankAccounts: [{ id: 'b1' }] };
  const usual = { slug: 'usual', isDefault: true, paymentBankAccounts: [] };
  expect(templateFor([usual, changes], 'b1')?.slug).toBe('own');
  expect(templateFor([changes, usual], 'b2')?.slug).toBe('usual');
  expect(templateFor([changes, usual], null)?.slug).toBe('usual');
  expect(templateFor([changes], null)).toBeNull();
});
