import { approveButton, boxOf, openQueue, panelOf, selectAll, tick } from './support/bulk.ts';
import { cashier, releasesOf, waitingPayments } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { axe } from './support/sound.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true };

test('PA-09, BK-12, BK-13: on a phone cards are ticked, and Approve is within the thumb’s reach', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const { prefix, payments } = await waitingPayments(place, { count: 3 });
  const [first, second, third] = payments;
  if (!first || !second || !third) throw new Error('There are no payments');
  const { page } = await as('priya', phone);
  await openQueue(page, prefix);
  const bar = page.getByRole('region', { name: 'Selection' });
  const bottomBar = page.getByRole('navigation', { name: 'Sections' });

  // A finger finds the box, and does not open the payment by missing it a little.
  const box = await boxOf(page, first).locator('xpath=ancestor::label').boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await tick(boxOf(page, first));
  await expect(boxOf(page, first)).toBeChecked();
  await expect(page).toHaveURL(/\/approvals\/payments/);
  await tick(selectAll(page));
  await tick(boxOf(page, second));
  await expect(selectAll(page)).not.toBeChecked();
  await expect(bar).toContainText('2 of 3 selected');
  const [at, below] = [await approveButton(page).boundingBox(), await bottomBar.boundingBox()];
  expect(at?.height).toBeGreaterThanOrEqual(44);
  expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect(at?.y).toBeGreaterThan(812 * 0.6);
  expect((await (await axe(page)).analyze()).violations).toEqual([]);

  // It begins when all of it has been looked at.
  const begin = Promise.withResolvers<void>();
  await page.route('**/api/workflows/bulk-approval', async (route) => {
    if (route.request().method() === 'POST') await begin.promise;
    await route.continue();
  });
  await approveButton(page).click();
  const panel = panelOf(page);
  await expect(panel).toContainText('Approving 2 payments');
  // It covers neither the bar of the selection nor that of the sections.
  const panelBox = await panel.boundingBox();
  const barBox = await bar.boundingBox();
  const sections = await bottomBar.boundingBox();
  expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual((panelBox?.y ?? 0) + 1);
  expect((panelBox?.y ?? 0) + (panelBox?.height ?? 0)).toBeLessThanOrEqual((sections?.y ?? 0) + 1);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await (await axe(page)).analyze()).violations).toEqual([]);
  begin.resolve();
  await expect(page.getByText('2 payments approved.')).toBeVisible();
  expect(await releasesOf(place, payments)).toEqual([1, 0, 1]);
  await page.getByRole('link').filter({ hasText: second.number }).click();
  await expect(page).toHaveURL(new RegExp(`/payment/review/${second.id}$`));
});

test('BK-15, UX-09: on a phone what failed is said below the head and below the line that there is no network', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const { prefix } = await waitingPayments(place, { count: 1 });
  const { page } = await as('priya', phone);
  await openQueue(page, prefix);
  await page.route('**/api/workflows/bulk-approval', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await tick(selectAll(page));
  await approveButton(page).click();
  await expect(panelOf(page)).toContainText('Nothing was approved');
  // While somebody is at it, it stays.
  await page.getByRole('button', { name: 'Close message' }).focus();
  await page.context().setOffline(true);
  try {
    const said = page.getByText('Error occurred during bulk approval operation');
    const offline = page.getByText(/^You are offline\./);
    await expect(offline).toBeVisible();
    const bottom = async () => {
      const box = await offline.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect((await said.boundingBox())?.y).toBeGreaterThanOrEqual(await bottom());
  } finally {
    await page.context().setOffline(false);
  }
  await panelOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(panelOf(page)).toHaveCount(0);
});
