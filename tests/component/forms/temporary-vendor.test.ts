import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { stubUploads, chooseFiles, textFile } from '../support/files.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { coachman, foxglove } from '../support/fixtures/vendors.ts';
import {
  descriptionOf,
  fieldOf,
  openStoredOrder,
  openNewOrder,
  pick,
  saveAndReview,
  section,
  typeLine,
  vendorBox,
} from '../support/pages/forms.ts';
import type { Page } from '../support/page.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const block = (page: Page) => section(page, 'Vendor');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Temporary Vendor' });
const update = 'PUT /api/pos/:id';

/** Returns a draft of a temporary vendor. */
function ofTemporaryVendor(): PurchaseOrder {
  const order = draft({ vendorAddress: null });
  const vendor: PurchaseOrder['vendor'] = {
    ...order.vendor,
    id: null,
    externalId: null,
    number: '',
    isTemporary: true,
    tempVendorId: 'temporary-welders',
    name: 'Riverside Welders',
    address: '4 Dock Road',
    contact: 'Ada Quint',
    phoneNumber: '555 0101',
  };
  return { ...order, vendor };
}

test('VE-07, VE-11, VE-12, VE-13, VE-14: Apply is enabled with a name, a street address and a valid e-mail address', async () => {
  const { page } = await openNewOrder({ api: stubUploads });
  await vendorBox(page).click();
  await vendorBox(page).fill('Quayside');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.getByRole('option', { name: "Can't find vendor? Create Temporary Vendor" }).click();
  const dialog = dialogOf(page);
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await expect(field('Vendor Name')).toHaveValue('Quayside');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  await field('Street Address').fill('   ');
  await expect(apply).toBeDisabled();
  await field('Street Address').fill('4 Dock Road');
  await expect(apply).toBeEnabled();
  await field('Email Address').fill('nobody');
  await expect(apply).toBeDisabled();
  await field('Email Address').fill('ada@riverside.example');
  await expect(apply).toBeEnabled();
  const note = field('Note to Accountant');
  await note.fill('n'.repeat(160));
  await expect(note).toHaveValue('n'.repeat(150));
  await expect(dialog).toContainText('150/150');
});

