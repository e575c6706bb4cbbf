import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedLines, totalCents } from '#domain/documents/line';
import { formatMoney, fromCents, maximumCents, parseAmount } from '#domain/values/money';
import { checkPurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { givenDraft, givenLine } from '../purchase-orders/fixtures.ts';

/** Money by BigInt and text only, so that it shares no arithmetic with the code under test. */
const decimal = (hundredths: bigint): string => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const product = (hundredths: bigint, cents: bigint): bigint => {
  const exact = hundredths * cents;
  const size = exact < 0n ? -exact : exact;
  const rounded = (2n * size + 100n) / 200n;
  return exact < 0n ? -rounded : rounded;
};

/** A wire amount as a client types it: the number with its decimal text. */
const onTheWire = (hundredths: bigint): number => Number(decimal(hundredths));

const anyLine = fc.record({
  quantity: fc.bigInt({ min: 1n, max: 9_999_999n }),
  cents: fc.oneof(
    fc.bigInt({ min: -99_999_999n, max: 99_999_999n }),
    // Half cents reveal the rounding.
    fc.constantFrom(-3n, -1n, 1n, 3n, 5n, 15n, 25n, 33n, 50n, 150n),
  ),
});

test('LI-04, LI-20, LI-37, DEC-48: the totals of 100,000 orders equal exact integer arithmetic', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 4 }), (lines) => {
      const drafts = lines.map(({ quantity, cents }) => ({
        quantity: onTheWire(quantity),
        unitCost: onTheWire(cents),
      }));
      const totals = lines.map(({ quantity, cents }) => product(quantity, cents));
      const whole = totals.reduce((sum, one) => sum + one, 0n);
      expect(totalCents(drafts)).toBe(Number(whole));
      // The sum as a client reads it from JSON.
      expect(JSON.stringify(fromCents(totalCents(drafts)))).toBe(String(Number(decimal(whole))));
    }),
    { numRuns: 100_000 },
  );
});

test('LI-04, DEC-48: stored lines carry the same totals', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 30 }), (lines) => {
      const drafts = lines.map(({ quantity, cents }) =>
        givenLine({ quantity: onTheWire(quantity), unitCost: onTheWire(cents) }),
      );
      expect(storedLines(drafts).map((line) => line.totalCents)).toEqual(
        lines.map(({ quantity, cents }) => Number(product(quantity, cents))),
      );
    }),
    { numRuns: 2000 },
  );
});

/** The formats of DEC-48: symbol, thousands, decimal; any other code precedes a space, in US separators. */
const currencies = [
  ['USD', '$', ',', '.'],
  ['CAD', 'CA$', ',', '.'],
  ['GBP', '£', ',', '.'],
  ['EUR', '€', '.', ','],
  ['JPY', 'JPY ', ',', '.'],
  ['AUD', 'AUD ', ',', '.'],
  ['MXN', 'MXN ', ',', '.'],
  ['CHF', 'CHF ', ',', '.'],
] as const;

function grouped(whole: string, by: string): string {
  const head = whole.length % 3;
  const groups = whole.slice(head).match(/.../g) ?? [];
  return [...(head > 0 ? [whole.slice(0, head)] : []), ...groups].join(by);
}

test('LI-34, UX-10, DEC-48: 100,000 amounts are formatted as printed and parsed again, in every currency', () => {
  const cents = fc.oneof(
    fc.bigInt({ min: -999_999_999_999n, max: 999_999_999_999n }),
    fc.bigInt({ min: -1000n, max: 1000n }),
  );
  fc.assert(
    fc.property(cents, fc.constantFrom(...currencies), (amount, [isoCode, symbol, thousands, point]) => {
      const [whole = '', fraction = ''] = decimal(amount < 0n ? -amount : amount).split('.');
      const text = `${amount < 0n ? '-' : ''}${symbol}${grouped(whole, thousands)}${point}${fraction}`;
      expect(formatMoney(Number(amount), isoCode)).toBe(text);
      expect(parseAmount(text, isoCode)).toBe(Number(amount));
    }),
    { numRuns: 100_000 },
  );
});

test.each([
  ['9999999999.99', [9_999_999_999.99], []],
  ['-9999999999.99', [-9_999_999_999.99], []],
  ['a cent more', [9_999_999_999.99, 0.01], ['total_max']],
  ['a cent below its negative', [-9_999_999_999.99, -0.01], ['total_max']],
  ['ten billion in one line that another takes back', [10_000_000_000, -10_000_000_000], ['total_max']],
])('PO-31, DEC-48: the limit applies to |total|: %s', (_name, costs, errors) => {
  const lineItems = costs.map((unitCost) => givenLine({ quantity: 1, unitCost }));
  const issues = checkPurchaseOrder(givenDraft({ lineItems }), 'save', { lockedLineCount: null });
  expect(issues.map(({ code }) => code)).toEqual(errors);
  expect(maximumCents).toBe(999_999_999_999);
});

test('PO-32, DEC-35: a submit needs an exact sum above zero', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 4 }), fc.boolean(), (lines, balanced) => {
      const credit = lines.map(({ quantity, cents }) => ({ quantity, cents: -cents }));
      const all = balanced ? [...lines, ...credit] : lines;
      const sum = all.reduce((total, { quantity, cents }) => total + product(quantity, cents), 0n);
      const lineItems = all.map(({ quantity, cents }) =>
        givenLine({ quantity: onTheWire(quantity), unitCost: onTheWire(cents) }),
      );
      const issues = checkPurchaseOrder(givenDraft({ lineItems }), 'submit', { lockedLineCount: null });
      const expected = sum > 0n ? [] : ['aggregate_total'];
      const tooMuch = issues.some(({ code }) => code === 'total_max');
      expect(issues.map(({ code }) => code)).toEqual(tooMuch ? ['total_max'] : expected);
    }),
    { numRuns: 3000 },
  );
});
