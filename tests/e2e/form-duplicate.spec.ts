import {
  descriptionOf,
  fillNew,
  inactiveCategory,
  openNew,
  retiredVendor,
  saveAs,
  section,
} from './support/form.ts';
import { aLine, draft, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';

test('PO-54, PO-41, DEC-75: Save & Duplicate saves, then opens a new PO with the same values', async ({
  as,
}) => {
  const dana = await as('dana');
  const description = freshDescription();
  await openNew(dana.page);
  await fillNew(dana.page, description);
  await saveAs(dana.page, 'Save & Duplicate');
  await expect(dana.page).toHaveURL(/\/po\/create\?duplicate=/);
  await expect(dana.page.getByText(/PO #SD-\d{5} saved\./)).toBeVisible();
  await expect(dana.page.getByRole('heading', { name: 'New Purchase Order' })).toBeVisible();
  await expect(descriptionOf(dana.page)).toHaveValue(description);
  await expect(dana.page.locator('footer')).toContainText('$300.00');
  const first = new URL(dana.page.url()).searchParams.get('duplicate');
  await dana.page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(dana.page).toHaveURL(/\/po\/review\//);
  expect(dana.page.url()).not.toContain(first ?? '-');
});

test('PO-41, PO-42, VE-23, DEC-75: a duplicate has neither the inactive vendor nor day, files and notes of its source', async ({
  as,
  apiOf,
}) => {
  const [marcus, theodore] = await Promise.all([as('marcus'), apiOf('theodore')]);
  const { page } = marcus;
  const retired = await retiredVendor(theodore.api);
  const attachmentId = await marcus.api.upload('quote.pdf', '%PDF-1.4 quote');
  const source = await draft(marcus, {
    ...retired,
    category: await inactiveCategory(marcus.api),
    attachments: [{ attachmentId, label: 'quote.pdf' }],
    notes: [{ keyId: crypto.randomUUID(), content: 'Not to be copied' }],
    poDate: '2026-10-01',
  });
  const asked = page.waitForRequest(/\/api\/vendors\/active/);
  await page.goto(`/po/create?duplicate=${source.id}`);
  const question = new URL((await asked).url()).searchParams;
  expect([question.get('showId'), question.get('externalId')]).toEqual(['nlite', retired.vendor.externalId]);
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'PO Contains (Optional)' })).toContainText('None');
  await expect(page.getByText('quote.pdf')).toHaveCount(0);
  await expect(page.getByText('Not to be copied')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'PO Date' })).not.toHaveValue('10/01/2026');
});

test('PO-42, PO-43: a duplicate loses a department that is closed to the user, and codes that are gone', async ({
  as,
  apiOf,
}) => {
  const [dana, theodore] = await Promise.all([apiOf('dana'), as('theodore')]);
  const { page } = theodore;
  const coding = { ACCOUNT: '1101' };
  const source = await draft(dana, { lineItems: [aLine({ coding })] });
  await page.route('**/api/departments?**', async (route) => {
    const all = (await (await route.fetch()).json()) as { name: string; isActive: boolean }[];
    const isActive = (name: string) => name !== 'Set Decoration';
    await route.fulfill({ json: all.map((one) => ({ ...one, isActive: isActive(one.name) })) });
  });
  const parts = { kept: true };
  await page.route('**/api/coa/**', async (route) => {
    const fields = (await (await route.fetch()).json()) as { account_parts: { id_code: string }[] }[];
    const left = fields.map((field) => ({
      ...field,
      account_parts: field.account_parts.filter(({ id_code: code }) => parts.kept || code !== '1101'),
    }));
    await route.fulfill({ json: left });
  });
  await page.goto(`/po/create?duplicate=${source.id}`);
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue('Foxglove Sign Company');
  await expect(page.getByRole('button', { name: 'Department' })).toContainText('Select');
  await expect(section(page, 'Line Items')).toContainText('1101');
  parts.kept = false;
  await page.reload();
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await expect(section(page, 'Line Items')).not.toContainText('1101');
});

test('PO-42, DEC-75: a duplicate keeps a temporary vendor whose record exists', async ({ as }) => {
  const dana = await as('dana');
  const temporary = { isTemporary: true, name: `Riverside Welders ${Date.now()}`, address: '4 Dock Road' };
  const source = await draft(dana, { vendor: temporary, vendorAddress: null });
  await dana.page.goto(`/po/create?duplicate=${source.id}`);
  await expect(descriptionOf(dana.page)).toHaveValue(source.description);
  await expect(dana.page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue(temporary.name);
  await expect(dana.page.getByText('4 Dock Road')).toBeVisible();
});

test('PO-62: a duplicate of nothing says that it could not be loaded', async ({ as }) => {
  const { page } = await as('dana');
  await page.goto('/po/create?duplicate=nlite_gone');
  await expect(page.getByText('Error loading purchase order.')).toBeVisible();
});

test('PO-42: a duplicate leaves an address that is no longer in use empty, and says so', async ({ as }) => {
  const { page, api } = await as('dana');
  const { addresses } = await api.get<{ addresses: { id: string; addressType: string }[] }>(
    '/api/shows/nlite',
  );
  const places = addresses.filter(({ addressType }) => addressType === 'SHIP_TO');
  const [lost, left] = places;
  const source = await draft({ api }, { shipToAddressId: lost?.id });
  await page.route('**/api/shows/nlite', async (route) => {
    const answer = await route.fetch();
    const show: { addresses: { id: string; addressType: string }[] } = await answer.json();
    const kept = show.addresses.map((one) =>
      one.addressType === 'SHIP_TO' ? { ...one, isActive: one.id === left?.id } : one,
    );
    await route.fulfill({ response: answer, json: { ...show, addresses: kept } });
  });
  await page.goto(`/po/create?duplicate=${source.id}`);
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await expect(page.getByRole('button', { name: 'Ship To' })).toContainText('None');
  await expect(section(page, 'Addresses')).toContainText(
    'The copied address is no longer in use. Choose another one or leave it empty.',
  );
});
