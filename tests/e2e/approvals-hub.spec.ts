import type { Page } from '@playwright/test';
import { submittedInvoice } from './support/invoices.ts';
import { listCalls, openList, rowOf } from './support/lists.ts';
import { submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('persona'));
const chosen = (page: Page) => page.getByRole('tab', { selected: true });

test('SH-14, SH-15, SH-17, SH-19, SH-20: a tab for each type of document, each with an address of its own', async ({
  as,
}) => {
  const { page } = await as('priya');
  const calls = {
    orders: listCalls(page),
    invoices: listCalls(page, 'INVOICE'),
    payments: listCalls(page, 'PAYMENT'),
  };
  await page.goto('/po');
  await page.evaluate(() => localStorage.setItem('persona', 'CREATOR'));
  await openList(page, '/approvals');
  await expect(page.getByRole('tab')).toHaveText([/^Purchase Orders/, /^Invoices/, /^Payments/]);
  await expect(chosen(page)).toHaveText(/^Purchase Orders/);
  await expect(page.getByRole('grid', { name: 'Purchase orders' })).toBeVisible();
  expect(calls.orders.at(-1)?.persona).toBe('APPROVER');
  await expect.poll(() => kept(page)).toBe('APPROVER');

  await page.getByRole('tab', { name: /^Invoices/ }).click();
  await expect(page).toHaveURL('/approvals/invoices');
  await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible();
  await expect.poll(() => calls.invoices.at(-1)?.persona).toBe('APPROVER');
  await page.getByRole('tab', { name: /^Payments/ }).click();
  await expect(page).toHaveURL('/approvals/payments');
  await expect(page.getByRole('grid', { name: 'Payments' })).toBeVisible();
  await expect.poll(() => calls.payments.at(-1)?.persona).toBe('APPROVER');
  await page.goBack();
  await expect(chosen(page)).toHaveText(/^Invoices/);

  // Every address below the hub, and what it opens.
  const addresses = {
    '/approvals/payments': /^Payments/,
    '/approvals/invoices': /^Invoices/,
    '/approvals/purchase-orders': /^Purchase Orders/,
    '/approvals/anything': /^Purchase Orders/,
  };
  for (const [address, tab] of Object.entries(addresses)) {
    await page.evaluate(() => localStorage.setItem('persona', 'CREATOR'));
    await page.goto(address);
    await expect(chosen(page)).toHaveText(tab);
    await expect.poll(() => kept(page)).toBe('APPROVER');
  }
});

test('SH-54, SH-62: the tabs lead from list to list; nothing of one stays in the next', async ({ as }) => {
  const { page } = await as('priya');
  const invoiceCalls = listCalls(page, 'INVOICE');
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await openList(page, '/invoice?status=all&from=2026-01-01&number=1', 'INVOICE');
  await expect(tab('Invoices')).toHaveAttribute('aria-current', 'page');
  await tab('Payments').click();
  await expect(page).toHaveURL('/payment');
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await expect(tab('Payments')).toHaveAttribute('aria-current', 'page');
  await tab('Approvals').click();
  await page.getByRole('tab', { name: /^Invoices/ }).click();
  await expect.poll(() => invoiceCalls.at(-1)?.persona).toBe('APPROVER');
  expect(invoiceCalls.at(-1)).toMatchObject({ page: 1, filters: { numbers: [], dateRange: null } });
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('Pending Approval');
  await tab('Invoices').click();
  await expect(page).toHaveURL('/invoice');
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('In Progress');
});

test('SH-14, DEC-100: each tab counts what waits, and all of it stands at Approvals', async ({
  as,
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([apiOf('elena'), as('inez.calloway')]);
  const { page } = inez;
  await openList(page, '/approvals/invoices', 'INVOICE');
  const numberIn = async (name: string | RegExp, role: 'tab' | 'link') =>
    Number(/\d+/.exec(await page.getByRole(role, { name }).first().innerText())?.[0] ?? 0);
  const invoice = await submittedInvoice(elena);
  // The list and its number hear of it without a reload.
  await expect(rowOf(page, invoice)).toBeVisible();
  await expect.poll(() => numberIn(/^Invoices/, 'tab')).toBeGreaterThan(0);
  const counts = async () => {
    const { awaitingApproval } = await inez.api.get<{ awaitingApproval: Record<string, number> }>(
      '/api/users/meta?show=nlite&st=0',
    );
    return awaitingApproval;
  };
  await expect(async () => {
    const { po = 0, invoice: invoices = 0, payment = 0 } = await counts();
    expect(await numberIn(/^Invoices/, 'tab')).toBe(invoices);
    expect(await numberIn(/^Approvals/, 'link')).toBe(po + invoices + payment);
  }).toPass();
});

test('SH-33, DEC-14: above the tabs, users who approve nothing find their own documents, those sent back first', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = [await as('dana'), await apiOf('marcus')];
  const { page } = dana;
  const returned = await submitted(dana);
  await submitted(dana);
  await marcus.api.post('/api/workflows/revision', {
    docId: returned.id,
    docType: 'PO',
    showId: 'nlite',
    workflowStepId: returned.workflow?.currentStep?.id,
    reason: 'Which chairs?',
  });
  await openList(page, '/approvals');
  const own = page.getByRole('region', { name: /^Your documents/ });
  const rows = own.getByRole('listitem');
  await expect(rows.first()).toContainText('Needs revision');
  const [above, tabs] = [await own.boundingBox(), await page.getByRole('tablist').boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/po\/edit\//);
});

test('SH-33: administrators find above the tabs what needs them in the open show', async ({ as }) => {
  const { page } = await as('sam');
  await openList(page, '/approvals');
  await expect(page.getByRole('link', { name: 'Open Health' })).toHaveAttribute(
    'href',
    '/setup/health/nlite',
  );
  // Who does not look after the show is not asked to.
  const { page: other } = await as('marcus');
  await openList(other, '/approvals');
  await expect(other.getByRole('link', { name: 'Open Health' })).toBeHidden();
});
