import { test } from 'vitest';
import { orderLineFields } from '#domain/documents/line-fields';
import { expect } from '../../support/expect.ts';
import { departments } from '../../support/fixtures/departments.ts';
import { draft, line, submittedOrder } from '../../support/fixtures/purchase-orders.ts';
import { openNewOrder, pick } from '../../support/pages/forms.ts';
import { lineTable } from '../../support/pages/line-table.ts';
import { openApp } from '../../support/open-app.ts';
import { textColumns } from '../../../../web/src/forms/document/lines/line-editor.ts';

const chart = 'GET /api/coa/:license';
const loading = 'Retrieving CoA fields...';

/** Returns the departments of the show with these allowed accounts. */
function departmentsWith(accounts: Record<string, string[]>) {
  return departments.map((one) => {
    const allowed = accounts[one.name];
    return allowed ? { ...one, settings: { ...one.settings, accountCodes: { ACCOUNT: allowed } } } : one;
  });
}

test('LI-28, LI-33: the coding fields are loaded once per show, with a message while they load', async () => {
  let release: () => void = () => undefined;
  const { page, api } = await openApp('/po/create', {
    api: (fake) => {
      release = fake.hold(chart);
    },
  });
  await expect(page.getByText(loading)).toBeVisible();
  release();
  const account = page.getByRole('columnheader', { name: 'Account', exact: true });
  await expect(account).toBeVisible();
  await expect(page.getByText(loading)).toHaveCount(0);
  const timeText = await page.getByText('Codes as of').textContent();
  await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
  await page.getByRole('link', { name: 'Create New' }).click();
  await expect(account).toBeVisible();
  expect(await page.getByText('Codes as of').textContent()).toBe(timeText);
  expect(api.calls(chart)).toHaveLength(1);
});

test('LI-33: coding fields that do not load are an error', async () => {
  const { page } = await openApp('/po/create', {
    api: (fake) => void fake.fail(chart, 'INTERNAL_ERROR'),
  });
  await expect(page.getByText('Error retrieving CoA fields')).toBeVisible();
});

test('LI-29: a field with a single code is filled in automatically in every line', async () => {
  const { page, lines } = await openNewOrder();
  await expect(lines.cell(1, 'coding.INSURANCE')).toHaveText('IN1');
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(lines.combo(2, 'Ins')).toHaveValue(/^IN1/);
});

test('LI-29: a code is filled in if it is the only one that the department allows', async () => {
  const { page, lines } = await openNewOrder({
    as: 'jonah',
    api: (fake) => void fake.on('GET /api/departments', departmentsWith({ Props: ['2303'] })),
  });
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('');
  await pick(page, 'Department', /Props/);
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('2303');
});

test('LI-30: the department limits the offered codes and clears others', async () => {
  const accounts = { Props: ['2101', '2303'], Production: ['2303', '2304'] };
  const { page, lines } = await openNewOrder({
    as: 'jonah',
    api: (fake) => void fake.on('GET /api/departments', departmentsWith(accounts)),
  });
  await pick(page, 'Department', /Props/);
  await lines.cell(1, 'coding.ACCOUNT').click();
  await lines.combo(1, 'Account').pressSequentially('2101');
  await page.getByRole('option', { name: /^2101/ }).click();
  await page.getByRole('button', { name: 'Copy line 1' }).click();
  await lines.combo(2, 'Account').fill('2303');
  await page.getByRole('option', { name: /^2303/ }).click();
  await pick(page, 'Department', /Production/);
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('');
  await expect(lines.combo(2, 'Account')).toHaveValue(/^2303/);
  await lines.combo(2, 'Account').fill('2');
  await expect(page.getByRole('option')).toHaveText([/^2303/, /^2304/]);
});

test('LI-27, DEC-52: a coding field offers active codes with their names, without header accounts', async () => {
  const { page, lines } = await openNewOrder();
  for (const header of ['Account', 'Episode', 'Location', 'Set', 'Ins', 'Free Field'])
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  await lines.cell(1, 'coding.ACCOUNT').click();
  await lines.combo(1, 'Account').fill('23');
  await expect(page.getByRole('option')).toHaveText([
    /^2301.*Purchases/,
    /^2302.*Rentals/,
    /^2303.*Drapery/,
    /^2304.*Greens/,
  ]);
  await lines.combo(1, 'Account').fill('210');
  await expect(page.getByRole('option')).toHaveText([/^2101/, /^2102/]);
});

test('LI-27: Enter completes a partly typed code, and a text without a unique match stays with an error', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'coding.ACCOUNT').click();
  const account = lines.combo(1, 'Account');
  const type = async (text: string) => {
    await account.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await type('drap');
  await page.keyboard.press('Enter');
  await expect(account).toHaveValue('2303');
  await type('dress');
  const names = page.getByRole('option');
  await expect(names.first()).toContainText('2301');
  await expect(names.first()).toContainText('Purchases · SET DRESSING');
  await page.keyboard.press('Tab');
  await expect(account).toHaveValue('dress');
  await expect(account).toHaveAccessibleDescription('Several fit “dress”.');
  await type('dress');
  await page.keyboard.press('Enter');
  await expect(account).toHaveValue('2301');
  await type('zzz');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(account).toHaveValue('zzz');
  await page.keyboard.press('Tab');
  await expect(account).toHaveValue('zzz');
  await expect(account).toHaveAccessibleDescription('“zzz” is not in the list.');
});

