import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { waiting } from '../support/fixtures/waiting.ts';
import { openList, rowsIn } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const widths = [800, 900, 1024, 1221, 1280, 1440];

/** Columns whose texts may be truncated, and the width in pixels that each has at least. */
const leastWidths: Readonly<Record<string, number>> = {
  Vendor: 128,
  'Vendor Name': 128,
  Description: 128,
  'Bank Name': 128,
  Department: 104,
  'Created By': 104,
};

const usual = { totalCost: 1_234_567.89, currency: 'CAD', waiting };
const described = {
  ...usual,
  description: 'Crane with operator and rigging crew for the rooftop night shoot',
};
const lists = [
  {
    noun: 'Purchase orders',
    path: '/po?status=all',
    queue: '/approvals',
    /** How many of them each of the widths shows. */
    columns: [5, 6, 7, 9, 9, 10],
    world: { orders: [submittedOrder({ ...described, currentChangeOrderNumber: 1 })] },
  },
  {
    noun: 'Invoices',
    path: '/invoice?status=all',
    queue: '/approvals/invoices',
    columns: [5, 6, 7, 9, 9, 10],
    world: { invoices: [submittedInvoice(described)] },
  },
  {
    noun: 'Payments',
    path: '/payment?status=all',
    queue: '/approvals/payments',
    columns: [5, 5, 7, 8, 8, 9],
    world: { payments: [submittedPayment(usual)] },
  },
];

/** Returns whether everything in a cell, except the button of the row's actions, ends before its padding. */
function fits(cell: HTMLElement): boolean {
  const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
  const parts = [...cell.querySelectorAll(':not(.row-actions, .sr-only)')];
  return parts.every((part) => part.getBoundingClientRect().right <= end + 0.5);
}

/** Returns the cells that are narrower than their content, or than their column has to be. */
function tooNarrow(page: Page, noun: string): string[] {
  const grid = page.document.querySelector(`[role=grid][aria-label="${noun}"]`);
  const heads = [...(grid?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent);
  const cells = [...(grid?.querySelectorAll<HTMLElement>('tbody tr > *') ?? [])];
  expect(cells).toHaveLength(heads.length);
  return cells.flatMap((cell, at) => {
    const head = heads[at] ?? '';
    const least = leastWidths[head];
    const isLegible = least === undefined ? fits(cell) : cell.offsetWidth >= least;
    return isLegible ? [] : [`${head}: ${cell.offsetWidth}`];
  });
}

for (const { noun, path, queue, columns, world } of lists)
  for (const at of [path, queue])
    test(`VIEW-41, LS-03, DEC-80: the columns of ${at} are legible at every width without scrolling sideways`, async () => {
      const as = at === queue ? 'marcus' : 'sam';
      const { page } = await openList(at, { as, ...structuredClone(world), width: 1440 });
      await expect(rowsIn(page, noun)).toHaveCount(1);
      const heads = page.getByRole('grid', { name: noun }).getByRole('columnheader');
      for (const [place, width] of widths.entries()) {
        page.setViewportSize({ width, height: 800 });
        // A queue has a column of checkboxes.
        await expect(heads).toHaveCount((columns[place] ?? 0) + (at === queue ? 1 : 0));
        expect(tooNarrow(page, noun), `${width} px`).toEqual([]);
        const main = page.document.querySelector('main');
        expect(main?.scrollWidth, `${width} px`).toBe(main?.clientWidth);
      }
    });
