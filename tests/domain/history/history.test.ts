import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { documentTitles, pdfFileName } from '#domain/documents/pdf-options';
import { pdfRequest } from '#domain/documents/pdf-request';
import { chainText, historyTexts, type ChainedEvent } from '#domain/history/history';
import * as v from 'valibot';

const event: ChainedEvent = {
  documentId: 'show_1',
  seq: 2,
  showId: 'show',
  action: 'submit',
  historyType: 'SUBMITTED',
  actorId: 'u1',
  actorName: 'Cleo',
  at: '2026-11-21T08:00:00.000Z',
  payload: { b: 1, a: ['x', null, { d: true, c: 'é"' }] },
  previousHash: 'abc',
};

describe('history', () => {
  it.each([
    ['SUBMITTED', 'Submitted'],
    ['APPROVED', 'Approved'],
    ['VOID', 'Void'],
    ['NEEDS REVISION', 'Needs Revision'],
    ['DENIED', 'Denied'],
    ['CHANGE ORDER', 'Change Order'],
  ] as const)('PO-53, DEC-90: %s reads %s', (type, text) => {
    expect(historyTexts[type]).toBe(text);
  });

  test('PO-53: the hashed text does not depend on the order of keys', () => {
    const { payload: _payload, ...others } = event;
    const turned = { payload: { a: ['x', null, { c: 'é"', d: true }], b: 1 }, ...others };
    expect(chainText(turned)).toBe(chainText(event));
  });

  it.each(Object.keys(event))('PO-53: another %s gives another text', (key) => {
    const changed = key === 'seq' ? 3 : 'other';
    expect(chainText({ ...event, [key]: changed })).not.toBe(chainText(event));
  });

  test('PO-53: the text is JSON and survives a round trip', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const payload = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), fc.array(leaf)));
    fc.assert(
      fc.property(payload, (any) => {
        const text = chainText({ ...event, payload: any });
        const read: unknown = JSON.parse(text);
        expect(read).toEqual(JSON.parse(JSON.stringify({ ...event, payload: any })));
        expect(chainText({ ...event, ...JSON.parse(text) })).toBe(text);
      }),
    );
  });
});

describe('PDF export', () => {
  test('PD-09 to PD-11: every option is on by default', () => {
    const { options } = v.parse(pdfRequest, { docId: 'd', docType: 'PO', options: { includeTC: false } });
    const { includeTC, ...others } = options;
    expect(includeTC).toBe(false);
    expect(Object.values(others)).toEqual(Array.from({ length: 9 }, () => true));
    expect(v.parse(pdfRequest, { docId: 'd', docType: 'INVOICE' }).options.includeInvoiceNotes).toBe(true);
  });

  test('PD-17: a request without show or user passes the schema, as it has its own error', () => {
    expect(v.parse(pdfRequest, { docId: 'd', docType: 'PO' })).toMatchObject({ showId: '', userId: '' });
  });

  it.each([
    { docType: 'PO' },
    { docId: 'd' },
    { docId: 'd', docType: 'RECEIPT' },
    { docId: '', docType: 'PO' },
  ])('PD-08: %o is refused', (body) => {
    expect(v.safeParse(pdfRequest, body).success).toBe(false);
  });

  it.each([
    ['PO', 'CON-00042', 'PO_CON-00042.pdf'],
    ['INVOICE', 'A/1 é:2', 'Invoice_A_1___2.pdf'],
    ['PAYMENT', '..\\..\\x', 'Payment_.._.._x.pdf'],
  ] as const)('DEC-55: %s %s is saved as %s', (docType, number, name) => {
    expect(pdfFileName(docType, number)).toBe(name);
  });

  test('PD-02, PD-24, DEC-55: file names have at most 50 characters and no unsafe ones', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('PO', 'INVOICE', 'PAYMENT'),
        fc.string({ unit: 'grapheme' }),
        (docType, number) => {
          const name = pdfFileName(docType, number);
          expect(name.length).toBeLessThanOrEqual(50);
          expect(name).toMatch(/^(PO|Invoice|Payment)_[A-Za-z0-9._-]*\.pdf$/);
          expect(name.startsWith(documentTitles[docType])).toBe(true);
        },
      ),
    );
  });
});
