import { test } from 'vitest';
import type { NewShow } from '#domain/management/show-form';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { show, summaryOf } from '../support/fixtures/shows.ts';
import type { World } from '../support/api/default-stubs.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { waitForHeading, openSetup } from '../support/pages/setup.ts';
import { serveShow } from '../support/pages/show-settings.ts';

const licenses = {
  'HSP-SA-1077': { system: 'SA', studio: 'Halcyon Street Pictures' },
  'HSP-V5-0877': { system: 'V5', studio: 'Halcyon Street Pictures' },
  'LKT-V5-0610': { system: 'V5', studio: 'Larkspur Television' },
} as const;
const spare = 'HSP-SA-1077';

/** The options to select for a license. */
const choices = [
  ['Division', 'Limited Series'],
  ['Accounting Package', 'Episodic Television'],
  ['Show Type', 'Series'],
] as const;

const named = (...names: string[]) => names.map((name) => ({ id: name, name }));

/** Serves accounting's licenses with their options, and the creation of shows. */
function serveLicenses(api: FakeApi, world: World): void {
  serveShow(api, world);
  api.on('GET /api/acct/licenses', ({ query: { search = '' } }) =>
    Object.entries(licenses)
      .filter(([license]) => license.includes(search))
      .map(([license, { system }]) => ({ license, name: `Books of ${license}`, accountingSystem: system })),
  );
  api.on('GET /api/acct/studios/:license', ({ params }) =>
    named(licenses[params['license'] as keyof typeof licenses].studio),
  );
  api.on('GET /api/acct/divisions/:studio', named('Limited Series', 'Motion Pictures'));
  api.on('GET /api/acct/acct-packages/:license', named('Episodic Television', 'Standard Production'));
  api.on('GET /api/acct/show-types/:license', named('Feature', 'Series'));
  api.on('GET /api/shows/regions', []);
  api.on('POST /api/shows', ({ body }) => {
    const { name, license } = body as NewShow;
    const made = show('nlite', { id: 'new-show', slug: 'made-here', name, license });
    world.shows = [...world.shows, made];
    return made;
  });
}

const openNew = () =>
  openSetup('/setup/shows/new', 'New Show', {
    as: 'theodore',
    shows: [show('nlite'), show('tidewater')],
    api: serveLicenses,
  });

async function pickLicense(page: Page, license: string): Promise<void> {
  await page.getByRole('combobox', { name: 'License' }).fill(license);
  await page.getByRole('option', { name: license }).click();
}

const studio = (page: Page) => page.getByRole('button', { name: /Studio/ }).last();

