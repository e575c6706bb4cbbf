import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { departments } from '../../support/fixtures/departments.ts';
import { denyInvoice, invoiceLine, submittedInvoice } from '../../support/fixtures/invoices.ts';
import { approved, line } from '../../support/fixtures/purchase-orders.ts';
import { relievedBy } from '../../support/fixtures/relief.ts';
import type { Page } from '../../support/page.ts';
import {
  bar,
  changeElsewhere,
  expectTip,
  openMenu,
  openReview,
  section,
} from '../../support/pages/reviews.ts';

function panelOf(page: Page) {
  const panel = section(page, 'Invoiced');
  const figure = (term: string) => panel.getByRole('term').filter({ hasText: term }).locator('+ dd');
  const lines = page.getByRole('table', { name: 'Line items' }).locator('tbody').getByRole('row');
  const rows = panel.getByRole('table').locator('tbody').getByRole('row');
  return { panel, figure, lines, rows, meter: panel.getByRole('meter', { name: 'Invoiced of committed' }) };
}

/** An order of $400.00 with two invoices of $150.00 and $90.00. */
function invoicedOrder() {
  const order = approved({
    lineItems: [line(), line({ description: 'Drapes', quantity: 1, unitCost: 100 })],
  });
  const referencePo = order.poNumber;
  const drapes = { description: 'Drapes', referencePo, referencePoLineNumber: 2 };
  const bill = submittedInvoice({
    lineItems: [
      invoiceLine({ amount: 120, referencePo, referencePoLineNumber: 1 }),
      invoiceLine({ ...drapes, amount: 30 }),
    ],
  });
  const over = submittedInvoice({ lineItems: [invoiceLine({ ...drapes, amount: 90 })] });
  return { order, bill, over };
}

describe('what invoices have taken of an order', () => {
  test('DEC-39: an order without invoices says nothing of them', async () => {
    const { page } = await openReview(invoicedOrder().order, 'creator');
    const { panel, lines } = panelOf(page);
    await expect(lines.nth(0)).toContainText('Brass lamps');
    await expect(panel).toHaveCount(0);
    await expect(lines.nth(0)).not.toContainText('Remaining');
  });

  test('DEC-39, DEC-100, LI-05: the review shows it of the order and of each line, and leads to the invoices', async () => {
    const { order, bill, over } = invoicedOrder();
    const app = await openReview(relievedBy(order, [bill, over]), 'creator', {
      as: 'elena',
      invoices: [bill, over],
    });
    const { page } = app;
    const { panel, figure, lines, rows, meter } = panelOf(page);
    await expect(figure('Committed')).toHaveText('$400.00');
    await expect(figure('Invoiced')).toHaveText('$240.00');
    await expect(figure('Left')).toHaveText('$160.00');
    await expect(meter).toHaveAttribute('aria-valuetext', '$240.00 of $400.00');
    await expect(lines.nth(0)).toContainText('Remaining $180.00');
    await expect(lines.nth(1)).toContainText('Remaining -$20.00');
    await expect(rows).toHaveCount(3);
    const mine = rows.filter({ hasText: bill.number });
    await expect(mine.first()).toContainText('Submitted for approval');
    await expect(mine.first()).toContainText('$120.00');
    await expect(mine.last()).toContainText('$30.00');
    await expect(panel.getByText('that you cannot open')).toHaveCount(0);

    // A denied invoice gives back what it took, also while the order is open.
    await changeElsewhere(app, { ...relievedBy(order, [bill]), version: order.version + 1 });
    await expect(figure('Invoiced')).toHaveText('$150.00');
    await expect(rows).toHaveCount(2);
    await expect(lines.nth(1)).toContainText('Remaining $70.00');
    await mine.first().getByRole('link', { name: bill.number }).click();
    await expect(page).toHaveURL(`/invoice/review/${bill.id}/creator`);
  });

  test('DEC-100: the change of an invoice makes an open order be read again', async () => {
    const { order, bill, over } = invoicedOrder();
    const app = await openReview(relievedBy(order, [bill, over]), 'creator', {
      as: 'elena',
      invoices: [bill, over],
    });
    const { page, world } = app;
    const { figure } = panelOf(page);
    await expect(figure('Invoiced')).toHaveText('$240.00');
    world.orders = [relievedBy(order, [bill])];
    await changeElsewhere(app, denyInvoice(over));
    await expect(figure('Invoiced')).toHaveText('$150.00');
  });

  test('DEC-39: other users see how much, and that there is more to it than they may open', async () => {
    const { order, bill, over } = invoicedOrder();
    const { page } = await openReview(relievedBy(order, [bill, over], []), 'creator');
    const { panel, figure } = panelOf(page);
    await expect(figure('Invoiced')).toHaveText('$240.00');
    await expect(panel.getByRole('link')).toHaveCount(0);
    await expect(panel).toContainText('$240.00 is on invoices that you cannot open.');
  });
});

describe('Enter Invoice', () => {
  const accounted = () => approved({ foundInAccountingSystem: true });

  for (const size of [
    { width: 375, height: 812 },
    { width: 1280, height: 720 },
  ]) {
    test(`DEC-38, DEC-77: at ${size.width} px it is the last of the creator's bar, for users who may create invoices`, async () => {
      const order = accounted();
      const { page } = await openReview(order, 'creator', { as: 'elena', ...size });
      const enter = bar(page).getByRole('link', { name: 'Enter Invoice' });
      await expect(enter).toBeInViewport();
      const { x, y, width, height } = await enter.boundingBox();
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(size.width);
      expect(y + height).toBeLessThanOrEqual(size.height);
      await expect(bar(page).locator('a, button').last()).toHaveText('Enter Invoice');
      await expect(page.getByRole('link', { name: 'Enter Invoice' })).toHaveCount(1);
      await enter.click();
      await expect(page).toHaveURL(`/invoice/create?order=${order.id}`);
      await expect(page.getByRole('textbox', { name: 'Invoice Number' })).toBeFocused();
    });

    test(`DEC-38, DEC-77: at ${size.width} px an approver has it in the menu, below what was there`, async () => {
      const order = accounted();
      const { page } = await openReview(order, 'approver', { as: 'rosalind', ...size });
      const menu = await openMenu(page);
      await expect(menu.getByRole('menuitem').nth(-2)).toHaveText('Enter Invoice');
      await menu.getByRole('menuitem', { name: 'Enter Invoice' }).click();
      await expect(page).toHaveURL(`/invoice/create?order=${order.id}`);
    });
  }

  test('DEC-38: a user who may not create invoices does not have it', async () => {
    const { page } = await openReview(accounted(), 'creator');
    await expect(bar(page)).toBeVisible();
    await page.settled();
    await expect(page.getByText('Enter Invoice')).toHaveCount(0);
  });

  test('DEC-13, DEC-38: where the department of the PO is no longer active it is disabled and says why', async () => {
    const order = accounted();
    const { page } = await openReview(order, 'creator', {
      as: 'elena',
      api: (fake) =>
        void fake.on(
          'GET /api/departments',
          departments.map((one) => ({ ...one, isActive: one.id !== order.department?.id })),
        ),
    });
    const enter = bar(page).getByRole('button', { name: 'Enter Invoice' });
    await expect(enter).toHaveAttribute('aria-disabled', 'true');
    await expectTip(
      page,
      enter,
      'The department of this PO is no longer active. Create a new invoice and choose another department.',
    );
    await expect(bar(page).getByRole('link', { name: 'Enter Invoice' })).toHaveCount(0);
  });
});
