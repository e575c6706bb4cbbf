import { freshName } from './support/fresh.ts';
import { expect, test } from './support/product.ts';
import { ownShow, spareLicense } from './support/shows.ts';

test('MG-12, MG-13, UX-11, SH-66: Edit Show renames with Enter; license, studio and division are only read', async ({
  as,
}) => {
  const theodore = await as('theodore');
  const show = await ownShow(theodore.api);
  const { page } = theodore;
  await page.goto('/setup/shows');
  await page.getByRole('searchbox').fill(show.name);
  await page.getByRole('row', { name: show.name }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Show' });
  await expect(dialog.getByLabel('License')).toHaveValue(spareLicense);
  await expect(dialog.getByLabel('License')).toBeDisabled();
  await expect(dialog.getByLabel('Studio / Division')).toHaveValue(
    'Halcyon Street Pictures / Motion Pictures',
  );
  await expect(dialog.getByLabel('Studio / Division')).toBeDisabled();

  await dialog.getByLabel('Show Name').fill('Never kept');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: show.name })).toBeVisible();

  const renamed = freshName('Renamed');
  await page.getByRole('row', { name: show.name }).click();
  await dialog.getByLabel('Show Name').fill(renamed);
  await dialog.getByLabel('Show Name').press('Enter');
  await expect(page.getByText('Show information updated successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill(renamed);
  await expect(page.getByRole('row', { name: renamed })).toBeVisible();
  expect((await theodore.api.get<{ name: string }>(`/api/shows/${show.id}`)).name).toBe(renamed);

  await page.route('**/api/shows/*/resource**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('row', { name: renamed }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Unable to update show information.')).toBeVisible();
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Show Name').fill('  ');
  await expect(dialog.getByText('Please enter a show name.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('DEC-92, DEC-11: a show is made step by step from a license, and can be opened at once', async ({
  as,
}) => {
  const { page } = await as('theodore');
  await page.goto('/setup/shows');
  await page.getByRole('link', { name: 'Add Show' }).click();
  await expect(page.getByRole('heading', { name: 'New Show' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').getByText('Please enter a show name.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Please select a license.')).toBeVisible();

  const name = freshName('Made Here');
  await page.getByLabel('Show Name').fill(name);
  await expect(page.getByRole('button', { name: /^Select Division|Division/ })).toBeDisabled();
  const license = page.getByRole('combobox', { name: 'License' });
  await license.fill(spareLicense);
  await page.getByRole('option', { name: spareLicense }).click();
  // There is one studio: it is chosen, and its divisions are offered.
  await expect(page.getByRole('button', { name: /Studio/ }).last()).toContainText('Halcyon Street Pictures');
  for (const [field, option] of [
    ['Division', 'Limited Series'],
    ['Accounting Package', 'Episodic Television'],
    ['Show Type', 'Series'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(field) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByLabel('Invoices').check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  // Pointed at it stays.
  await page.getByText('Show created successfully.').hover();
  await expect(page).toHaveURL(/\/setup\/shows$/);

  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page).toHaveURL(/\/approvals/);
  await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
  await page.goto('/shows');
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByRole('row', { name })).toContainText('Halcyon Street Pictures / Limited Series');
});

test('DEC-92: another license asks for everything again; while accounting is out, that is said', async ({
  as,
}) => {
  const { page } = await as('theodore');
  await page.goto('/setup/shows/new');
  const license = page.getByRole('combobox', { name: 'License' });
  const pick = async (code: string) => {
    await license.fill(code);
    await page.getByRole('option', { name: code }).click();
  };
  await pick(spareLicense);
  await page.getByRole('button', { name: /Accounting Package/ }).click();
  await page.getByRole('option', { name: 'Standard Production' }).click();
  await pick('LKT-V5-0610');
  await expect(page.getByRole('button', { name: /Studio/ }).last()).toContainText('Larkspur Television');
  await expect(page.getByRole('button', { name: /Accounting Package/ })).toContainText('Select');

  let isOut = true;
  await page.route('**/api/acct/studios/**', (route) =>
    isOut ? route.fulfill({ status: 424, json: { code: 'accounting_interface_error' } }) : route.continue(),
  );
  await pick('HSP-V5-0877');
  await expect(page.getByText('The accounting system could not be asked.')).toBeVisible();
  isOut = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /Studio/ }).last()).toContainText('Halcyon Street Pictures');
});

test('DEC-11, DEC-92: a Studio Admin lists the shows of the own studio; others see no Shows', async ({
  as,
}) => {
  const rosalind = await as('rosalind');
  await rosalind.page.goto('/setup/shows');
  await expect(rosalind.page.getByRole('row', { name: /Amber Canyon/ })).toBeVisible();
  await expect(rosalind.page.getByRole('row', { name: /Harbour Nine/ })).toHaveCount(0);
  await expect(rosalind.page.getByRole('link', { name: 'Add Show' })).toHaveCount(0);
  await rosalind.page.goto('/setup/shows/new');
  await expect(rosalind.page).toHaveURL(/\/setup\/shows$/);

  const sam = await as('sam');
  await sam.page.goto('/setup/shows');
  await expect(sam.page).not.toHaveURL(/setup/);
});

test('DEC-92: a license that a show uses already is told before a second show is made from it', async ({
  as,
}) => {
  const { page } = await as('theodore');
  await page.goto('/setup/shows/new');
  const license = page.getByRole('combobox', { name: 'License' });
  const pick = async (code: string) => {
    await license.fill(code);
    await page.getByRole('option', { name: code }).click();
  };
  await pick('HSP-V5-0877');
  await expect(page.getByRole('status').getByText(/ already uses? this license\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
});
