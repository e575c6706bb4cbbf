import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { adjusted, extended, handedIn } from './support/change-orders.ts';
import { aLine, approve, approved } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { openReview, seenAs } from './support/review.ts';

const lines = [
  aLine({ description: 'Brass lamps', quantity: 2, unitCost: 150 }),
  aLine({ description: 'Velvet drapes', quantity: 4, unitCost: 50 }),
];

/** Change order 1 of an approved $500.00, which waits for marcus with one line of $75.00 more. */
async function waiting(
  dana: Pick<Seat, 'api'>,
  approvers: readonly Pick<Seat, 'api'>[],
): Promise<PurchaseOrder> {
  const order = await approved(dana, approvers, { lineItems: lines });
  return handedIn(dana, await extended(dana, await adjusted(dana, order), {}, { description: 'Ballroom' }));
}

test('DEC-26, CO-11: who approves a change order sees at once what it changes', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), as('marcus'), apiOf('priya')]);
  const order = await waiting(dana, [marcus, priya]);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  const card = page.getByRole('region', { name: 'What Changed' });
  await expect(card).toContainText(
    'First approval to Change Order 1, not yet approved: +$75.00, 1 line added, 1 detail changed.',
  );
  const totals = card.getByRole('definition');
  await expect(totals.filter({ hasText: '$500.00' })).toBeVisible();
  await expect(totals.filter({ hasText: '$575.00' })).toBeVisible();
  await expect(totals.filter({ hasText: '+$75.00' })).toBeVisible();
  await expect(card.getByRole('deletion')).toHaveText([/Lamps/]);
  await expect(card.getByRole('insertion').first()).toHaveText('now Ballroom');
  const compared = card.getByRole('list', { name: 'Lines compared' }).getByRole('listitem');
  await expect(compared).toHaveCount(1);
  await expect(card.getByRole('listitem', { name: 'Added line 3' })).toContainText('Rigging');
  await card.getByRole('button', { name: 'Show 2 unchanged lines' }).click();
  await expect(compared).toHaveCount(3);
  await expect(card.getByRole('listitem', { name: 'Unchanged line 1' })).toContainText('Brass lamps');
});

test('DEC-26, CO-13: any two versions can be compared, and a creator asks for it', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  let order = await waiting(dana, [marcus, priya]);
  for (const approver of [marcus, priya]) order = await approve(approver, order);
  await extended(dana, await adjusted(dana, order, 'Once more'), { description: 'Crane', unitCost: 900 });
  const { page } = dana;
  await openReview(page, order, 'creator');
  const card = page.getByRole('region', { name: 'What Changed' });
  await expect(card).toContainText('Change Order 1 to Change Order 2, not yet approved: +$900.00');
  await expect(card.getByRole('list', { name: 'Lines compared' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Show Changes' }).click();
  await expect(card.getByRole('listitem', { name: 'Added line 4' })).toContainText('Crane');
  await card.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('option', { name: 'First approval' }).click();
  await expect(card).toContainText(
    'First approval to Change Order 2, not yet approved: +$975.00, 2 lines added',
  );
  await card.getByRole('button', { name: 'With' }).click();
  const others = page.getByRole('listbox', { name: 'With' });
  await others.getByRole('option', { name: 'Change Order 1', exact: true }).click();
  await expect(card).toContainText('First approval to Change Order 1: +$75.00, 1 line added');
  await card.getByRole('button', { name: 'Hide Changes' }).click();
  await expect(card.getByRole('list', { name: 'Lines compared' })).toHaveCount(0);
});

test('DEC-26: what was there and no longer is stands struck through, on a phone too', async ({
  as,
  apiOf,
}) => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), as('marcus', phone), apiOf('priya')]);
  const order = await waiting(dana, [marcus, priya]);
  const { page } = marcus;
  const [version] = order.approvalHistory;
  const [first, second] = version?.lineItems ?? [];
  if (!version || !first || !second) throw new Error('There is no approved version');
  const before = [
    { ...first, quantity: 3, totalCost: 450, episode: '101' },
    second,
    { ...second, id: 'gone', lineNumber: 3, description: 'Smoke machine' },
  ];
  await seenAs(page, order, { approvalHistory: [{ ...version, totalCost: 850, lineItems: before }] });
  await openReview(page, order, 'approver');
  const card = page.getByRole('region', { name: 'What Changed' });
  await expect(card).toContainText('-$275.00, 1 line added, 1 changed, 1 removed, 1 detail changed.');
  const changed = card.getByRole('listitem', { name: 'Changed line 1' });
  await expect(changed.getByRole('deletion')).toHaveText(['was $450.00', 'was 3', 'was 101']);
  await expect(changed.getByRole('insertion')).toHaveText(['now $300.00', 'now 2', 'now none']);
  const removed = card.getByRole('listitem', { name: 'Removed line 3' });
  await expect(removed.getByRole('deletion').first()).toHaveText('was Smoke machine');
  await expect(removed.getByRole('insertion')).toHaveCount(0);
  // Stacked: the new wording stands below the old one, and nothing reaches beyond the screen.
  const was = await changed.getByRole('deletion').first().boundingBox();
  const now = await changed.getByRole('insertion').first().boundingBox();
  expect(now?.y ?? 0).toBeGreaterThan((was?.y ?? 0) + 10);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});
