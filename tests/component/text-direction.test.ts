import { test } from 'vitest';
import { expect } from './support/expect.ts';
import { draft } from './support/fixtures/purchase-orders.ts';
import { foxglove } from './support/fixtures/vendors.ts';
import { openApp } from './support/open-app.ts';

/** Returns the letters of a text in the order in which they are drawn, from left to right. */
function lettersAsDrawn(node: Node, text: string): string {
  const start = node.textContent?.indexOf(text) ?? -1;
  const range = new Range();
  return [...text]
    .map((letter, at) => {
      range.setStart(node, start + at);
      range.setEnd(node, start + at + 1);
      return { letter, x: range.getBoundingClientRect().x };
    })
    .toSorted((one, other) => one.x - other.x)
    .map(({ letter }) => letter)
    .join('');
}

for (const width of [1440, 375])
  test(
    `ER-19: a vendor name with a bidi override does not reverse figures of the description at ${width} px`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      // Names stored earlier may contain such characters, which are now removed.
      const vendor = { ...foxglove.vendor, name: 'Foxglove \u202ESign', addressLineNumber: null };
      const order = draft({ vendor, description: 'Deposit of 12,345.67' });
      const { page } = await openApp(`/po/review/${order.id}/creator`, { orders: [order], width });
      const description = page.getByText('· Deposit of 12,345.67');
      await expect(description).toBeVisible();
      const nodes = [...description.element().childNodes];
      const node = nodes.find((one) => one.textContent?.includes('12,345.67'));
      expect(node && lettersAsDrawn(node, '12,345.67')).toBe('12,345.67');
    },
  );
