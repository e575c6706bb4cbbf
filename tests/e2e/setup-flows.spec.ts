import { blockChannel } from './support/export.ts';
import { flowKinds, flowsPath, openFlow, openFlows, ownFlow, stepAt, storedFlow } from './support/flows.ts';
import { expect, test } from './support/product.ts';
import { askedBy } from './support/quiet.ts';
import { expectSound } from './support/sound.ts';

test('SH-67, PE-09, PE-10, PE-11, PE-12: a tab per type, as the rights and the modules allow', async ({
  as,
}) => {
  const [sam, marcus, theodore, dana] = await Promise.all([
    as('sam'),
    as('marcus'),
    as('theodore', { show: 'lowgravity' }),
    as('dana'),
  ]);
  const tabs = (page: typeof sam.page) =>
    page.getByRole('tablist', { name: 'Approval flow types' }).getByRole('tab');

  await sam.page.goto(flowsPath);
  await expect(sam.page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(tabs(sam.page)).toHaveText(['Purchase Orders', 'Invoices', 'Payments']);
  for (const { tab, text } of flowKinds) {
    await tabs(sam.page).filter({ hasText: text }).click();
    await expect(sam.page).toHaveURL(`${flowsPath}?tab=${tab}`);
    await expect(tabs(sam.page).filter({ hasText: text })).toHaveAttribute('aria-selected', 'true');
    await expect(sam.page.getByRole('row').nth(1)).toBeVisible();
  }
  await expect(
    sam.page.getByRole('row', { name: /Operating Account/ }).filter({ hasText: 'Union Pacific Trust' }),
  ).toBeVisible();

  await marcus.page.goto(`${flowsPath}?tab=payments`);
  await expect(marcus.page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(tabs(marcus.page)).toHaveText(['Purchase Orders', 'Invoices']);

  await theodore.page.goto(`${flowsPath}?tab=invoices`);
  await expect(theodore.page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await expect(tabs(theodore.page)).toHaveText(['Purchase Orders']);

  await dana.page.goto(`${flowsPath}?tab=purchase-orders`);
  await expect(dana.page).not.toHaveURL(/\/setup\//);
});

test('DEC-92, DEC-65: the list says name, default, steps, bank accounts and what is in approval', async ({
  as,
}) => {
  const { page, api } = await as('sam');
  const stored = await storedFlow(api, 'Standard Purchase Orders');
  await openFlows(page, 'purchase-orders');
  const row = page.getByRole('row', { name: /Standard Purchase Orders/ });
  await expect(row).toContainText('Default');
  await expect(row).toContainText('Department head › Line producer up to 25,000.00 › Executive producers');
  await expect(row.getByRole('gridcell').last()).toHaveText(/^\d+$/);
  expect(stored.itemsInProgress).toBeGreaterThan(0);
  await expect(page.getByRole('row', { name: /Rush Purchase Orders/ })).not.toContainText('Default');
  await row.click();
  await expect(page).toHaveURL(`${flowsPath}/purchase-orders/${stored.id}`);
  await expect(page.getByRole('heading', { name: 'Standard Purchase Orders' })).toBeVisible();
});

test('DEC-92: with READ everything is visible and nothing can be changed', async ({ as, apiOf }) => {
  const [{ page }, sam] = await Promise.all([as('marcus'), apiOf('sam')]);
  const stored = await storedFlow(sam.api, 'Standard Purchase Orders');
  await openFlows(page, 'purchase-orders');
  await expect(page.getByRole('link', { name: 'Add Approval Flow' })).toHaveCount(0);
  await openFlow(page, 'purchase-orders', stored);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Standard Purchase Orders',
  );
  await expect(stepAt(page, 1).getByRole('row', { name: 'Marcus Oyelaran' })).toBeVisible();
  await expect(stepAt(page, 2).getByLabel('Limit')).toHaveValue('25,000.00');
  const controls = page.locator('fieldset').first().locator('input, button, textarea');
  expect(await controls.count()).toBeGreaterThan(20);
  expect(await controls.evaluateAll((all) => all.filter((one) => !one.matches(':disabled')).length)).toBe(0);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
  await page.goto(`${flowsPath}/purchase-orders/create`);
  await expect(page).toHaveURL(`${flowsPath}?tab=purchase-orders`);
});

test('MG-26: flows that cannot be had are told of by type, and asked for again', async ({ as }) => {
  const { page } = await as('sam');
  await page.route('**/api/workflow-template?**', (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }),
  );
  for (const tab of ['purchase-orders', 'invoices'] as const) {
    await openFlows(page, tab);
    await expect(page.getByRole('alert')).toContainText('Unable to retrieve workflows');
  }
  await openFlows(page, 'payments');
  await expect(page.getByRole('alert')).toContainText('Unable to retrieve payment workflow templates');
  await page.unroute('**/api/workflow-template?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /Operating Account/ })).toBeVisible();
});

test('MG-27, DEC-72: payment flows are kept for five minutes, and dropped by a write', async ({ as }) => {
  const { page, api } = await as('sam');
  // Writes of others, of which the channel tells, drop them as well.
  await blockChannel(page);
  const [one, other] = await Promise.all([ownFlow(api, 'payments'), ownFlow(api, 'payments')]);
  const listing = '**/payment-workflow-template/listing**';
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/payment-workflow-template/listing')) asked += 1;
  });
  await page.clock.install();
  const visit = async ({ name }: { name: string }) => {
    await page.getByRole('row', { name }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
    await page.getByRole('combobox', { name: 'Bank accounts' }).click();
    await expect(page.getByRole('option', { name: /Belongs to Operating Account/ })).toBeVisible();
    await page.keyboard.press('Escape');
  };
  const back = async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Approval Flows' })).toBeVisible();
  };
  // The five minutes begin with the answer.
  const begun = page.waitForResponse(listing).then(() => page.evaluate(() => Date.now()));
  await openFlows(page, 'payments');
  await visit(one);
  await back();
  await page.clock.pauseAt((await begun) + 290_000);
  const passes = async (ms: number) => {
    await page.clock.runFor(ms);
    await askedBy(page);
  };
  await visit(other);
  // What is there already is asked for again with the next frame.
  await passes(100);
  await back();
  expect(asked).toBe(1);
  await passes(20_000);
  await visit(one);
  await passes(100);
  await expect.poll(() => asked).toBe(2);
  await page.clock.resume();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${one.name} again`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Approval flow ${one.name} again saved.`)).toBeVisible();
  await visit({ name: `${one.name} again` });
  await expect.poll(() => asked).toBe(3);
});

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-74: the flows of a show, and the form of one, are sound at ${width} px`, async ({
    as,
  }) => {
    const { page, api } = await as('sam', { viewport: { width, height: 900 } });
    const stored = await storedFlow(api, 'Operating Account');
    await openFlows(page, 'payments');
    await expect(page.getByText('Operating Account').first()).toBeVisible();
    await expectSound(page);
    await openFlow(page, 'payments', stored);
    await expect(page.getByRole('list', { name: 'Approval' })).toContainText('Priya Raman');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Name is required.');
    await expectSound(page);
  });
}
