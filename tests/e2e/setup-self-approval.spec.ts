import { expect, test } from './support/product.ts';
import { ownShow } from './support/shows.ts';

test('DEC-97, DEC-64: self-approval is never, up to an amount, or always; a new show begins with never', async ({
  as,
}) => {
  const { api, page } = await as('theodore');
  const show = await ownShow(api);
  await page.goto(`/setup/settings?restoreShow=${show.id}`);
  const stored = async () => {
    const { settings } = await api.get<{ settings: Record<string, unknown> }>(`/api/shows/${show.id}`);
    return [settings['preventSelfApproval'], settings['selfApprovalLimit']];
  };
  const choice = page.getByRole('button', { name: /Users may approve their own documents/ });
  const choose = async (name: RegExp) => {
    await choice.click();
    await page.getByRole('option', { name }).click();
  };
  expect(await stored()).toEqual([true, null]);
  await expect(choice).toContainText('Never');
  await choose(/^Only up to an amount/);
  await page.getByRole('textbox', { name: 'Up to' }).fill('750.50');
  await page.getByRole('textbox', { name: 'Up to' }).press('Enter');
  await expect.poll(stored).toEqual([true, 750.5]);
  await page.reload();
  await expect(choice).toContainText('Only up to an amount');
  await expect(page.getByRole('textbox', { name: 'Up to' })).toHaveValue('750.50');
  await choose(/^Always/);
  await expect.poll(stored).toEqual([false, null]);
});
