import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../../support/expect.ts';
import type { FakeApi } from '../../support/api/fake-api.ts';
import { invoice } from '../../support/fixtures/invoices.ts';
import {
  fieldOf,
  fillInvoiceHead,
  invoiceHead,
  openInvoice,
  openNewInvoice,
  saveAndReview,
  typeLine,
} from '../../support/pages/forms.ts';
import type { App } from '../../support/open-app.ts';
import type { Page } from '../../support/page.ts';

const create = 'POST /api/invoices';
const update = 'PUT /api/invoices/:id';
const said = 'An invoice with this number already exists for this vendor.';

/** The vendor has used the number: only a save that insists on it succeeds. */
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

async function insist(page: Page, reason: string): Promise<void> {
  await page.getByRole('alert').getByRole('button', { name: 'Save anyway' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save anyway?' });
  await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
}

test('IN-16, IN-17, DEC-37: a number that the vendor has used is an error in the form, and saved for a reason', async () => {
  const used = invoice({ number: 'INV-4711' });
  const { page, api, world } = await openNewInvoice({ invoices: [used] });
  refuseNumber(api, world);
  const typed = ' inv-4711 ';
  await fillInvoiceHead(page, { number: typed });
  await typeLine(page, 1, { Description: 'Brass lamps', Amount: '300' });
  await saveAndReview(page);
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('listitem')).toContainText([said]);
  await expect(fieldOf(page, 'number')).toContainText(said);
  // The form alone shows it.
  await expect(page.getByText('could not be saved')).toHaveCount(0);
  await expect(page.getByText(said)).toHaveCount(2);
  // Another number is another invoice; the first one is an error again.
  await invoiceHead(page).number.fill('INV-4711-2');
  await expect(summary).toHaveCount(0);
  await invoiceHead(page).number.fill(typed);
  await insist(page, 'The vendor uses each number twice');
  await expect(page).toHaveURL(/^\/invoice\/review\/[^/]+\/creator$/);
  const [, sent] = api.calls(create);
  expect(sent?.query['overrideDuplicateValidation']).toBe('true');
  expect(sent?.body.duplicateReason).toBe('The vendor uses each number twice');
});

test('IN-16, IN-17: the number of another invoice is refused on a save of a stored one, too, and saved for a reason', async () => {
  const [used, own] = [invoice(), invoice()];
  const { page, api, world } = await openInvoice(own, { invoices: [used] });
  refuseNumber(api, world);
  await invoiceHead(page).number.fill(used.number);
  await saveAndReview(page);
  await insist(page, 'Corrected bill');
  await expect(page).toHaveURL(`/invoice/review/${own.id}/creator`);
  const [, sent] = api.calls(update);
  expect([sent?.body.number, sent?.body.duplicateReason]).toEqual([used.number, 'Corrected bill']);
});

test('IN-17, DEC-37: the review shows why an invoice has the number of another one', async () => {
  const own = invoice({ duplicateReason: 'The vendor uses each number twice' });
  const { page } = await openInvoice(own);
  await page.goto(`/invoice/review/${own.id}/creator`);
  await expect(page.getByRole('region', { name: 'Possible Duplicate' })).toContainText(
    'The vendor uses each number twice',
  );
});