test('VE-09: Enter takes the matching vendor even before the search has finished', async () => {
  const { page } = await openNewOrder({ clock: true });
  const vendor = page.getByRole('combobox', { name: 'Vendor Name' });
  await vendor.click();
  await page.keyboard.type('foxgl');
  await page.keyboard.press('Enter');
  await expect(vendor).toHaveValue('Foxglove Sign Company');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('LI-31, LI-32: the tax codes of the company are offered with their names', async () => {
  const { page, lines } = await openNewOrder();
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
  await pick(page, 'Company', /Second Unit/);
  await expect(lines.cell(1, 'taxCode')).not.toContainText('1099-R');
});

test('LI-36: the creator of an order in approval cannot change its coding', async () => {
  const order = submittedOrder();
  const { page } = await openApp(`/po/review/${order.id}/creator`, { orders: [order] });
  await expect(page.getByRole('table', { name: 'Line items' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Change coding/ })).toHaveCount(0);
});

test('LI-36, DEC-51: the approver can correct the coding of a line in the review', async () => {
  const order = submittedOrder({
    lineItems: [line({ coding: { ACCOUNT: '2301' } }), line({ description: 'Drapes' })],
  });
  const { page, api, world } = await openApp(`/po/review/${order.id}/approver`, {
    as: 'marcus',
    orders: [order],
  });
  const save = 'POST /api/pos/lineitem/:id';
  const change = page.getByRole('button', { name: 'Change coding of line 1: Account 2301' });
  await change.click();
  const editor = page.getByRole('group', { name: 'Coding of line 1' });
  await expect(editor.getByRole('combobox', { name: 'Account' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(change).toBeFocused();

  await page.keyboard.press('Enter');
  await editor.getByRole('combobox', { name: 'Account' }).fill('2302');
  await page.getByRole('option', { name: /^2302/ }).click();
  await editor.getByRole('button', { name: /Tax Code/ }).click();
  await page.getByRole('option', { name: '1099-R' }).click();
  api.fail(save, 'INTERNAL_ERROR');
  await editor.getByRole('button', { name: 'Save Coding' }).click();
  await expect(page.getByText('Item could not be updated')).toBeVisible();
  api.on(save, ({ body: { lineItem } }) => {
    const [first, ...others] = order.lineItems;
    const codedLine = {
      ...(first ?? line()),
      coding: lineItem.coding ?? {},
      taxCode: lineItem.taxCode ?? null,
    };
    world.orders = [{ ...order, version: order.version + 1, lineItems: [codedLine, ...others] }];
    return codedLine;
  });
  await editor.getByRole('button', { name: 'Save Coding' }).click();
  await expect(
    page.getByRole('button', { name: /^Change coding of line 1: Account 2302 .*· Tax 1099-R$/ }),
  ).toBeFocused();
  const [, call] = api.calls(save);
  expect(call?.params['id']).toBe(order.id);
  expect(call?.body).toMatchObject({
    lineItem: { id: order.lineItems[0]?.id, coding: { ACCOUNT: '2302' }, taxCode: '1099-R' },
    persona: 'APPROVER',
    contentVersion: order.contentVersion,
  });
});

test('UX-09: a line is a card on a phone, edited in a sheet', async () => {
  const { page, lines } = await openNewOrder({ width: 375, height: 760 });
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
  await expect(lines.rows).toHaveCount(0);
});

test('LI-01: review and form show the episode from either API field', async () => {
  const order = draft({
    lineItems: [
      line({ episode: '107', coding: {} }),
      line({ episode: '101', coding: { EPISODE: '102', FREE_FIELD: 'QUAL' } }),
    ],
  });
  const { page } = await openApp(`/po/review/${order.id}/creator`, { orders: [order] });
  const sheet = page.getByRole('table', { name: 'Line items' });
  await expect(sheet).toContainText('Episode 107');
  await expect(sheet).toContainText('Episode 102 · Free Field QUAL');
  await expect(sheet).not.toContainText('Episode 101');
  await page.goto(`/po/edit/${order.id}`);
  const lines = lineTable(page);
  await expect(lines.cell(1, 'coding.EPISODE')).toHaveText('107');
  await expect(lines.cell(2, 'coding.EPISODE')).toHaveText('102');
});

test('ENTRY-06: a new line has no codes; those of the line above are one press away, and can be undone', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'coding.ACCOUNT').click();
  await lines.combo(1, 'Account').fill('2303');
  await page.keyboard.press('Enter');
  const offer = page.getByRole('button', { name: 'Use Codes of Line 1' });
  await page.getByRole('button', { name: 'Add Line' }).click();
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(lines.cell(2, 'coding.ACCOUNT')).toHaveText('');
  await offer.click();
  await expect(lines.cell(2, 'coding.ACCOUNT')).toHaveText('2303');
  await expect(offer).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines.cell(2, 'coding.ACCOUNT')).toHaveText('');
  await expect(offer).toBeVisible();
});

test('ENTRY-04: hidden columns give their width to the description, and return for a value or an error', async () => {
  const { page } = await openNewOrder();
  const lines = lineTable(page);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const widthOf = async (name: string) => (await head(name).boundingBox())?.width ?? 0;
  const choose = async (...names: string[]) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of names) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
  };
  // Leaves enough width for the description to grow, whatever other columns there are.
  await choose(...textColumns(orderLineFields).map(({ label }) => label));
  const before = await widthOf('Description');
  await choose('Location', 'Set');
  await expect(head('Location')).toHaveCount(0);
  await expect(head('Set')).toHaveCount(0);
  expect(await widthOf('Description')).toBeGreaterThan(before + 80);
  await page.reload();
  await expect(head('Account')).toBeVisible();
  await expect(head('Location')).toHaveCount(0);
  await choose('Location');
  await lines.cell(1, 'coding.LOCATION').click();
  await lines.combo(1, 'Location').fill('02');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Location' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
