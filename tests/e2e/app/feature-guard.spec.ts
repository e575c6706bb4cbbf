import { expect, test } from '../support/environment/product.ts';
import { openWidgets } from '../support/browser/widgets-page.ts';

test('SH-34, SH-36: the guard knows two features; for others, and without the right, the location is replaced', async ({
  page,
}) => {
  const leads = async (path: string, where: string) => {
    await openWidgets(page, '/elsewhere');
    const before = await page.evaluate(() => history.length);
    await openWidgets(page, path);
    await expect(page.getByTestId('where')).toHaveText(where);
    await expect(page.getByText('Inside')).toHaveCount(where === path ? 1 : 0);
    expect((await page.evaluate(() => history.length)) - before).toBe(1);
  };
  for (const path of ['/guarded/invoices', '/unguarded']) await leads(path, path);
  for (const path of ['/guarded/payments', '/guarded/budgets', '/guarded/role']) await leads(path, '/');
});