test('MG-12, MG-13, UX-11, SH-66: Edit Show renames a show and stays open when the name is missing or cannot be stored', async () => {
  const { page, api } = await openSetup('/setup/shows', 'Shows', { as: 'theodore', api: serveShow });
  const row = page.getByRole('row', { name: 'Northern Lights' });
  await row.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Show' });
  await expect(dialog.getByLabelText('License')).toHaveValue('HSP-SA-1041');
  await expect(dialog.getByLabelText('License')).toBeDisabled();
  await expect(dialog.getByLabelText('Studio / Division')).toHaveValue(
    'Halcyon Street Pictures / Motion Pictures',
  );
  await expect(dialog.getByLabelText('Studio / Division')).toBeDisabled();
  await dialog.getByLabelText('Show Name').fill('Never kept');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();

  await row.click();
  await dialog.getByLabelText('Show Name').fill('Southern Lights');
  await dialog.getByLabelText('Show Name').press('Enter');
  await expect(page.getByText('Show information updated successfully.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill('Southern');
  await expect(page.getByRole('row', { name: 'Southern Lights' })).toBeVisible();
  expect(api.calls('PATCH /api/shows/:id/resource').map(({ body }) => body)).toEqual([
    { name: 'Southern Lights' },
  ]);
  api.fail('PATCH /api/shows/:id/resource', 'INTERNAL_ERROR');
  await page.getByRole('row', { name: 'Southern Lights' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Unable to update show information.')).toBeVisible();
  await expect(dialog).toBeVisible();
  await dialog.getByLabelText('Show Name').fill('  ');
  await expect(dialog.getByText('Please enter a show name.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('DEC-92, DEC-95: a show is created from a license and can be opened at once', async () => {
  const { page, api } = await openSetup('/setup/shows', 'Shows', { as: 'theodore', api: serveLicenses });
  await page.getByRole('link', { name: 'Add Show' }).click();
  await waitForHeading(page, 'New Show');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').getByText('Please enter a show name.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Please select a license.')).toBeVisible();
  await page.getByLabel('Show Name').fill('Made Here');
  await expect(page.getByRole('button', { name: /^Select Division|Division/ })).toBeDisabled();
  await pickLicense(page, spare);
  // The only studio is preselected.
  await expect(studio(page)).toContainText('Halcyon Street Pictures');
  for (const [field, option] of choices) {
    await page.getByRole('button', { name: new RegExp(field) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByLabel('Invoices').check();
  await page.getByRole('button', { name: 'Save' }).click();
  // A hovered message stays.
  await page.getByText('Show created successfully.').hover();
  await expect(page).toHaveURL(/\/setup\/shows$/);
  expect(api.calls('POST /api/shows').map(({ body }) => body)).toEqual([
    {
      name: 'Made Here',
      license: spare,
      studioId: 'Halcyon Street Pictures',
      divisionId: 'Limited Series',
      acctPackageId: 'Episodic Television',
      showTypeId: 'Series',
      features: ['APIA'],
    },
  ]);
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page).toHaveURL(/\/approvals/);
  await expect(page.getByRole('button', { name: /Made Here/ }).first()).toBeVisible();
});

test('DEC-150: a show gets a region other than the main one only if the deployment has several', async () => {
  const { page, api } = await openNew();
  await expect(page.getByRole('button', { name: /Studio/ }).last()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Region' })).toBeHidden();
  api.on('GET /api/shows/regions', [
    { id: 'wnam', name: 'Western North America' },
    { id: 'weur', name: 'Western Europe' },
  ]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/setup\/shows$/);
  await page.reload();
  await page.getByRole('link', { name: 'Add Show' }).click();
  await page.getByLabel('Show Name').fill('Abroad');
  await pickLicense(page, spare);
  for (const [field, option] of choices) {
    await page.getByRole('button', { name: new RegExp(field) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  const region = page.getByRole('button', { name: /^Western .* Region|Region/ }).last();
  await expect(region).toContainText('Western North America');
  await region.click();
  await page.getByRole('option', { name: 'Western Europe' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/setup\/shows$/);
  expect(api.calls('POST /api/shows').map(({ body }) => (body as NewShow).region)).toEqual(['weur']);
});

test('DEC-92: another license resets the dependent fields, and an error of accounting can be retried', async () => {
  const { page, api } = await openNew();
  await pickLicense(page, spare);
  await page.getByRole('button', { name: /Accounting Package/ }).click();
  await page.getByRole('option', { name: 'Standard Production' }).click();
  await pickLicense(page, 'LKT-V5-0610');
  await expect(studio(page)).toContainText('Larkspur Television');
  await expect(page.getByRole('button', { name: /Accounting Package/ })).toContainText('Select');
  const mend = api.fail('GET /api/acct/studios/:license', 'accounting_interface_error');
  await pickLicense(page, 'HSP-V5-0877');
  await expect(page.getByText('The accounting system could not be asked.')).toBeVisible();
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(studio(page)).toContainText('Halcyon Street Pictures');
  await expect(
    page.getByRole('status').getByText('The Tidewater Ledger already uses this license.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('DEC-11, DEC-92: a Studio Admin lists shows but cannot create one, and other users see no Shows', async () => {
  const { page } = await openSetup('/setup/shows', 'Shows', {
    as: 'rosalind',
    api(fake, world) {
      serveShow(fake, world);
      const shows = [show('ambercanyon')].map((one) => ({
        ...summaryOf(one),
        mayEdit: true,
        isMember: true,
      }));
      fake.on('GET /api/shows', { shows, total: 1 });
    },
  });
  await expect(page.getByRole('row', { name: /Amber Canyon/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Show' })).toHaveCount(0);
  await page.goto('/setup/shows/new');
  await expect(page).toHaveURL(/\/setup\/shows$/);
  const sam = await openApp('/setup/shows', { as: 'sam' });
  await expect(sam.page).not.toHaveURL(/setup/);
});

test('DEC-11, DEC-92: creating the first show opens its departments', async () => {
  const { page } = await openApp('/approvals', { as: 'theodore', shows: [], api: serveLicenses });
  await expect(page.getByRole('heading', { name: 'Create the first show' })).toBeVisible();
  await page.getByLabel('Show Name').fill('Made Here');
  await pickLicense(page, spare);
  for (const [field, option] of choices) {
    await page.getByRole('button', { name: new RegExp(field) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForHeading(page, 'Departments');
  await expect(page).toHaveURL('/setup/departments');
});
