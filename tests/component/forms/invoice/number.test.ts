import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../../support/expect.ts';
import type { FakeApi } from '../../support/api/fake-api.ts';
import { invoice } from '../../support/fixtures/invoices.ts';
import {
  fieldOf,
  fillInvoiceHeader,
  invoiceHeader,
  openStoredInvoice,
  openNewInvoice,
  saveAndReview,
  typeLine,
} from '../../support/pages/forms.ts';
import type { App } from '../../support/open-app.ts';
import type { Page } from '../../support/page.ts';

const create = 'POST /api/invoices';
const update = 'PUT /api/invoices/:id';
const duplicateMessage = 'An invoice with this number already exists for this vendor.';

/** Stubs saves that reject the number as a duplicate unless they have a reason. */
function refuseNumber(api: FakeApi, world: App['world']): void {
  const stored = (id: string | undefined) => {
    const [first = invoice()] = world.invoices;
    return world.invoices.find((one) => one.id === id) ?? first;
  };
  for (const route of [create, update] as const)
    api.on(route, ({ query, params, body }) => {
      if (query['overrideDuplicateValidation'] !== 'true') throw new Refusal('duplicate_vendor_invoice_id');
      return { ...stored(params['id']), number: body.number?.trim() ?? '' };
    });
}

async function saveWithReason(page: Page, reason: string): Promise<void> {
  await page.getByRole('alert').getByRole('button', { name: 'Save anyway' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save anyway?' });
  await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
}

test('IN-16, IN-17, DEC-37: a number that the vendor has used is an error in the form until the user gives a reason', async () => {
  const existing = invoice({ number: 'INV-4711' });
  const { page, api, world } = await openNewInvoice({ invoices: [existing] });
  refuseNumber(api, world);
  const typedNumber = ' inv-4711 ';
  await fillInvoiceHeader(page, { number: typedNumber });
  await typeLine(page, 1, { Description: 'Brass lamps', Amount: '300' });
  await saveAndReview(page);
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('listitem')).toContainText([duplicateMessage]);
  await expect(fieldOf(page, 'number')).toContainText(duplicateMessage);
  // Only the form shows the error; there is no banner.
  await expect(page.getByText('could not be saved')).toHaveCount(0);
  await expect(page.getByText(duplicateMessage)).toHaveCount(2);
  // Another number drops the reason, so the first number is an error again.
  await invoiceHeader(page).number.fill('INV-4711-2');
  await expect(summary).toHaveCount(0);
  await invoiceHeader(page).number.fill(typedNumber);
  await saveWithReason(page, 'The vendor uses each number twice');
  await expect(page).toHaveURL(/^\/invoice\/review\/[^/]+\/creator$/);
  const [, sent] = api.calls(create);
  expect(sent?.query['overrideDuplicateValidation']).toBe('true');
  expect(sent?.body.duplicateReason).toBe('The vendor uses each number twice');
});

test('IN-16, IN-17: a stored invoice may take the number of another one only with a reason', async () => {
  const [existing, storedInvoice] = [invoice(), invoice()];
  const { page, api, world } = await openStoredInvoice(storedInvoice, { invoices: [existing] });
  refuseNumber(api, world);
  await invoiceHeader(page).number.fill(existing.number);
  await saveAndReview(page);
  await saveWithReason(page, 'Corrected bill');
  await expect(page).toHaveURL(`/invoice/review/${storedInvoice.id}/creator`);
  const [, sent] = api.calls(update);
  expect([sent?.body.number, sent?.body.duplicateReason]).toEqual([existing.number, 'Corrected bill']);
});

test('IN-17, DEC-37: the review shows the reason for a duplicate invoice number', async () => {
  const storedInvoice = invoice({ duplicateReason: 'The vendor uses each number twice' });
  const { page } = await openStoredInvoice(storedInvoice);
  await page.goto(`/invoice/review/${storedInvoice.id}/creator`);
  await expect(page.getByRole('region', { name: 'Possible Duplicate' })).toContainText(
    'The vendor uses each number twice',
  );
});
