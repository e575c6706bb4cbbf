import { permissionMatrix } from '../../domain/permissions.ts';
import { believing } from './support/permissions.ts';
import { expect, test } from './support/product.ts';

test('MG-28, MG-29, DEC-92: with READ Show all of it is seen and nothing can be changed', async ({ as }) => {
  const sam = await as('sam');
  const { page } = sam;
  const permissions = { ...permissionMatrix['Show Admin'], Show: 'READ' } as const;
  await believing(sam, { role: 'Show Admin', permissions, invoices: true, payments: true });
  await page.goto('/setup/settings');
  const archive = page.getByRole('switch', { name: 'Archive voided items' });
  await expect(archive).toBeDisabled();
  await expect(page.getByLabel('First PO number')).toBeDisabled();
  for (const name of [/Show PO numbers/, /Purchase orders/]) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  await archive.press('Space');
  await expect(archive).not.toBeChecked();

  await page.getByRole('tab', { name: 'Addresses' }).click();
  await expect(page.getByText('Stage 4 Loading Dock')).toBeVisible();
  await page.getByRole('tab', { name: 'Categories' }).click();
  await expect(page.getByText('Equipment Rental')).toBeVisible();
  await page.getByRole('tab', { name: 'Terms & Conditions' }).click();
  await expect(page.getByLabel('Label')).toBeDisabled();
  const changing = page.getByRole('main').getByRole('button', { name: /^(Add|Edit|Remove|Save|Choose)/ });
  await expect(changing).toHaveCount(0);
});
