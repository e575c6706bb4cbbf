import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { aLine, draft, submitted } from './support/orders.ts';
import { pick } from './support/form.ts';
import { lineTable, newOrder } from './support/line-table.ts';
import { expect, test } from './support/product.ts';

test('LI-28, LI-33: the fields are read once for a show; until then, and if they do not come, it is said', async ({
  as,
}) => {
  const { page } = await as('dana');
  let asked = 0;
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/coa/**', async (route) => {
    asked += 1;
    await gate.promise;
    await route.continue();
  });
  await page.goto('/po/create');
  await expect(page.getByText('Retrieving CoA fields...')).toBeVisible();
  gate.resolve();
  await expect(page.getByRole('columnheader', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByText('Retrieving CoA fields...')).toHaveCount(0);
  const read = await page.getByText('Codes as of').textContent();
  await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
  await page.getByRole('link', { name: 'Create New' }).click();
  await expect(page.getByRole('columnheader', { name: 'Account', exact: true })).toBeVisible();
  expect(await page.getByText('Codes as of').textContent()).toBe(read);
  expect(asked).toBe(1);

  const elena = await as('elena');
  await elena.page.route('**/api/coa/**', (route) => route.fulfill({ status: 500, body: '' }));
  await elena.page.goto('/po/create');
  await expect(elena.page.getByText('Error retrieving CoA fields')).toBeVisible();
});

test('LI-29: a code that leaves no choice is filled in by itself', async ({ as }) => {
  // A feature has one episode code.
  const { page } = await as('chiara.bellini', { show: 'velvetmap' });
  const lines = await newOrder(page);
  await expect(lines.cell(1, 'coding.EPISODE')).toHaveText('101');
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(lines.combo(2, 'Episode')).toHaveValue(/^101/);

  // The settings of the department allow one account.
  const kenji = await as('kenji.watanabe');
  await kenji.page.route('**/api/departments*', async (route) => {
    const answer = await route.fetch();
    const all = (await answer.json()) as { name: string; settings: { accountCodes: unknown } }[];
    for (const one of all) if (one.name === 'Camera') one.settings.accountCodes = { ACCOUNT: ['3001'] };
    await route.fulfill({ response: answer, json: all });
  });
  const coded = await newOrder(kenji.page);
  await expect(coded.cell(1, 'coding.ACCOUNT')).toHaveText('');
  await pick(kenji.page, 'Department', /Camera/);
  await expect(coded.cell(1, 'coding.ACCOUNT')).toHaveText('3001');
});

test('LI-30: the department decides which codes are offered and which may stay', async ({ as }) => {
  const { page } = await as('kenji.watanabe');
  const lines = await newOrder(page);
  await pick(page, 'Department', /Camera/);
  await lines.cell(1, 'coding.ACCOUNT').click();
  await lines.combo(1, 'Account').pressSequentially('3002');
  await page.getByRole('option', { name: /^3002/ }).click();
  await page.getByRole('button', { name: 'Copy line 1' }).click();
  await lines.combo(2, 'Account').fill('3101');
  await page.getByRole('option', { name: /^3101/ }).click();
  await pick(page, 'Department', /Sound/);
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('');
  await expect(lines.combo(2, 'Account')).toHaveValue(/^3101/);
  await lines.combo(2, 'Account').fill('3');
  await expect(page.getByRole('option')).toHaveText([/^3101/, /^3102/]);
});

test('LI-27, DEC-52: a field is headed and offers its codes with their names, but neither headers nor retired ones', async ({
  as,
}) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  for (const header of ['Account', 'Episode', 'Location', 'Set', 'Ins', 'Free Field']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await lines.cell(1, 'coding.ACCOUNT').click();
  await lines.combo(1, 'Account').fill('11');
  await expect(page.getByRole('option')).toHaveText([/^1101.*Writers/, /^1102.*Research/, /^1103.*Script/]);
  await lines.combo(1, 'Account').fill('210');
  await expect(page.getByRole('option')).toHaveText([/^2101/, /^2102/, /^2103/, /^2104/]);
});

