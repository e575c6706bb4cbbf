import { expect, test } from '../support/environment/product.ts';
import { openWidgets } from '../support/browser/widgets-page.ts';

test('SH-34, SH-36: the guard replaces the location for an unknown feature or a missing permission', async ({
  page,
}) => {
  const expectPath = async (path: string, where: string) => {
    await openWidgets(page, '/elsewhere');
    const previous = await page.evaluate(() => history.length);
    await openWidgets(page, path);
    await expect(page.getByTestId('where')).toHaveText(where);
    await expect(page.getByText('Inside')).toHaveCount(where === path ? 1 : 0);
    expect((await page.evaluate(() => history.length)) - previous).toBe(1);
  };
  for (const path of ['/guarded/invoices', '/unguarded']) await expectPath(path, path);
  for (const path of ['/guarded/payments', '/guarded/budgets', '/guarded/role']) await expectPath(path, '/');
});
