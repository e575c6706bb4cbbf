import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LinePart } from '#domain/series/episode-split';
import { divideByShares, splitInvoiceLine, splitOrderLine, splitProblem } from '#domain/series/episode-split';
import { lineLimit } from '#domain/documents/document-draft';
import { draftTotalCents, emptyLine } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { emptyInvoiceLine, invoiceLinesCents } from '#domain/invoices/invoice-line';
import { fromCents, fromHundredths, maximumCents } from '#domain/values/money';

const episodes = ['101', '102', '103', '104', '105', '106', '107', '108'];
const newKey = () => 'new';

function equalParts(totalCents: number, count: number, currency = 'USD') {
  const shares = episodes.slice(0, count).map(() => 1);
  return divideByShares(totalCents, shares, currency).map((cents, at) => ({
    code: episodes[at] ?? '',
    cents,
  }));
}

const overEpisodes = (parts: readonly LinePart[]) => ({ over: 'EPISODE', parts }) as const;

function orderLine(line: Partial<LineDraft>): LineDraft {
  return { ...emptyLine('first'), id: 'LINE-1', description: 'Camera package', ...line };
}

test('BUD-78: the parts of an amount add up to it, in every currency and for every sign', () => {
  const total = fc.integer({ min: -maximumCents, max: maximumCents });
  const shares = fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 1, maxLength: 60 });
  const currency = fc.constantFrom('USD', 'JPY', 'HUF');
  fc.assert(
    fc.property(total, shares, currency, (cents, parts, code) => {
      fc.pre(parts.some((share) => share > 0));
      const divided = divideByShares(cents, parts, code);
      expect(divided.reduce((sum, part) => sum + part, 0)).toBe(cents);
      const all = parts.reduce((sum, share) => sum + share, 0);
      const unit = code === 'JPY' ? 100 : 1;
      for (const [at, part] of divided.entries()) {
        expect(Math.abs(part - (cents * (parts[at] ?? 0)) / all)).toBeLessThanOrEqual(2 * unit);
      }
    }),
    { numRuns: 2000 },
  );
});

test('BUD-78: parts are rounded cumulatively, so that none differs from its share by more than a cent', () => {
  expect(divideByShares(100_000, [1, 1, 1], 'USD')).toEqual([33_333, 33_334, 33_333]);
  expect(divideByShares(-100_000, [1, 1, 1], 'USD')).toEqual([-33_333, -33_334, -33_333]);
  expect(divideByShares(1000, [40, 60], 'USD')).toEqual([400, 600]);
  expect(divideByShares(2, [1, 1, 1, 1, 1, 1, 1, 1], 'USD').filter((cents) => cents !== 0)).toEqual([1, 1]);
});

test('BUD-78: parts of a currency without minor units are whole', () => {
  expect(divideByShares(100_000, [1, 1, 1], 'JPY')).toEqual([33_300, 33_400, 33_300]);
  expect(divideByShares(1050, [1, 1], 'JPY')).toEqual([500, 550]);
});

test('BUD-78: shares of zero divide nothing', () => {
  expect(divideByShares(100, [0, 0], 'USD')).toEqual([0, 0]);
});

test('BUD-78: lines that replace a line have its amount, whatever its quantity and unit cost', () => {
  const quantity = fc.integer({ min: 1, max: 99_999_999 }).map(fromHundredths);
  const unitCost = fc.integer({ min: -9_999_999, max: 9_999_999 }).map(fromCents);
  const type = fc.constantFrom<Partial<LineDraft>>(
    { acquisitionType: 'PURCHASE' },
    { acquisitionType: 'RENTAL', rentalType: 'WEEKLY' },
    { acquisitionType: 'RENTAL', rentalType: 'EPISODIC' },
  );
  const count = fc.integer({ min: 2, max: 8 });
  fc.assert(
    fc.property(quantity, unitCost, type, count, (quantityOfLine, cost, types, parts) => {
      const line = orderLine({ quantity: quantityOfLine, unitCost: cost, ...types });
      const cents = draftTotalCents(line);
      const made = splitOrderLine(line, overEpisodes(equalParts(cents, parts)), newKey);
      expect(made.reduce((sum, one) => sum + draftTotalCents(one), 0)).toBe(cents);
    }),
    { numRuns: 2000 },
  );
});