test('VE-04, VE-08, VE-14, DEC-34: a temporary vendor is shown in the form and saved with the PO', async () => {
  const { page, api } = await openNewOrder({ api: stubUploads });
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = dialogOf(page);
  for (const [name, text] of [
    ['Vendor Name', 'Quayside'],
    ['Street Address', '4 Dock Road'],
    ['Email Address', 'ada@riverside.example'],
    ['Contact Name', 'Ada Quint'],
    ['Phone Number', '555 0101'],
    ['Share with Accountant (Email)', 'elena@backlot.example'],
    ['Note to Accountant', 'New this year'],
  ] as const)
    await dialog.getByRole('textbox', { name }).fill(text);
  await dialog.getByText('Related Party').click();
  await chooseFiles(page, [textFile('w9.pdf')], dialog.locator('input[type=file]'));
  await expect(dialog.getByText('w9.pdf')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Apply' }).click();

  await expect(vendorBox(page)).toHaveValue('Quayside');
  for (const [hasText, fact] of [
    ['Street Address', '4 Dock Road'],
    ['Related Party', 'Yes'],
    ['Contact Name', 'Ada Quint'],
    ['Email Address', 'ada@riverside.example'],
    ['Phone Number', '555 0101'],
    ['Vendor Tax Form(s)', 'w9.pdf'],
  ] as const)
    await expect(block(page).locator('dl > div').filter({ hasText })).toContainText(fact);
  await expect(block(page).getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await descriptionOf(page).fill('Gates');
  await pick(page, 'Company', /Northern Lights Productions/);
  await typeLine(page, 1, { Description: 'Gate', 'Unit Cost': '10' });
  await saveAndReview(page);
  await expect(page).toHaveURL(/\/po\/review\//);
  expect(api.calls('POST /files/:owner/attachment').map(({ params }) => params['owner'])).toEqual(['vendor']);
  expect(api.calls('POST /api/pos').map(({ body }) => body.vendor)).toEqual([
    expect.objectContaining({
      name: 'Quayside',
      address: '4 Dock Road',
      isTemporary: true,
      isRelatedParty: true,
      attachments: [{ attachmentId: 'upload-1', label: 'w9.pdf' }],
      shareEmail: 'elena@backlot.example',
      shareNote: 'New this year',
    }),
  ]);
});

test('VE-07: a new temporary vendor clears the unfinished text of the vendor search', async () => {
  const { page } = await openNewOrder();
  await vendorBox(page).click();
  await vendorBox(page).fill('co');
  await expect(page.getByRole('option', { name: coachman.vendor.name })).toBeVisible();
  await expect(page.getByRole('option', { name: foxglove.vendor.name })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Several fit “co”.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('Stonecutters');
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('4 Dock Road');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(vendorBox(page)).toHaveValue('Stonecutters');
  await expect(page.getByText('Several fit “co”.')).toBeHidden();
});

for (const [rule, isNew, sent] of [
  [
    'an edited temporary vendor changes its record',
    false,
    { updateTempVendor: true, tempVendorId: 'temporary-welders' },
  ],
  [
    'a temporary vendor that is saved as a new one leaves its record',
    true,
    { updateTempVendor: false, tempVendorId: null },
  ],
] as const)
  test(`VE-15: ${rule}`, async () => {
    const { page, api } = await openStoredOrder(ofTemporaryVendor());
    await block(page).getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('textbox', { name: 'Street Address' }).fill('9 New Road');
    if (isNew) await dialog.getByText('Save as a new temporary vendor').click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await saveAndReview(page);
    await expect(page).toHaveURL(/\/po\/review\//);
    expect(api.calls(update).map(({ body }) => body.vendor)).toEqual([
      expect.objectContaining({ ...sent, address: '9 New Road' }),
    ]);
  });

test('VE-27, VE-15, DEC-34: the dialog announces before Apply that a separate vendor will be created', async () => {
  const { page, api } = await openStoredOrder(ofTemporaryVendor());
  api.on('GET /api/vendors/:id/open-documents', { others: 1, canEditAll: false });
  await block(page).getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toHaveText(
    '1 other open document uses this vendor, and you cannot edit all of them. A separate temporary vendor will be made for this document.',
  );
  await expect(dialog.getByText('Save as a new temporary vendor')).toHaveCount(0);
});

test('VE-27, DEC-34: the dialog counts the other documents that change when the user may edit all of them', async () => {
  const order = ofTemporaryVendor();
  const { page, api } = await openStoredOrder(order);
  api.on('GET /api/vendors/:id/open-documents', { others: 1, canEditAll: true });
  await block(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(dialogOf(page)).toContainText('Otherwise the vendor also changes on 1 other open document.');
  const [asked] = api.calls('GET /api/vendors/:id/open-documents');
  expect([asked?.params['id'], asked?.query['documentId']]).toEqual(['temporary-welders', order.id]);
});

test('VE-07, VE-16, DEC-34: a vendor has at most five tax forms, and a removed one is deleted', async () => {
  const { page, api } = await openNewOrder({ api: stubUploads });
  await expect(block(page).getByText("Can't find vendor?")).toBeVisible();
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = dialogOf(page);
  const input = dialog.locator('input[type=file]');
  await chooseFiles(
    page,
    [1, 2, 3, 4, 5, 6].map((at) => textFile(`form-${at}.pdf`)),
    input,
  );
  await expect(dialog.getByText('form-5.pdf')).toBeVisible();
  await expect(dialog.getByText('form-6.pdf')).toHaveCount(0);
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove form-2.pdf' }).click();
  await expect(dialog.getByText('form-2.pdf')).toHaveCount(0);
  expect(api.calls('DELETE /files/vendor-attachment/:id').map(({ params }) => params['id'])).toEqual([
    'upload-2',
  ]);
  // The removal allows another file.
  await chooseFiles(page, [textFile('form-7.pdf')], input);
  await expect(dialog.getByText('form-7.pdf')).toBeVisible();
});

test('VE-17: a temporary vendor that the server rejects is an error at the vendor field', async () => {
  const { page, api } = await openStoredOrder(ofTemporaryVendor());
  api.fail(update, 'INVALID_TEMP_VENDOR');
  await saveAndReview(page);
  await expect(fieldOf(page, 'vendor')).toContainText('Temporary vendor values are invalid or missing.');
});

test('VE-12, VE-13: a click beside the dialog keeps it open; Escape and Cancel close it', async () => {
  const { page } = await openNewOrder();
  const dialog = dialogOf(page);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
    await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('Corner Hardware');
    await page.mouse.move(10, 450);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForIdle();
    await expect(dialog.getByRole('textbox', { name: 'Vendor Name' })).toHaveValue('Corner Hardware');
    await close();
    await expect(dialog).toHaveCount(0);
  }
});
