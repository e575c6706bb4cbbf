import { AxeBuilder } from '@axe-core/playwright';
import { permissionMatrix } from '../../domain/permissions.ts';
import { believing } from './support/permissions.ts';
import { expect, test } from './support/product.ts';

const paths = ['', '/addresses', '/categories', '/companies'] as const;

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

  await page.getByRole('link', { name: 'Addresses' }).click();
  await expect(page.getByText('Stage 4 Loading Dock')).toBeVisible();
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByText('Equipment Rental')).toBeVisible();
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page.getByLabel('Label')).toBeDisabled();
  const changing = page.getByRole('main').getByRole('button', { name: /^(Add|Edit|Remove|Save|Choose)/ });
  await expect(changing).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`DEC-80: the management of shows and settings has no fault that axe finds, ${scheme}`, async ({
    as,
  }) => {
    const { page } = await as('theodore');
    await page.emulateMedia({ colorScheme: scheme });
    const faults = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html }) => html),
      }));
    for (const path of paths) {
      await page.goto(`/setup/settings${path}`);
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('region').first()).toBeVisible();
      expect(await faults()).toEqual([]);
    }
    await page.goto('/setup/settings/addresses');
    await page.getByRole('button', { name: 'Add Bill To Address' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.goto('/setup/shows/new');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.goto('/setup/shows?edit=nlite');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faults()).toEqual([]);
  });
}
