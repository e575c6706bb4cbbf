import { openList } from './support/lists.ts';
import { expect, test } from './support/product.ts';

test('LS-30, LS-33: what is chosen while a number is typed counts too; names that are long or gone have their place', async ({
  as,
}) => {
  const { page } = await as('sam');
  await openList(page, '/po');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('searchbox').press('1');
  await page.getByRole('columnheader', { name: 'Vendor' }).click();
  await expect(page).toHaveURL(/number=1/);
  await expect(page).toHaveURL(/sort=VENDOR_NAME/);

  await page.setViewportSize({ width: 375, height: 812 });
  const name = 'Extremely Long Vendor Name Limited '.repeat(4).trim();
  await openList(page, `/po?vendor=V-1~${encodeURIComponent(name)}&creator=gone`);
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await expect(chips.getByText('By someone unknown')).toBeVisible();
  const long = chips.getByRole('row', { name });
  const lineHeight = (await chips.getByRole('row').first().boundingBox())?.height;
  expect((await long.locator('span[title]').boundingBox())?.height).toBeLessThan(lineHeight ?? 0);

  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByText('Unknown')).toBeVisible();
  const [box, apply] = await Promise.all([
    panel.boundingBox(),
    panel.getByRole('button', { name: 'Apply' }).boundingBox(),
  ]);
  const foot = (edge: typeof box) => (edge?.y ?? 0) + (edge?.height ?? 0);
  expect(foot(apply)).toBeLessThan(foot(box));
});
