import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/lists.ts';

test('LS-30, LS-33: a sort chosen while a number is typed keeps the number', async () => {
  const { page } = await openList('/po', { as: 'sam', orders: [draft()] });
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('searchbox').press('1');
  await page.getByRole('columnheader', { name: 'Vendor' }).click();
  await expect(page).toHaveURL(/number=1/);
  await expect(page).toHaveURL(/sort=VENDOR_NAME/);
});

test('LS-30: on a phone a long name takes one line, and an unknown person is named so', async () => {
  const name = 'Extremely Long Vendor Name Limited '.repeat(4).trim();
  const { page } = await openList(`/po?vendor=V-1~${encodeURIComponent(name)}&creator=gone`, {
    as: 'sam',
    width: 375,
    height: 812,
  });
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await expect(chips.getByText('By someone unknown')).toBeVisible();
  const lineHeight = (await chips.getByRole('row').first().boundingBox()).height;
  const text = chips.getByRole('row', { name }).locator('span[title]');
  expect((await text.boundingBox()).height).toBeLessThan(lineHeight);
});

test('LS-30: on a phone the filters panel reaches below its buttons', async () => {
  const { page } = await openList('/po?creator=gone', { as: 'sam', width: 375, height: 812 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByText('Unknown')).toBeVisible();
  const [box, apply] = [
    await panel.boundingBox(),
    await panel.getByRole('button', { name: 'Apply' }).boundingBox(),
  ];
  expect(apply.y + apply.height).toBeLessThan(box.y + box.height);
});