test('BUD-77: a line is replaced by one line for each episode, with its other fields', () => {
  const line = orderLine({
    unitCost: 100,
    taxCode: 'GST',
    coding: { ACCOUNT: '2301', EPISODE: '999', SET: 'S010' },
    coaExternalId: 'AP-2301',
    episode: '999',
  });
  const [first, second] = splitOrderLine(line, overEpisodes(equalParts(10_000, 2)), newKey);
  const coding = { ACCOUNT: '2301', EPISODE: '101', SET: 'S010' };
  expect(first).toEqual({ ...line, quantity: 1, unitCost: 50, coding, episode: '101' });
  expect(second).toEqual({
    ...line,
    id: null,
    keyId: 'new',
    quantity: 1,
    unitCost: 50,
    coding: { ...coding, EPISODE: '102' },
    episode: '102',
  });
});

test('BUD-77: a line that is split over accounts keeps its episode', () => {
  const line = orderLine({ unitCost: 100, coding: { ACCOUNT: '2301', EPISODE: '101' }, episode: '101' });
  const parts = [
    { code: '2301', cents: 6_000 },
    { code: '2401', cents: 4_000 },
  ];
  const made = splitOrderLine(line, { over: 'ACCOUNT', parts }, newKey);
  expect(made.map(({ coding, unitCost, episode }) => [coding, unitCost, episode])).toEqual([
    [{ ACCOUNT: '2301', EPISODE: '101' }, 60, '101'],
    [{ ACCOUNT: '2401', EPISODE: '101' }, 40, '101'],
  ]);
});

test.each([
  { type: 'PURCHASE', quantity: 8, unitCost: 50, count: 4, parts: '2 × 50' },
  { type: 'PURCHASE', quantity: 10, unitCost: 100, count: 4, parts: '1 × 250' },
  { type: 'EPISODIC', quantity: 8, unitCost: 500, count: 8, parts: '1 × 500' },
  { type: 'WEEKLY', quantity: 10, unitCost: 100, count: 4, parts: '10 × 25' },
  { type: 'WEEKLY', quantity: 7, unitCost: 100, count: 4, parts: '7 × 25' },
  { type: 'WEEKLY', quantity: 3, unitCost: 100, count: 8, parts: '3 × 12.5' },
  { type: 'WEEKLY', quantity: 3, unitCost: 0.01, count: 3, parts: '1 × 0.01' },
  { type: 'PURCHASE', quantity: 2, unitCost: -30, count: 2, parts: '1 × -30' },
])('DEC-261: $quantity × $unitCost ($type) over $count episodes are lines of $parts', (row) => {
  const rental = row.type === 'PURCHASE' ? {} : { acquisitionType: 'RENTAL', rentalType: row.type };
  const line = orderLine({
    quantity: row.quantity,
    unitCost: row.unitCost,
    ...(rental as Partial<LineDraft>),
  });
  const made = splitOrderLine(line, overEpisodes(equalParts(draftTotalCents(line), row.count)), newKey);
  expect(new Set(made.map(({ quantity, unitCost }) => `${quantity} × ${unitCost}`))).toEqual(
    new Set([row.parts]),
  );
});

test('BUD-79: each part of an invoice line relieves the order line of the whole, and closes it', () => {
  const line = {
    ...emptyInvoiceLine('first'),
    amount: 100,
    referencePo: '1042',
    referencePoLineNumber: 3,
    relievePoLineItemId: 'PO-LINE',
    relievePoLineItemUuid: 'PO-UUID',
    closesPoLine: true,
  };
  const made = splitInvoiceLine(line, overEpisodes(equalParts(10_000, 3)), newKey);
  expect(invoiceLinesCents(made)).toBe(10_000);
  for (const part of made) {
    expect(part).toMatchObject({
      referencePoLineNumber: 3,
      relievePoLineItemId: 'PO-LINE',
      closesPoLine: true,
    });
  }
});

test('BUD-77: a split has at least two parts that add up, and the document no more lines than it may have', () => {
  const document = { totalCents: 10_000, lineCount: 1 };
  expect(splitProblem(equalParts(10_000, 2), document)).toBeNull();
  expect(splitProblem(equalParts(10_000, 1), document)).toBe('FEW_PARTS');
  expect(splitProblem(equalParts(9999, 2), document)).toBe('OTHER_TOTAL');
  const full = { ...document, lineCount: lineLimit - 1 };
  expect(splitProblem(equalParts(10_000, 2), full)).toBeNull();
  expect(splitProblem(equalParts(10_000, 3), full)).toBe('TOO_MANY_LINES');
});
