import { expect, test } from 'vitest';
import { changeText, lineChangeTexts, orderChange } from '#domain/purchase-orders/order-change';

const line = (id: string, totalCents: number, description = id) => ({ id, description, totalCents });

test('CHANGE-08: the change is the difference of the totals, with its share of the approved total', () => {
  const change = { beforeCents: 2_000_000, afterCents: 2_200_000, lines: [] };
  expect(changeText(change, 'USD')).toBe('+$2,000.00 (+10 %), from $20,000.00 to $22,000.00');
  expect(changeText({ ...change, afterCents: 1_800_000 }, 'USD')).toBe(
    '-$2,000.00 (-10 %), from $20,000.00 to $18,000.00',
  );
  expect(changeText({ ...change, beforeCents: 0 }, 'USD')).toBe('+$22,000.00, from $0.00 to $22,000.00');
});

test('CHANGE-08: added, changed and removed lines are named, and the others are not', () => {
  const before = {
    totalCents: 650,
    lines: [line('sofa', 100), line('lamp', 200), line('rug', 300), line('bed', 50)],
  };
  const after = {
    totalCents: 900,
    lines: [line('sofa', 100), line('lamp', 150), line('bed', 0), line('desk', 650)],
  };
  const { lines } = orderChange(before, after);
  expect(lines.map((one) => [one.description, lineChangeTexts(one, 'USD')])).toEqual([
    ['lamp', { what: '$2.00 → $1.50', amount: '-$0.50' }],
    ['bed', { what: 'Removed', amount: '-$0.50' }],
    ['desk', { what: 'Added', amount: '+$6.50' }],
    ['rug', { what: 'Removed', amount: '-$3.00' }],
  ]);
  const renamed = orderChange(
    { totalCents: 100, lines: [line('a', 100, 'Sofa')] },
    {
      totalCents: 100,
      lines: [line('a', 100, 'Blue sofa')],
    },
  );
  expect(renamed.lines.map((one) => lineChangeTexts(one, 'USD').what)).toEqual(['Changed']);
});
