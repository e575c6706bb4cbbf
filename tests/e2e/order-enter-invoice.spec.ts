import { expect, test } from './support/product.ts';
import { relievable } from './support/relief.ts';
import { bar, expectTip, openMenu, openReview } from './support/review.ts';

for (const viewport of [
  { width: 375, height: 812 },
  { width: 1280, height: 720 },
]) {
  test(`DEC-38, DEC-77: at ${viewport.width} px Enter Invoice stands in the bar of an approved PO, for who may, behind what was there`, async ({
    as,
    apiOf,
  }) => {
    const order = await relievable(apiOf);
    const [dana, elena, rosalind] = [
      await as('dana', { viewport }),
      await as('elena', { viewport }),
      await as('rosalind', { viewport }),
    ];
    await openReview(elena.page, order, 'creator');
    const enter = bar(elena.page).getByRole('link', { name: 'Enter Invoice' });
    await expect(enter).toBeInViewport({ ratio: 1 });
    // It is the last of the bar, and there is no second one.
    await expect(bar(elena.page).locator('a, button').last()).toHaveText('Enter Invoice');
    await expect(elena.page.getByRole('link', { name: 'Enter Invoice' })).toHaveCount(1);
    await enter.click();
    await expect(elena.page).toHaveURL(new RegExp(`/invoice/create\\?order=${order.id}$`));
    await expect(elena.page.getByRole('textbox', { name: 'Invoice Number' })).toBeFocused();

    await openReview(dana.page, order, 'creator');
    await expect(bar(dana.page)).toBeVisible();
    await expect(dana.page.getByText('Enter Invoice')).toHaveCount(0);

    // Where Approve was a moment ago nothing else is put: an approver who may has it in the menu, below what it had.
    await openReview(rosalind.page, order, 'approver');
    const menu = await openMenu(rosalind.page);
    await expect(menu.getByRole('menuitem').nth(-2)).toHaveText('Enter Invoice');
    await menu.getByRole('menuitem', { name: 'Enter Invoice' }).click();
    await expect(rosalind.page).toHaveURL(new RegExp(`/invoice/create\\?order=${order.id}$`));
  });
}

test('DEC-13, DEC-38: where the department of the PO is no longer active Enter Invoice is disabled and says why', async ({
  as,
  apiOf,
}) => {
  const order = await relievable(apiOf);
  const { page } = await as('elena');
  await page.route('**/api/departments?*', async (route) => {
    const response = await route.fetch();
    const departments = (await response.json()) as { id: string }[];
    const json = departments.map((one) =>
      one.id === order.department?.id ? { ...one, isActive: false } : one,
    );
    await route.fulfill({ response, json });
  });
  await openReview(page, order, 'creator');
  const enter = bar(page).getByRole('button', { name: 'Enter Invoice' });
  await expect(enter).toHaveAttribute('aria-disabled', 'true');
  await expectTip(
    page,
    enter,
    'The department of this PO is no longer active. Create a new invoice and choose another department.',
  );
  await expect(bar(page).getByRole('link', { name: 'Enter Invoice' })).toHaveCount(0);
});