test('LI-31, LI-32: tax codes are those of the company, with their names', async ({ as }) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  await lines.edit(1);
  await lines.row(1).getByRole('button', { name: 'Tax codes not available' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Tax codes not available');
  await pick(page, 'Company', /Northern Lights Productions/);
  await lines.edit(1);
  await lines
    .row(1)
    .getByRole('button', { name: /Tax Code/ })
    .click();
  await expect(page.getByRole('option', { name: '1099-R' })).toContainText('Rents');
  await page.getByRole('option', { name: '1099-R' }).click();
  await expect(lines.cell(1, 'taxCode')).toContainText('1099-R');
  await page.getByRole('button', { name: /Company/ }).click();
  await page.getByRole('option', { name: /Second Unit/ }).click();
  await expect(lines.cell(1, 'taxCode')).not.toContainText('1099-R');
});

test('LI-36, DEC-51: its approver corrects the coding of a line where it stands', async ({ as }) => {
  const dana = await as('dana');
  const lineItems = [aLine({ coding: { ACCOUNT: '2301' } }), aLine({ description: 'Drapes' })];
  const { id } = await submitted(dana, { lineItems });
  await dana.page.goto(`/po/review/${id}/creator`);
  await expect(dana.page.getByRole('table', { name: 'Line items' })).toBeVisible();
  await expect(dana.page.getByRole('button', { name: /Change coding/ })).toHaveCount(0);

  const { page, api } = await as('marcus');
  await page.goto(`/po/review/${id}/approver`);
  await page.getByRole('button', { name: 'Change coding of line 1: Account 2301' }).click();
  const editor = page.getByRole('group', { name: 'Coding of line 1' });
  await expect(editor.getByRole('combobox', { name: 'Account' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change coding of line 1: Account 2301' })).toBeFocused();

  await page.keyboard.press('Enter');
  await editor.getByRole('combobox', { name: 'Account' }).fill('2302');
  await page.getByRole('option', { name: /^2302/ }).click();
  await editor.getByRole('button', { name: /Tax Code/ }).click();
  await page.getByRole('option', { name: '1099-R' }).click();
  await page.route('**/api/pos/lineitem/*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  });
  await editor.getByRole('button', { name: 'Save Coding' }).click();
  await expect(page.getByText('Item could not be updated')).toBeVisible();
  await editor.getByRole('button', { name: 'Save Coding' }).click();
  const corrected = page.getByRole('button', { name: 'Change coding of line 1: Account 2302 · Tax 1099-R' });
  await expect(corrected).toBeFocused();
  const order = await api.get<PurchaseOrder>(`/api/pos/${id}`);
  expect(order.lineItems[0]).toMatchObject({ coding: { ACCOUNT: '2302' }, taxCode: '1099-R' });
  expect(order.lineItems[0]?.coaExternalId).not.toBeNull();
  expect(order.workflow?.currentStep?.approvers.map(({ name }) => name)).toContain('Marcus Oyelaran');
});

test('UX-09: on a phone a line is a card, edited in a sheet', async ({ as }) => {
  const { page } = await as('dana', { viewport: { width: 375, height: 760 }, hasTouch: true });
  await page.goto('/po/create');
  await page
    .getByRole('list', { name: 'Line items' })
    .getByRole('button', { name: /No description/ })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  await sheet.getByRole('textbox', { name: 'Description' }).fill('Brass lamps');
  await sheet.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await sheet.getByRole('textbox', { name: 'Unit Cost' }).fill('10');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1. Brass lamps')).toBeVisible();
  await expect(page.getByText('Total $20.00')).toBeVisible();
  await expect(lineTable(page).rows).toHaveCount(0);
});

test('LI-01: review and form show the episode that the API has, in whichever field it is', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const lineItems = [
    aLine({ episode: '107', coding: {} }),
    aLine({ episode: '101', coding: { EPISODE: '102', FREE_FIELD: 'QUAL' } }),
  ];
  const { id } = await draft(dana, { lineItems });
  await page.goto(`/po/review/${id}`);
  const sheet = page.getByRole('table', { name: 'Line items' });
  await expect(sheet).toContainText('Episode 107');
  await expect(sheet).toContainText('Episode 102 · Free Field QUAL');
  await expect(sheet).not.toContainText('Episode 101');
  await page.goto(`/po/edit/${id}`);
  const lines = lineTable(page);
  await expect(lines.cell(1, 'coding.EPISODE')).toHaveText('107');
  await expect(lines.cell(2, 'coding.EPISODE')).toHaveText('102');
});
