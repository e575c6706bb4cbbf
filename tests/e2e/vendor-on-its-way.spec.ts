import type { Page } from '@playwright/test';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { openEdit, pick, saveAs } from './support/form.ts';
import { listCalls, openFilters, openList, takeFilter } from './support/lists.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

const vendor = '**/api/vendors/*?showId=*';

/** What is chosen from now on stays on its way until it is let go, or told not to be had. */
async function heldVendors(page: Page): Promise<(ends: 'comes' | 'fails') => void> {
  const held = Promise.withResolvers<'comes' | 'fails'>();
  await page.route(vendor, async (route) => {
    if ((await held.promise) === 'comes') return route.continue();
    return route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } });
  });
  return held.resolve;
}

async function offerVendor(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Vendor Name' });
  await box.click();
  await box.fill(name.slice(0, 8));
  await page.getByRole('option', { name }).first().click();
  await expect(box).toHaveValue(name);
}

test('PO-12, VE-03: a save waits for the vendor that its box names, and is not sent without it', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(new URL(request.url()).pathname);
  });
  await openEdit(page, order.id);
  const refuse = await heldVendors(page);
  await offerVendor(page, 'Coachman Trailers');
  await saveAs(page, 'Save as Draft');
  await expect(page.getByRole('button', { name: 'Save...' })).toBeDisabled();
  refuse('fails');
  await expect(page.getByText('Error loading vendor data')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue(order.vendor.name);
  expect(saves).toEqual([]);

  await page.unroute(vendor);
  const letGo = await heldVendors(page);
  await offerVendor(page, 'Coachman Trailers');
  await saveAs(page, 'Save as Draft');
  await expect(page.getByRole('button', { name: 'Save...' })).toBeDisabled();
  letGo('comes');
  // What is judged is the vendor that came, which has two addresses.
  await expect(page.getByText('Please select a vendor address.').first()).toBeVisible();
  expect(saves).toEqual([]);
  await pick(page, 'Vendor Address', /\d/);
  await saveAs(page, 'Save as Draft');
  await expect(page).toHaveURL(/\/po$/);
  const saved = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect(saved.vendor.name).toBe('Coachman Trailers');
});

test('DEC-95: a save waits for the only address of the vendor, too', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openEdit(page, order.id);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/vendors/*/details?*', async (route) => {
    await held.promise;
    return route.continue();
  });
  await offerVendor(page, 'Peregrine Wigs');
  await saveAs(page, 'Save as Draft');
  await expect(page.getByRole('button', { name: 'Save...' })).toBeDisabled();
  held.resolve(undefined);
  await expect(page).toHaveURL(/\/po$/);
  const saved = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect([saved.vendor.name, saved.vendorAddress?.address]).toEqual([
    'Peregrine Wigs',
    expect.stringMatching(/\d/),
  ]);
});

test('LS-30, LS-37: filters are applied with the vendor that is still on its way, and not at all without it', async ({
  as,
}) => {
  const { page } = await as('sam');
  const calls = listCalls(page);
  const named = () => calls.flatMap(({ filters }) => (filters.vendorData ?? []).map(({ name }) => name));
  await openList(page, '/po');
  const panel = await openFilters(page);
  const apply = panel.getByRole('button', { name: 'Apply' });
  const refuse = await heldVendors(page);
  await takeFilter(page, 'Vendor', 'Foxglove', 'Foxglove Sign Company');
  await apply.click();
  await expect(apply).toHaveAttribute('aria-busy', 'true');
  refuse('fails');
  await expect(page.getByText('Error retrieving vendor list.')).toBeVisible();
  await expect(apply).not.toHaveAttribute('aria-busy');
  await expect(panel).toBeVisible();
  expect(named()).toEqual([]);

  await page.unroute(vendor);
  const letGo = await heldVendors(page);
  await takeFilter(page, 'Vendor', 'Foxglove', 'Foxglove Sign Company');
  await apply.click();
  letGo('comes');
  await expect(panel).toBeHidden();
  await expect.poll(() => named().at(-1)).toBe('Foxglove Sign Company');
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('1');

  // A panel that is left applies nothing, whatever comes later.
  await page.unroute(vendor);
  const tooLate = await heldVendors(page);
  await openFilters(page);
  await takeFilter(page, 'Vendor', 'Coachman', 'Coachman Trailers');
  await apply.click();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  const answer = page.waitForResponse(vendor);
  tooLate('comes');
  await answer;
  await settled(page);
  await expect(panel).toBeHidden();
  expect(named()).not.toContain('Coachman Trailers');
});
