import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { chartOfAccounts } from '../../support/fixtures/chart-of-accounts.ts';
import { departments } from '../../support/fixtures/departments.ts';
import { attachment } from '../../support/fixtures/files.ts';
import { note } from '../../support/fixtures/notes.ts';
import { draft, line } from '../../support/fixtures/purchase-orders.ts';
import { show } from '../../support/fixtures/shows.ts';
import { coachman } from '../../support/fixtures/vendors.ts';
import {
  descriptionOf,
  fillNewOrder,
  formFooter,
  waitForForm,
  openNewOrder,
  saveAndReview,
  saveAs,
  section,
  vendorBox,
} from '../../support/pages/forms.ts';
import { openApp } from '../../support/open-app.ts';

const copyOf = ({ id }: { id: string }) => `?duplicate=${id}`;

test('PO-54, PO-41, DEC-75: Save & Duplicate saves, then opens a new PO with the same values', async () => {
  const { page, api, world } = await openNewOrder();
  await fillNewOrder(page, 'Lamps for the hall');
  await saveAs(page, 'Save & Duplicate');
  await expect(page.getByText(/PO #SD-\d{5} saved\./)).toBeVisible();
  await expect(page).toHaveURL(/^\/po\/create\?duplicate=/);
  await waitForForm(page, 'New Purchase Order');
  await expect(descriptionOf(page)).toHaveValue('Lamps for the hall');
  await expect(formFooter(page)).toContainText('$300.00');
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/po\/review\//);
  expect(page.url()).not.toContain(world.orders[0]?.id ?? '-');
  expect(api.calls('POST /api/pos').map(({ body }) => body.description)).toEqual([
    'Lamps for the hall',
    'Lamps for the hall',
  ]);
});

test('PO-41, PO-42, VE-23, DEC-75: a duplicate does not copy an inactive vendor, category, date, files and notes', async () => {
  const inactive = show('nlite').categories.find(({ isActive }) => !isActive);
  const source = draft(
    {
      category: inactive ? { id: inactive.id, name: inactive.name } : null,
      attachments: [attachment('quote.pdf')],
      notes: [note('Not to be copied')],
      poDate: '2026-10-01',
    },
    { vendor: coachman },
  );
  const { page, api } = await openNewOrder(
    { orders: [source], api: (fake) => void fake.on('GET /api/vendors/active', { isActive: false }) },
    copyOf(source),
  );
  await expect(descriptionOf(page)).toHaveValue(source.description);
  expect(api.calls('GET /api/vendors/active').map(({ query }) => query)).toEqual([
    { showId: 'nlite', externalId: coachman.vendor.externalId },
  ]);
  await expect(vendorBox(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: 'PO Contains (Optional)' })).toContainText('None');
  await expect(page.getByText('quote.pdf')).toHaveCount(0);
  await expect(page.getByText('Not to be copied')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'PO Date' })).not.toHaveValue('10/01/2026');
});

test('PO-42: a duplicate does not copy a department that the user may not use', async () => {
  const source = draft();
  const { page, api } = await openNewOrder(
    {
      as: 'theodore',
      orders: [source],
      api: (fake) =>
        void fake.on(
          'GET /api/departments',
          departments.map((one) => ({ ...one, isActive: one.name !== 'Set Decoration' })),
        ),
    },
    copyOf(source),
  );
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await expect(vendorBox(page)).toHaveValue(source.vendor.name);
  await expect(page.getByRole('button', { name: 'Department' })).toContainText('Select');
  expect(api.calls('GET /api/departments').length).toBeGreaterThan(0);
});

test('PO-43: a duplicate does not copy codes that no longer exist', async () => {
  const source = draft({ lineItems: [line({ coding: { ACCOUNT: '2101' } })] });
  const { page, api } = await openNewOrder({ orders: [source] }, copyOf(source));
  await expect(section(page, 'Line Items')).toContainText('2101');
  api.on(
    'GET /api/coa/:license',
    chartOfAccounts.map((field) => ({
      ...field,
      account_parts: field.account_parts.filter(({ id_code: code }) => code !== '2101'),
    })),
  );
  await page.reload();
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await waitForForm(page, 'New Purchase Order');
  await expect(section(page, 'Line Items')).not.toContainText('2101');
});

for (const [rule, exists] of [
  ['copies a temporary vendor with a record', true],
  ['does not copy a temporary vendor without a record', false],
] as const)
  test(`PO-42, DEC-75: a duplicate ${rule}`, async () => {
    const { vendor } = draft();
    const made = {
      ...vendor,
      id: null,
      externalId: null,
      isTemporary: true,
      tempVendorId: 'temporary-welders',
      name: 'Riverside Welders',
      address: '4 Dock Road',
    };
    const source = { ...draft({ vendorAddress: null }), vendor: made };
    const { page } = await openNewOrder(
      {
        orders: [source],
        api: (fake) => {
          if (exists) fake.on('GET /api/vendors/:id', made);
        },
      },
      copyOf(source),
    );
    await expect(descriptionOf(page)).toHaveValue(source.description);
    await expect(vendorBox(page)).toHaveValue(exists ? 'Riverside Welders' : '');
    await expect(page.getByText('4 Dock Road')).toHaveCount(exists ? 1 : 0);
  });

test('PO-62: a duplicate of a missing order is an error', async () => {
  const { page } = await openApp('/po/create?duplicate=nlite_gone');
  await expect(page.getByText('Error loading purchase order.')).toBeVisible();
});

test('PO-42: a duplicate does not copy an inactive address and explains why', async () => {
  const { addresses } = show('nlite');
  const source = draft({ shipToAddressId: 'address-dock' });
  const { page } = await openNewOrder(
    {
      show: show('nlite', {
        addresses: addresses.map((one) => (one.id === 'address-dock' ? { ...one, isActive: false } : one)),
      }),
      orders: [source],
    },
    copyOf(source),
  );
  await expect(descriptionOf(page)).toHaveValue(source.description);
  await expect(page.getByRole('button', { name: 'Ship To' })).toContainText('None');
  await expect(section(page, 'Addresses')).toContainText(
    'The copied address is no longer in use. Choose another one or leave it empty.',
  );
});
