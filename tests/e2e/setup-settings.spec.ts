import type { Page } from '@playwright/test';
import { tapped } from './support/live.ts';
import { bodyIn } from './support/orders.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { ownShow } from './support/shows.ts';

type As = (name: string, options?: { show?: string }) => Promise<Seat>;

interface Details {
  settings: Record<string, unknown>;
  categories: { id: string; name: string; isActive: boolean }[];
  addresses: { name: string; addressType: string; isActive: boolean; city: string }[];
  companySettings: { termsConditionsAttachmentId: string | null; attachmentLabel: string | null }[];
}

/** Theodore in a show of this test's own, at one of its settings pages. */
async function atSettings(as: As, path = '', own: Record<string, unknown> = {}) {
  const theodore = await as('theodore');
  const show = await ownShow(theodore.api, own);
  await theodore.page.goto(`/setup/settings${path}?restoreShow=${show.id}`);
  await expect(theodore.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  // The steps of a new show come above all, which they push down.
  await expect(theodore.page.getByText(/^Getting .+ started/)).toBeVisible();
  const details = () => theodore.api.get<Details>(`/api/shows/${show.id}`);
  return { ...theodore, show, details };
}

const toggles = {
  invoiceModuleVisible: 'Invoices',
  resetApprovalOnEdit: 'Reset approval on edit',
  splitOrderWarning: 'Warn of split orders',
  approvalFlowPaymentSelectionEnabled: 'Choose the payment flow',
  sendUnapprovedPurchaseOrders: 'Send unapproved purchase orders',
  archiveVoidedItems: 'Archive voided items',
  updateRentalQuantity: 'Update rental quantity',
  replacePoTempVendors: 'Replace temporary vendors',
  vendorEmailAutoSendEnabled: 'E-mail vendors on approval',
  purchaseOrderRelieveResources: 'Relieve purchase orders',
  displayReliefIndicatorsApp: 'Relief indicators on screen',
  displayReliefIndicatorsPdf: 'Relief indicators in PDFs',
};

const flash = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

test('MG-11, MG-14, MG-28, SH-66, PE-27, DEC-64: every switch is stored when it is pressed, and nothing else changes', async ({
  as,
}) => {
  const { page, details } = await atSettings(as);
  const before = (await details()).settings;
  for (const [name, label] of Object.entries(toggles)) {
    const one = page.getByRole('switch', { name: label, exact: true });
    await expect(one).toBeChecked({ checked: before[name] === true });
    const stored = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await one.press('Space');
    await stored;
    await expect(one).toBeChecked({ checked: before[name] !== true });
  }
  await expect(flash(page, 'Show settings updated successfully.')).toBeVisible();
  const after = (await details()).settings;
  for (const name of Object.keys(toggles)) expect([name, after[name]]).toEqual([name, !before[name]]);
  expect(after['paymentModuleVisible']).toBe(before['paymentModuleVisible']);
});

test('MG-14: what fails goes back and says so; a module without its feature is closed', async ({ as }) => {
  const { page, details } = await atSettings(as);
  await page.route('**/settings', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  const archive = page.getByRole('switch', { name: 'Archive voided items' });
  await archive.press('Space');
  await expect(flash(page, 'Error occurred while updating show settings.')).toBeVisible();
  await expect(archive).not.toBeChecked();
  expect((await details()).settings['archiveVoidedItems']).toBe(false);
  const payments = page.getByRole('switch', { name: 'Payments', exact: true });
  await expect(payments).toBeDisabled();
  await payments.focus();
  await expect(page.getByText('This show was created without this feature.')).toBeVisible();
  await payments.press('Space');
  expect((await details()).settings['paymentModuleVisible']).toBe(false);
});

test('MG-14: settings and features that cannot be had say so', async ({ as }) => {
  const theodore = await as('theodore');
  const { page } = theodore;
  const { id } = await ownShow(theodore.api);
  await page.route(`**/api/shows/${id}/features`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/setup/settings?restoreShow=${id}`);
  await expect(flash(page, 'Error occurred while retrieving show feature settings.')).toBeVisible();
  let isOut = true;
  await page.route(`**/api/shows/${id}`, (route) =>
    isOut ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto('/setup/settings/categories');
  await expect(page.getByText('Error occurred while retrieving show settings.')).toBeVisible();
  isOut = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Add Category' })).toBeVisible();
});

test('PE-22, PE-23, DEC-64: a module that is switched on is there for everybody in the show, also in open sessions', async ({
  as,
}) => {
  const { page, show } = await atSettings(as, '', { features: ['APIA', 'APPA'] });
  const other = await as('theodore', { show: show.id });
  const wire = await tapped(other.page);
  await other.page.goto('/purchase-orders');
  await expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);
  const tab = (of: Page, name: string) => of.getByRole('banner').getByRole('link', { name });
  for (const name of ['Invoices', 'Payments']) {
    await expect(tab(other.page, 'Purchase Orders')).toBeVisible();
    await expect(tab(other.page, name)).toHaveCount(0);
    await page.getByRole('switch', { name, exact: true }).press('Space');
    await expect(tab(page, name)).toBeVisible();
    await expect(tab(other.page, name)).toBeVisible();
    await page.getByRole('switch', { name, exact: true }).press('Space');
    await expect(tab(other.page, name)).toHaveCount(0);
  }
});

test('DEC-64, DEC-24: first number, milestone and default flows', async ({ as }) => {
  const { page, api, show, details } = await atSettings(as);
  await page.getByLabel('First PO number').fill('7000');
  await page.getByLabel('First PO number').press('Enter');
  await expect.poll(async () => (await details()).settings['poNumberStart']).toBe(7000);
  await page.getByRole('button', { name: /Show PO numbers/ }).click();
  await page.getByRole('option', { name: 'After the first approval' }).click();
  await expect.poll(async () => (await details()).settings['displayPoNumbers']).toBe('FIRST_APPROVAL');
  // The first flow of a type is its default by itself.
  await flowOf(api, show.id, 'First flow');
  const flow = await flowOf(api, show.id, 'House flow');
  await page.reload();
  await expect(page.getByLabel('First PO number')).toHaveValue('7000');
  await page.getByRole('button', { name: /Purchase orders/ }).click();
  await page.getByRole('option', { name: flow.name }).click();
  await expect(flash(page, 'Show settings updated successfully.')).toBeVisible();
  await expect
    .poll(async () => (await details()) as Details & { defaultPurchaseOrderWorkflowId?: string })
    .toMatchObject({ defaultPurchaseOrderWorkflowId: flow.id });
});

/** A flow of the show, made through the API. */
async function flowOf(api: Person, showId: string, name: string): Promise<{ id: string; name: string }> {
  return api.post<{ id: string; name: string }>('/api/purchase-order-workflow-template', {
    showId,
    name,
    templateType: 'PURCHASE_ORDER',
    makeDefaultType: false,
    resetItemsInProgress: false,
    steps: [
      {
        name: 'All',
        kind: 'STANDARD',
        amountLimit: null,
        approvalsNeeded: 1,
        approvers: [{ userId: api.userId }],
      },
    ],
  });
}

test('MG-15, MG-16: addresses are added, edited and taken out of use, with the words of each outcome', async ({
  as,
}) => {
  const { page, details } = await atSettings(as, '/addresses');
  await page.getByRole('button', { name: 'Add Ship To Address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Stage 9');
  await dialog.getByLabel('Address 1').fill('9 Mill Lane');
  await dialog.getByLabel('City').fill('Burbank');
  await dialog.getByLabel('City').press('Enter');
  await expect(flash(page, 'Address created successfully.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Ship To Addresses' });
  await expect(list.getByText('9 Mill Lane, Burbank')).toBeVisible();

  await list.getByRole('button', { name: 'Edit Stage 9' }).click();
  await dialog.getByLabel('City').fill('Glendale');
  await dialog.getByRole('switch', { name: 'Active' }).press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Address saved successfully.')).toBeVisible();
  await expect(list.getByText('Inactive')).toBeVisible();
  expect((await details()).addresses).toMatchObject([
    { name: 'Stage 9', addressType: 'SHIP_TO', city: 'Glendale', isActive: false },
  ]);

  await page.route('**/address**', (route) => route.fulfill({ status: 500, json: {} }));
  await list.getByRole('button', { name: 'Edit Stage 9' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'An error occurred while saving.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Bill To Address' }).click();
  await dialog.getByLabel('Name').fill('Nowhere');
  await dialog.getByLabel('Address 1').fill('1 Nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Address could not be created.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Nowhere');
});

test('MG-17, MG-18, MG-20: categories are added, renamed and taken out of use; no name twice, in any case', async ({
  as,
}) => {
  const { page, details } = await atSettings(as, '/categories');
  const dialog = page.getByRole('dialog');
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add Category' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Name').press('Enter');
  };
  await add('Rentals');
  await expect(flash(page, 'Category created successfully.')).toBeVisible();
  await add(' RENTALS ');
  await expect(dialog.getByText('A category with that name already exists.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const list = page.getByRole('list', { name: 'Categories' });
  await list.getByRole('button', { name: 'Edit Rentals' }).click();
  await dialog.getByLabel('Name').fill('Hire');
  await dialog.getByRole('switch', { name: 'Active' }).press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Category saved successfully.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveText([/^Edit Hire ?Inactive$/]);
  expect((await details()).categories).toMatchObject([{ name: 'Hire', isActive: false }]);
  await page.route('**/categories**', (route) => route.fulfill({ status: 500, json: {} }));
  await list.getByRole('button', { name: 'Edit Hire' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Unable to update category')).toBeVisible();
});

test('MG-19, DEC-66: a category in use is only changed after the question', async ({ as }) => {
  const { page, api, show, details } = await atSettings(as, '/categories');
  const category = await api.post<{ id: string }>(`/api/shows/${show.id}/categories`, { name: 'In Use' });
  await api.post(`/api/departments/?showId=${show.id}`, { name: 'Art' });
  await api.post('/api/pos', await bodyIn(api, show.id, 'Art', { category }));
  await page.reload();
  await page.getByRole('button', { name: 'Edit In Use' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Category' });
  await dialog.getByLabel('Name').fill('Still In Use');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('This category is in use. Do you want to continue?')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Still In Use');
  expect((await details()).categories).toMatchObject([{ name: 'In Use' }]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(flash(page, 'Category saved successfully.')).toBeVisible();
  await expect(question).toBeHidden();
  expect((await details()).categories).toMatchObject([{ name: 'Still In Use' }]);
});

const pdf = { name: 'terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') };

test('MG-22, MG-23, MG-24, DEC-67: terms are added, labelled, replaced and taken off; only a PDF will do', async ({
  as,
}) => {
  const { page, details } = await atSettings(as, '/companies');
  const company = page.getByRole('form', { name: 'Paper Lanterns Productions LLC' });
  const own = async () =>
    (await details()).companySettings.find(({ termsConditionsAttachmentId }) => termsConditionsAttachmentId);
  const choose = (file: typeof pdf) => company.locator('input[type=file]').setInputFiles(file);
  await choose({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from('GIF89a') });
  await expect(company.getByText('File must be in PDF format.')).toBeVisible();
  await choose(pdf);
  await company.getByLabel('Label').fill('Terms of hire.pdf');
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Company settings updated successfully.')).toBeVisible();
  const first = await own();
  expect(first).toMatchObject({ attachmentLabel: 'Terms of hire.pdf' });

  await choose({ ...pdf, name: 'newer.pdf' });
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(company.getByRole('button', { name: 'newer.pdf' })).toBeVisible();
  await expect
    .poll(async () => (await own())?.termsConditionsAttachmentId)
    .not.toBe(first?.termsConditionsAttachmentId);
  const old = `/files/attachment/download/${first?.termsConditionsAttachmentId}`;
  await expect.poll(async () => (await page.request.get(old)).status()).toBe(404);

  await page.route('**/company-settings', (route) => route.fulfill({ status: 500, json: {} }));
  await company.getByRole('button', { name: 'Remove terms and conditions' }).click();
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'Company settings could not be updated.')).toBeVisible();
  await choose(pdf);
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(flash(page, 'File could not be uploaded.')).toBeVisible();
  await page.unroute('**/company-settings');
  await company.getByRole('button', { name: 'Cancel' }).click();
  await company.getByRole('button', { name: 'Remove terms and conditions' }).click();
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(company.getByText('Purchase orders of this company go out without terms.')).toBeVisible();
  await expect.poll(own).toBeUndefined();
});
