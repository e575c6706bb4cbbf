import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import { show } from '../support/fixtures/shows.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { messages, openSetup } from '../support/pages/setup.ts';
import { serveShow } from '../support/pages/show-settings.ts';

const open = (tab: string, of = show('nlite', { addresses: [], categories: [] })): Promise<App> =>
  openSetup(`/setup/settings/${tab}`, 'Settings', { show: of, api: serveShow });
const flash = (page: Page, text: string): Locator => messages(page).getByText(text);
const newAddress = 'POST /api/shows/:id/address';
const savedAddress = 'PATCH /api/shows/:id/address';
const savedCategory = 'PATCH /api/shows/:id/categories';
const terms = 'POST /api/shows/:id/company-settings';

test('MG-15, MG-16: an address is added, edited and deactivated, each with a message', async () => {
  const { page, api } = await open('addresses');
  await page.getByRole('button', { name: 'Add Ship To Address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await dialog.getByLabelText('Name').fill('Stage 9');
  await dialog.getByLabelText('Address 1').fill('9 Mill Lane');
  await dialog.getByLabelText('City').fill('Burbank');
  await dialog.getByLabelText('City').press('Enter');
  await expect(flash(page, 'Address created successfully.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Ship To Addresses' });
  await expect(list.getByText('9 Mill Lane, Burbank')).toBeVisible();
  expect(api.calls(newAddress).map(({ query }) => query['addressType'])).toEqual(['SHIP_TO']);

  await list.getByRole('button', { name: 'Edit Stage 9' }).click();
  await dialog.getByLabelText('City').fill('Glendale');
  await dialog.getByRole('switch', { name: 'Active' }).press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Address saved successfully.')).toBeVisible();
  await expect(list.getByText('Inactive')).toBeVisible();
  expect(api.calls(savedAddress).map(({ body }) => body)).toMatchObject([
    { id: 'address-new', name: 'Stage 9', city: 'Glendale', isActive: false },
  ]);
});

test('MG-16: an address that cannot be stored shows an error and keeps the input', async () => {
  const { page, api } = await open('addresses', show('nlite'));
  api.fail(savedAddress, 'INTERNAL_ERROR');
  api.fail(newAddress, 'INTERNAL_ERROR');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit Stage 4 Loading Dock' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'An error occurred while saving.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Bill To Address' }).click();
  await dialog.getByLabelText('Name').fill('Nowhere');
  await dialog.getByLabelText('Address 1').fill('1 Nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Address could not be created.')).toBeVisible();
  await expect(dialog.getByLabelText('Name')).toHaveValue('Nowhere');
});

test('MG-17, MG-18, MG-20: a category is added, renamed and deactivated, and its name is unique', async () => {
  const { page, api } = await open('categories');
  const dialog = page.getByRole('dialog');
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add Category' }).click();
    await dialog.getByLabelText('Name').fill(name);
    await dialog.getByLabelText('Name').press('Enter');
  };
  await add('Rentals');
  await expect(flash(page, 'Category created successfully.')).toBeVisible();
  await add(' RENTALS ');
  await expect(dialog.getByText('A category with that name already exists.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const list = page.getByRole('list', { name: 'Categories' });
  await list.getByRole('button', { name: 'Edit Rentals' }).click();
  await dialog.getByLabelText('Name').fill('Hire');
  await dialog.getByRole('switch', { name: 'Active' }).press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Category saved successfully.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveText([/^Edit Hire ?Inactive$/]);
  expect(api.calls(savedCategory).map(({ body }) => body)).toEqual([
    { id: 'category-new', name: 'Hire', isActive: false },
  ]);
  api.fail(savedCategory, 'INTERNAL_ERROR');
  await list.getByRole('button', { name: 'Edit Hire' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Unable to update category')).toBeVisible();
});

test('MG-19, DEC-66: a category in use is changed only after a confirmation', async () => {
  const { page, api } = await open('categories', show('nlite'));
  const mend = api.on(savedCategory, () => {
    throw new Refusal('category_in_use');
  });
  await page.getByRole('button', { name: 'Edit Equipment Rental' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Category' });
  await dialog.getByLabelText('Name').fill('Still In Use');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('This category is in use. Do you want to continue?')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabelText('Name')).toHaveValue('Still In Use');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(question).toBeVisible();
  mend();
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(flash(page, 'Category saved successfully.')).toBeVisible();
  await expect(question).toBeHidden();
  expect(api.calls(savedCategory).map(({ query }) => query['confirm'])).toEqual([
    undefined,
    undefined,
    'true',
  ]);
});

test('MG-22, MG-23, MG-24, DEC-67: terms are added, labelled, replaced and removed, as PDF only', async () => {
  const { page, api } = await open('companies');
  const company = page.getByRole('form', { name: 'Northern Lights Productions LLC' });
  const choose = (name: string, content: string) =>
    company.locator('input[type=file]').upload(new File([content], name, { type: 'application/pdf' }));
  const sent = (name: string) => api.calls(terms).map(({ body }) => (body as FormData).get(name));
  await choose('terms.pdf', 'GIF89a');
  await expect(company.getByText('File must be in PDF format.')).toBeVisible();
  await choose('terms.pdf', '%PDF-1.7\n%%EOF');
  await company.getByLabelText('Label').fill('Terms of hire.pdf');
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Company settings updated successfully.')).toBeVisible();
  await expect(company.getByRole('button', { name: 'Terms of hire.pdf', exact: true })).toBeVisible();

  await choose('newer.pdf', '%PDF-1.7\n%%EOF');
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(company.getByRole('button', { name: 'newer.pdf', exact: true })).toBeVisible();

  const mend = api.fail(terms, 'INTERNAL_ERROR');
  await company.getByRole('button', { name: 'Remove terms and conditions' }).click();
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Company settings could not be updated.')).toBeVisible();
  await choose('terms.pdf', '%PDF-1.7\n%%EOF');
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'File could not be uploaded.')).toBeVisible();
  mend();
  await company.getByRole('button', { name: 'Cancel' }).click();
  await company.getByRole('button', { name: 'Remove terms and conditions' }).click();
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(company.getByText('Purchase orders of this company go out without terms.')).toBeVisible();
  expect(sent('termsConditionsAttachmentId')).toEqual([
    'TC_ADD_NEW',
    'TC_ADD_NEW',
    'TC_NO_ATTACHMENT',
    'TC_ADD_NEW',
    'TC_NO_ATTACHMENT',
  ]);
  expect(sent('attachmentLabel').slice(0, 2)).toEqual(['Terms of hire.pdf', 'newer.pdf']);
  // The request names the replaced attachment, so that its file is deleted.
  expect(sent('cleanupAttachments').map((ids) => (JSON.parse(ids as string) as string[]).length)).toEqual([
    0, 1, 1, 1, 1,
  ]);
});
