import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { show } from '../support/fixtures/shows.ts';
import { template, templates } from '../support/fixtures/workflow-templates.ts';
import { flowKinds, flowsPath, openFlows, serveFlows, stepAt } from '../support/pages/flows.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { waitForHeading, openSetup, save } from '../support/pages/setup.ts';

const [standard = template('PURCHASE_ORDER')] = templates;
const api = (fake: FakeApi) => void serveFlows(fake);
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Approval flow types' }).getByRole('tab');
const listing = 'GET /api/payment-workflow-template/listing';

test('SH-67, PE-09, DEC-65, DEC-92: each type of flow has a tab, whose list shows default, steps and documents in approval', async () => {
  const { page } = await openSetup(flowsPath, 'Approval Flows', { api });
  await expect(page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(tabs(page)).toHaveText(['Purchase Orders', 'Invoices', 'Payments']);
  for (const { tab, text } of flowKinds) {
    await tabs(page).filter({ hasText: text }).click();
    await expect(page).toHaveURL(`${flowsPath}?tab=${tab}`);
    await expect(tabs(page).filter({ hasText: text })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  }
  await expect(
    page.getByRole('row', { name: /Operating Account/ }).filter({ hasText: 'Union Pacific Trust' }),
  ).toBeVisible();
  await tabs(page).filter({ hasText: 'Purchase Orders' }).click();
  const row = page.getByRole('row', { name: /Standard Purchase Orders/ });
  await expect(row).toContainText('Default');
  await expect(row).toContainText('Department head › Line producer up to 25,000.00 › Executive producers');
  await expect(row.getByRole('gridcell').last()).toHaveText('12');
  await expect(page.getByRole('row', { name: /Rush Purchase Orders/ })).not.toContainText('Default');
  await row.click();
  await expect(page).toHaveURL(`${flowsPath}/purchase-orders/${standard.id}`);
  await waitForHeading(page, 'Standard Purchase Orders');
});

test('SH-67, PE-10, PE-11, PE-12: tabs depend on permissions and modules', async () => {
  const withoutModules = show('nlite', {
    settings: { invoiceModuleVisible: false, paymentModuleVisible: false },
  });
  const marcus = await openSetup(`${flowsPath}?tab=payments`, 'Approval Flows', { as: 'marcus', api });
  await expect(marcus.page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(tabs(marcus.page)).toHaveText(['Purchase Orders', 'Invoices']);
  const theodore = await openSetup(`${flowsPath}?tab=invoices`, 'Approval Flows', {
    as: 'theodore',
    show: withoutModules,
    api,
  });
  await expect(theodore.page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(tabs(theodore.page)).toHaveText(['Purchase Orders']);
  const dana = await openApp(`${flowsPath}?tab=purchase-orders`, { api });
  await expect(dana.page).not.toHaveURL(/\/setup\//);
});

test('DEC-92: a user with READ sees a flow in full and cannot change it', async () => {
  const { page } = await openFlows('purchase-orders', { as: 'marcus' });
  await expect(page.getByRole('link', { name: 'Add Approval Flow' })).toHaveCount(0);
  await page.getByRole('row', { name: /Standard Purchase Orders/ }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(standard.name);
  await expect(stepAt(page, 1).getByRole('row', { name: 'Marcus Oyelaran' })).toBeVisible();
  await expect(stepAt(page, 2).getByLabelText('Limit')).toHaveValue('25,000.00');
  const controls = page.locator('fieldset').first().locator('input, button, textarea');
  expect(controls.count()).toBeGreaterThan(15);
  expect(controls.elements().filter((control) => !control.matches(':disabled'))).toEqual([]);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await page.goto(`${flowsPath}/purchase-orders/create`);
  await expect(page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
});

test('MG-26: flows that fail to load show an error by type and load on the next try', async () => {
  let mend: () => void = () => undefined;
  const { page } = await openFlows('purchase-orders', {
    api: (fake) => {
      mend = fake.fail('GET /api/workflow-template', 'NOT_FOUND');
    },
  });
  const open = async (text: string) => tabs(page).filter({ hasText: text }).click();
  for (const text of ['Purchase Orders', 'Invoices']) {
    await open(text);
    await expect(page.getByRole('alert')).toContainText('Unable to retrieve workflows');
  }
  await open('Payments');
  await expect(page.getByRole('alert')).toContainText('Unable to retrieve payment workflow templates');
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /Operating Account/ })).toBeVisible();
});

test('MG-27, DEC-72: payment flows are refetched after five minutes and after a save', async () => {
  const { page, api: fake } = await openFlows('payments', { clock: true });
  const requestCount = () => fake.calls(listing).length;
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const visit = async (flow: string) => {
    await page.getByRole('row', { name: flow }).click();
    await expect(name).toHaveValue(flow);
    await page.getByRole('combobox', { name: 'Bank accounts' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.waitForIdle();
  };
  const back = async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await waitForHeading(page, 'Approval Flows');
  };
  await visit('Operating Account');
  await back();
  page.clock.fastForward(280_000);
  await visit('Foreign Account');
  await back();
  expect(requestCount()).toBe(1);
  page.clock.fastForward(30_000);
  await visit('Operating Account');
  await expect.poll(requestCount).toBe(2);
  await name.fill('Operating Account II');
  await save(page);
  await expect(page.getByText('Approval flow Operating Account II saved.')).toBeVisible();
  await visit('Operating Account II');
  await expect.poll(requestCount).toBe(3);
});
