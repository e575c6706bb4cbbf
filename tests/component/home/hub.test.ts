import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { healthOf } from '../support/fixtures/health.ts';
import { homeOf } from '../support/fixtures/home.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { sentBackOrder, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { shows } from '../support/fixtures/shows.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const persona = (page: Page) => page.window.localStorage.getItem('persona');
const selectedTab = (page: Page) => page.getByRole('tab', { selected: true });
const mainLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('SH-14, SH-17, SH-19, SH-20: the hub has a tab with its own address for each type of document', async () => {
  const { page, api } = await openList('/approvals', { as: 'priya' });
  await expect(page.getByRole('tab')).toHaveText([/^Purchase Orders/, /^Invoices/, /^Payments/]);
  await expect(selectedTab(page)).toHaveText(/^Purchase Orders/);
  await expect(page.getByRole('grid', { name: 'Purchase orders' })).toBeVisible();
  expect(api.calls('POST /api/pos/filter').at(-1)?.query['persona']).toBe('APPROVER');

  await page.getByRole('tab', { name: /^Invoices/ }).click();
  await expect(page).toHaveURL('/approvals/invoices');
  await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible();
  await expect.poll(() => api.calls('POST /api/invoices/filter').at(-1)?.query['persona']).toBe('APPROVER');
  await page.getByRole('tab', { name: /^Payments/ }).click();
  await expect(page).toHaveURL('/approvals/payments');
  await expect(page.getByRole('grid', { name: 'Payments' })).toBeVisible();
  await expect.poll(() => api.calls('POST /api/payments/filter').at(-1)?.query['persona']).toBe('APPROVER');
  page.goBack();
  await expect(selectedTab(page)).toHaveText(/^Invoices/);
});

test('SH-14, SH-15: each address below the hub opens its tab and sets the approver persona', async () => {
  const { page } = await openList('/po', { as: 'priya' });
  for (const [address, tab] of [
    ['/approvals', /^Purchase Orders/],
    ['/approvals/payments', /^Payments/],
    ['/approvals/invoices', /^Invoices/],
    ['/approvals/purchase-orders', /^Purchase Orders/],
    ['/approvals/anything', /^Purchase Orders/],
  ] as const) {
    page.window.localStorage.setItem('persona', 'CREATOR');
    await page.goto(address);
    await expect(selectedTab(page)).toHaveText(tab);
    await expect.poll(() => persona(page)).toBe('APPROVER');
  }
});

test('SH-54, SH-62: filters and status of one list do not carry over to the next tab', async () => {
  const { page, api } = await openList('/invoice?status=all&from=2026-01-01&number=1', { as: 'priya' });
  const current = (name: string) => expect(mainLink(page, name)).toHaveAttribute('aria-current', 'page');
  const lastCall = () => api.calls('POST /api/invoices/filter').at(-1);
  await current('Invoices');
  await mainLink(page, 'Payments').click();
  await expect(page).toHaveURL('/payment');
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await current('Payments');
  await mainLink(page, /^Approvals/).click();
  await page.getByRole('tab', { name: /^Invoices/ }).click();
  await expect.poll(() => lastCall()?.query['persona']).toBe('APPROVER');
  expect(lastCall()?.query['page']).toBe('1');
  expect(lastCall()?.body).toMatchObject({ numbers: [], dateRange: null });
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('Pending Approval');
  await mainLink(page, 'Invoices').click();
  await expect(page).toHaveURL('/invoice');
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('In Progress');
});

test('SH-14: arrow keys move between the tabs of the hub, Enter or Space opens one', async () => {
  const { page } = await openList('/approvals', { as: 'priya' });
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  await selectedTab(page).press('ArrowRight');
  await expect(tab(/^Invoices/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(tab(/^Payments/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab(/^Purchase Orders/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(selectedTab(page)).toHaveText(/^Purchase Orders/);
  await page.keyboard.press(' ');
  await expect(selectedTab(page)).toHaveText(/^Payments/);
  await expect(page).toHaveURL('/approvals/payments');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/approvals/purchase-orders');
  await expect(page.getByRole('tabpanel', { name: /^Purchase Orders/ })).toBeVisible();
});

test('SH-14, DEC-100: each tab counts its waiting documents, Approvals counts all, and both update live', async () => {
  const [invoice, nextInvoice] = [submittedInvoice(), submittedInvoice()];
  const { page, world, channel } = await openList('/approvals/invoices', {
    as: 'marcus',
    orders: [submittedOrder(), submittedOrder()],
    invoices: [invoice],
    payments: [submittedPayment()],
  });
  const invoiceTab = page.getByRole('tab', { name: /^Invoices/ });
  await expect(invoiceTab).toContainText('1 waiting for you');
  await expect(mainLink(page, /^Approvals/)).toContainText('4');
  await channel.whenOpen();
  world.invoices = [nextInvoice, invoice];
  channel.push('document_changed', { ...nextInvoice, docType: 'INVOICE' });
  await expect(rowOf(page, nextInvoice)).toBeVisible();
  await expect(invoiceTab).toContainText('2 waiting for you');
  await expect(mainLink(page, /^Approvals/)).toContainText('5');
});

test('SH-33, DEC-14: a user who is no approver sees their own documents above the tabs', async () => {
  const [back, waiting] = [sentBackOrder(), submittedOrder()];
  const { page } = await openList('/approvals', {
    orders: [back, waiting],
    api: (api, world) => api.on('GET /api/home', () => homeOf(world.person, world)),
  });
  const ownDocuments = page.getByRole('region', { name: /^Your documents/ });
  const rows = ownDocuments.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Needs revision');
  const { y, height } = await ownDocuments.boundingBox();
  expect(y + height).toBeLessThanOrEqual((await page.getByRole('tablist').boundingBox()).y);
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(`/po/edit/${back.id}`);
});

for (const [as, isManager] of [
  ['sam', true],
  ['marcus', false],
] as const)
  test(`SH-33: ${as}, who ${isManager ? 'manages the show, sees a link to Health' : 'does not manage the show, sees no link to Health'}`, async () => {
    const { page, api } = await openList('/approvals', {
      as,
      api: (fake) => fake.on('GET /api/health/:id', healthOf(shows.nlite, { level: 'attention' })),
    });
    const link = page.getByRole('link', { name: 'Open Health' });
    if (isManager) await expect(link).toHaveAttribute('href', '/setup/health/nlite');
    await page.waitForIdle();
    await expect(link).toHaveCount(isManager ? 1 : 0);
    expect(api.calls('GET /api/health/:id').length > 0).toBe(isManager);
  });

test('HOME-09: the line about Health has its gravest finding', async () => {
  const health = healthOf(shows.nlite, { level: 'trouble', findings: ['failures', 'failed_to_send'] });
  const { page } = await openList('/approvals', {
    as: 'sam',
    api: (fake) => fake.on('GET /api/health/:id', health),
  });
  const link = page.getByRole('link', { name: 'Open Health' });
  await expect(link).toHaveText('Open HealthSomething failed and was given up.');
});
