import { decideOn } from './support/decisions.ts';
import { aBilledLine, submittedInvoice } from './support/invoices.ts';
import { aLine, approved } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { openReview } from './support/review.ts';

function panelOf({ page }: Seat) {
  const panel = page.getByRole('region', { name: 'Invoiced' });
  const figure = (term: string) => panel.getByRole('term').filter({ hasText: term }).locator('+ dd');
  const lines = page.getByRole('table', { name: 'Line items' }).locator('tbody').getByRole('row');
  return { panel, figure, lines, bar: panel.getByRole('meter', { name: 'Invoiced of committed' }) };
}

test('DEC-39, DEC-100, LI-05: an order shows what invoices have taken of it and of each line, and leads to those one may see', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya, elena, inez] = await Promise.all([
    as('dana'),
    apiOf('marcus'),
    apiOf('priya'),
    as('elena'),
    apiOf('inez.calloway'),
  ]);
  const order = await approved(dana, [marcus, priya], {
    lineItems: [aLine(), aLine({ description: 'Drapes', quantity: 1, unitCost: 100 })],
  });
  await openReview(dana.page, order, 'creator');
  await expect(panelOf(dana).panel).toHaveCount(0);
  await expect(panelOf(dana).lines.nth(0)).not.toContainText('Remaining');
  const referencePo = order.poNumber;
  const invoice = await submittedInvoice(elena, {
    amount: 150,
    lineItems: [
      aBilledLine({ amount: 120, referencePo, referencePoLineNumber: 1 }),
      aBilledLine({ description: 'Drapes', amount: 30, referencePo, referencePoLineNumber: 2 }),
    ],
  });
  const over = await submittedInvoice(elena, {
    amount: 90,
    lineItems: [aBilledLine({ description: 'Drapes', amount: 90, referencePo, referencePoLineNumber: 2 })],
  });

  // Whoever works with invoices sees which.
  const { panel, figure, lines, bar } = panelOf(elena);
  await openReview(elena.page, order, 'creator');
  await expect(figure('Committed')).toHaveText('$400.00');
  await expect(figure('Invoiced')).toHaveText('$240.00');
  await expect(figure('Left')).toHaveText('$160.00');
  await expect(bar).toHaveAttribute('aria-valuetext', '$240.00 of $400.00');
  await expect(lines.nth(0)).toContainText('Remaining $180.00');
  await expect(lines.nth(1)).toContainText('Remaining -$20.00');
  const rows = panel.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  const mine = rows.filter({ hasText: invoice.number });
  await expect(mine.first()).toContainText('Submitted for approval');
  await expect(mine.first()).toContainText('$120.00');
  await expect(mine.last()).toContainText('$30.00');
  await expect(panel.getByText('that you cannot open')).toHaveCount(0);
  await mine.first().getByRole('link', { name: invoice.number }).click();
  await expect(elena.page).toHaveURL(new RegExp(`/invoice/review/${invoice.id}/creator$`));

  // Others see how much, and that there is more to it than they may open.
  await openReview(dana.page, order, 'creator');
  await expect(panelOf(dana).figure('Invoiced')).toHaveText('$240.00');
  await expect(panelOf(dana).panel.getByRole('link')).toHaveCount(0);
  await expect(panelOf(dana).panel).toContainText('$240.00 is on invoices that you cannot open.');

  // A denied invoice gives back what it took, also while the order is open.
  await openReview(elena.page, order, 'creator');
  await expect(figure('Invoiced')).toHaveText('$240.00');
  await decideOn(inez, 'INVOICE', over, 'deny');
  await expect(figure('Invoiced')).toHaveText('$150.00');
  await expect(rows).toHaveCount(2);
  await expect(lines.nth(1)).toContainText('Remaining $70.00');
});
