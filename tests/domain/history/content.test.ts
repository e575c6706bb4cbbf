import { describe, expect, test } from 'vitest';
import {
  canonicalContent,
  contentText,
  nextStamp,
  outsideContent,
  stampPayload,
} from '#domain/history/content';
import type { ContentRows } from '#domain/history/content';

const rows: ContentRows = {
  document: { id: 'd1', type: 'PO', version: 7, status: 'DRAFT', totalCents: 300, description: 'Lamps' },
  detail: { documentId: 'd1', vendor: { name: 'Lumen', isTemporary: false, address: undefined } },
  lines: [
    { id: 'l2', documentId: 'd1', lineNumber: 2, totalCents: 100, coding: { b: '2', a: '1' } },
    { id: 'l1', documentId: 'd1', lineNumber: 1, totalCents: 200, coding: {} },
  ],
  files: [{ fileId: 'f1', sha256: 'abc', isTopSheet: true, linkedAt: '2026-11-23' }],
};
const textOf = (change: Partial<ContentRows> = {}) => contentText(canonicalContent({ ...rows, ...change }));

describe('canonical content', () => {
  test('DEC-30: equal contents have equal texts in any order of rows', () => {
    const turned = Object.fromEntries(Object.entries(rows.document).toReversed());
    expect(textOf({ document: turned, lines: rows.lines.toReversed() })).toBe(textOf());
  });

  test('DEC-30: a boolean equals its stored form in SQLite', () => {
    expect(textOf({ files: [{ ...rows.files[0], isTopSheet: 1 }] })).toBe(textOf());
  });

  test.each([
    ['header', { document: { ...rows.document, description: 'Lamp' } }],
    ['payee', { detail: { ...rows.detail, vendor: { name: 'Lumen', isTemporary: true } } }],
    ['coding', { lines: [rows.lines[0]!, { ...rows.lines[1], coding: { a: '1' } }] }],
    ['line that is gone', { lines: [rows.lines[0]!] }],
    [
      'order of lines',
      { lines: rows.lines.map((line) => ({ ...line, lineNumber: 3 - Number(line['lineNumber']) })) },
    ],
    ['file hash', { files: [{ ...rows.files[0], sha256: 'abd' }] }],
    ['new column', { document: { ...rows.document, tomorrow: '' } }],
  ])('DEC-30: another %s is other content', (_, change) => {
    expect(textOf(change)).not.toBe(textOf());
  });

  test('DEC-30: columns that are listed as outside are not content', () => {
    const others = Object.fromEntries(Object.keys(outsideContent.documents).map((name) => [name, 'other']));
    expect(textOf({ document: { ...rows.document, ...others } })).toBe(textOf());
  });

  test('DEC-30: the number of an invoice is content, and the batch assigns that of a purchase order', () => {
    const numbered = (type: string, number: string) =>
      textOf({ document: { ...rows.document, type, number } });
    expect(numbered('INVOICE', 'r-1')).not.toBe(numbered('INVOICE', 'R-1'));
    expect(numbered('PO', '63')).toBe(numbered('PO', ''));
  });

  test('DEC-30: malformed Unicode is normalized as the database does it', () => {
    expect(textOf({ document: { ...rows.document, description: 'a\uD800' } })).toBe(
      textOf({ document: { ...rows.document, description: 'a\uFFFD' } }),
    );
  });
});

describe('content version', () => {
  test('DEC-30: the version begins at 1 and rises only with another hash', () => {
    const first = nextStamp(null, 'a');
    expect(first).toEqual({ contentVersion: 1, contentHash: 'a' });
    expect(nextStamp(first, 'a')).toEqual(first);
    expect(nextStamp(first, 'b')).toEqual({ contentVersion: 2, contentHash: 'b' });
  });

  test('DEC-30: an event of unsealed content has a version and no hash', () => {
    expect(stampPayload({ contentVersion: 2, contentHash: '' })).toEqual({ contentVersion: 2 });
  });
});
