import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { departments } from '../../support/fixtures/departments.ts';
import { denyInvoice, invoiceLine, submittedInvoice } from '../../support/fixtures/invoices.ts';
import { approvedOrder, line } from '../../support/fixtures/purchase-orders.ts';
import { relievedBy } from '../../support/fixtures/relief.ts';
import type { Page } from '../../support/page.ts';
import {
  actionBar,
  changeByOtherUser,
  expectTip,
  openMenu,
  openReview,
  section,
} from '../../support/pages/reviews.ts';

function panelOf(page: Page) {
  const panel = section(page, 'Invoiced');
  const balance = (term: string) => panel.getByRole('term').filter({ hasText: term }).locator('+ dd');
  const lines = page.getByRole('table', { name: 'Line items' }).locator('tbody').getByRole('row');
  const rows = panel.getByRole('table').locator('tbody').getByRole('row');
  return {
    panel,
    balance,
    lines,
    rows,
    meter: panel.getByRole('meter', { name: 'Invoiced of committed' }),
  };
}

/** Returns an order of $400.00 with two invoices of $150.00 and $90.00. */
function invoicedOrder() {
  const order = approvedOrder({
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
  const secondBill = submittedInvoice({ lineItems: [invoiceLine({ ...drapes, amount: 90 })] });
  return { order, bill, secondBill };
}

describe('the invoiced amount of an order', () => {
  test('DEC-39: an order without invoices shows no invoiced amounts', async () => {
    const { page } = await openReview(invoicedOrder().order, 'creator');
    const { panel, lines } = panelOf(page);
    await expect(lines.nth(0)).toContainText('Brass lamps');
    await expect(panel).toHaveCount(0);
    await expect(lines.nth(0)).not.toContainText('Remaining');
  });

  test('DEC-39, DEC-100, LI-05: the review shows the balance of the order and of each line, with links to the invoices', async () => {
    const { order, bill, secondBill } = invoicedOrder();
    const app = await openReview(relievedBy(order, [bill, secondBill]), 'creator', {
      as: 'elena',
      invoices: [bill, secondBill],
    });
    const { page } = app;
    const { panel, balance, lines, rows, meter } = panelOf(page);
    await expect(balance('Committed')).toHaveText('$400.00');
    await expect(balance('Invoiced')).toHaveText('$240.00');
    await expect(balance('Left')).toHaveText('$160.00');
    await expect(meter).toHaveAttribute('aria-valuetext', '$240.00 of $400.00');
    await expect(lines.nth(0)).toContainText('Remaining $180.00');
    await expect(lines.nth(1)).toContainText('Remaining -$20.00');
    await expect(rows).toHaveCount(3);
    const billRow = rows.filter({ hasText: bill.number });
    await expect(billRow.first()).toContainText('Submitted for approval');
    await expect(billRow.first()).toContainText('$120.00');
    await expect(billRow.last()).toContainText('$30.00');
    await expect(panel.getByText('that you cannot open')).toHaveCount(0);

    // A denied invoice releases its relief, also while the order is open.
    await changeByOtherUser(app, { ...relievedBy(order, [bill]), version: order.version + 1 });
    await expect(balance('Invoiced')).toHaveText('$150.00');
    await expect(rows).toHaveCount(2);
    await expect(lines.nth(1)).toContainText('Remaining $70.00');
    await billRow.first().getByRole('link', { name: bill.number }).click();
    await expect(page).toHaveURL(`/invoice/review/${bill.id}/creator`);
  });

  test('DEC-100: a change of an invoice reloads an open order', async () => {
    const { order, bill, secondBill } = invoicedOrder();
    const app = await openReview(relievedBy(order, [bill, secondBill]), 'creator', {
      as: 'elena',
      invoices: [bill, secondBill],
    });
    const { page, world } = app;
    const { balance } = panelOf(page);
    await expect(balance('Invoiced')).toHaveText('$240.00');
    world.orders = [relievedBy(order, [bill])];
    await changeByOtherUser(app, denyInvoice(secondBill));
    await expect(balance('Invoiced')).toHaveText('$150.00');
  });

  test('DEC-39: the review shows how much is on invoices that the user may not open', async () => {
    const { order, bill, secondBill } = invoicedOrder();
    const { page } = await openReview(relievedBy(order, [bill, secondBill], []), 'creator');
    const { panel, balance } = panelOf(page);
    await expect(balance('Invoiced')).toHaveText('$240.00');
    await expect(panel.getByRole('link')).toHaveCount(0);
    await expect(panel).toContainText('$240.00 is on invoices that you cannot open.');
  });
});

describe('Enter Invoice', () => {
  const orderInAccounting = () => approvedOrder({ foundInAccountingSystem: true });

  for (const size of [
    { width: 375, height: 812 },
    { width: 1280, height: 720 },
  ]) {
    test(`DEC-38, DEC-77: at ${size.width} px Enter Invoice is the last action of the creator's bar for users who may create invoices`, async () => {
      const order = orderInAccounting();
      const { page } = await openReview(order, 'creator', { as: 'elena', ...size });
      const enterInvoice = actionBar(page).getByRole('link', { name: 'Enter Invoice' });
      await expect(enterInvoice).toBeInViewport();
      const { x, y, width, height } = await enterInvoice.boundingBox();
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(size.width);
      expect(y + height).toBeLessThanOrEqual(size.height);
      await expect(actionBar(page).locator('a, button').last()).toHaveText('Enter Invoice');
      await expect(page.getByRole('link', { name: 'Enter Invoice' })).toHaveCount(1);
      await enterInvoice.click();
      await expect(page).toHaveURL(`/invoice/create?order=${order.id}`);
      await expect(page.getByRole('textbox', { name: 'Invoice Number' })).toBeFocused();
    });

    test(`DEC-38, DEC-77: at ${size.width} px an approver has Enter Invoice in the menu`, async () => {
      const order = orderInAccounting();
      const { page } = await openReview(order, 'approver', { as: 'rosalind', ...size });
      const menu = await openMenu(page);
      await expect(menu.getByRole('menuitem').nth(-2)).toHaveText('Enter Invoice');
      await menu.getByRole('menuitem', { name: 'Enter Invoice' }).click();
      await expect(page).toHaveURL(`/invoice/create?order=${order.id}`);
    });
  }

  test('DEC-38: a user who may not create invoices has no Enter Invoice', async () => {
    const { page } = await openReview(orderInAccounting(), 'creator');
    await expect(actionBar(page)).toBeVisible();
    await page.waitForIdle();
    await expect(page.getByText('Enter Invoice')).toHaveCount(0);
  });

  test('DEC-13, DEC-38: Enter Invoice is disabled with the reason if the department of the PO is inactive', async () => {
    const order = orderInAccounting();
    const { page } = await openReview(order, 'creator', {
      as: 'elena',
      api: (fake) =>
        void fake.on(
          'GET /api/departments',
          departments.map((one) => ({ ...one, isActive: one.id !== order.department?.id })),
        ),
    });
    const enterInvoice = actionBar(page).getByRole('button', { name: 'Enter Invoice' });
    await expect(enterInvoice).toHaveAttribute('aria-disabled', 'true');
    await expectTip(
      page,
      enterInvoice,
      'The department of this PO is no longer active. Create a new invoice and choose another department.',
    );
    await expect(actionBar(page).getByRole('link', { name: 'Enter Invoice' })).toHaveCount(0);
  });
});
