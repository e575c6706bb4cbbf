import { openList, rowOf } from './support/lists.ts';
import { approve, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { numberOf } from './support/review.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true };

for (const [size, options] of [
  ['on a phone', phone],
  ['on a tablet', { viewport: { width: 900, height: 900 } }],
  ['on a wide screen', { viewport: { width: 1440, height: 900 } }],
] as const)
  test(`LS-14, UX-09: what waits for whoever looks says so, ${size}: the head of the queue for all of it, the list of all at each row`, async ({
    as,
    apiOf,
  }) => {
    const dana = await apiOf('dana');
    const marcus = await as('marcus', options);
    const { page } = marcus;
    const order = await submitted(dana);
    const turn = rowOf(page, order).getByText('Your turn').filter({ visible: true });
    await openList(page, `/approvals?number=${order.poNumber}`);
    await expect(page.getByRole('main')).toContainText('1 waiting for you');
    await expect(rowOf(page, order)).toBeVisible();
    await expect(turn).toHaveCount(0);
    await openList(page, `/po?number=${order.poNumber}`);
    await expect(turn).toHaveCount(1);
    // What it says otherwise stays (DEC-15).
    await expect(rowOf(page, order)).toContainText('Submitted for approval');
    await approve(marcus, order);
    await expect(turn).toHaveCount(0);
    await expect(rowOf(page, order)).toContainText('Submitted for approval');
  });

test('DEC-14, PE-05: whoever approves nothing begins from the empty queue, and finds there what came back', async ({
  as,
  apiOf,
}) => {
  const marcus = await apiOf('marcus');
  const dana = await as('dana', phone);
  const { page } = dana;
  await openList(page, '/approvals');
  await page.getByRole('main').getByRole('link', { name: 'New Purchase Order' }).click();
  await expect(page).toHaveURL('/po/create');

  const order = await submitted(dana);
  await marcus.api.post('/api/workflows/revision', {
    docId: order.id,
    docType: 'PO',
    workflowStepId: order.workflow?.currentStep?.id,
    showId: 'nlite',
    reason: 'Rent it',
  });
  await openList(page, '/approvals');
  await page
    .getByRole('region', { name: /^Your documents/ })
    .getByRole('link', { name: new RegExp(numberOf(order)) })
    .click();
  await expect(page).toHaveURL(`/po/edit/${order.id}`);

  // An approver with an empty queue is not sent to write orders.
  const approver = await as('priya');
  await openList(approver.page, '/approvals?number=9999999999');
  await expect(approver.page.getByRole('button', { name: 'Clear Filters' })).toBeVisible();
  await expect(approver.page.getByRole('link', { name: 'New Purchase Order' })).toHaveCount(0);
});

test('LS-32, DEC-18: letters are told why they do not stay, and are handed to the search of the show', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openList(page, '/po');
  const box = page.getByRole('searchbox', { name: 'Search by PO number' });
  const told = page.getByText('These numbers contain only digits.');
  await box.pressSequentially('Foxglove');
  await expect(told).toBeVisible();
  await expect(box).toHaveValue('');
  await page.getByRole('button', { name: 'Search everything for “Foxglove”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('searchbox')).toHaveValue('Foxglove');
  await expect(dialog.getByRole('option', { name: /Foxglove Sign Company/ }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(box).toBeFocused();
  await expect(told).toHaveCount(0);

  // From the keyboard; and a digit too many is no letter.
  await box.pressSequentially('12Fox');
  await expect(box).toHaveValue('12');
  await expect(told).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('searchbox')).toHaveValue('12Fox');
  await page.keyboard.press('Escape');
  await box.fill('');
  await box.pressSequentially('12345678901');
  await expect(box).toHaveValue('1234567890');
  await expect(told).toHaveCount(0);
});

test('LS-02, LS-46: a list that goes on says what all of it comes to; controls have words on a phone', async ({
  as,
}) => {
  const { page } = await as('theodore', { ...phone, show: 'ambercanyon' });
  const asked = page.waitForResponse(/\/api\/pos\/filter\/sums/);
  await openList(page, '/po?status=all');
  const { sums } = (await (await asked).json()) as { sums: { totalCost: number }[] };
  const amounts = sums.map(({ totalCost }) =>
    totalCost.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  );
  for (const amount of amounts) await expect(page.getByRole('main').getByText(amount).first()).toBeVisible();
  await expect(page.getByPlaceholder('Search PO #')).toBeInViewport();
  for (const words of ['Sort: PO #', 'Filters'])
    await expect(page.getByRole('main').getByText(words).first()).toBeInViewport();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(375);
});
