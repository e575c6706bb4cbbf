import type { Locator, Page } from '@playwright/test';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import {
  descriptionOf,
  fillNew,
  openEdit,
  openNew,
  saveAs,
  saveChoices,
  submittedInTidewater,
} from './support/form.ts';
import { draft, freshDescription, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

/** The buttons at the foot of the form, from left to right. */
function bar(page: Page): Locator {
  return page.locator('footer').getByRole('button');
}

test('PO-16, PO-17, DEC-76: a new PO and a draft offer Cancel, Save... with three choices, and Save & Review', async ({
  as,
}) => {
  const dana = await as('dana');
  await openNew(dana.page);
  await expect(bar(dana.page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
  expect(await saveChoices(dana.page)).toEqual(['Save as Draft', 'Save & Create New', 'Save & Duplicate']);
  const { id } = await draft(dana);
  await openEdit(dana.page, id);
  // Without the void permission, and not being a change order.
  await expect(bar(dana.page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
});

test('PO-12, PO-13, PO-61, ER-10, DEC-71: Save & Review opens the review, Save as Draft the list, and the toast names the number', async ({
  as,
}) => {
  const dana = await as('dana');
  const description = freshDescription();
  await openNew(dana.page);
  await fillNew(dana.page, description);
  await dana.page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(dana.page).toHaveURL(/\/po\/review\/[^/]+\/creator$/);
  const heading = dana.page.getByRole('heading', { name: /^Purchase Order SD-\d{5}/ });
  const number = /SD-\d{5}/.exec((await heading.textContent()) ?? '')?.[0];
  await expect(dana.page.getByText(`PO #${number} saved.`)).toBeVisible();
  const id = dana.page.url().split('/').at(-2) ?? '';
  expect((await dana.api.get<PurchaseOrder>(`/api/pos/${id}`)).status).toBe('DRAFT');

  await openEdit(dana.page, id);
  await saveAs(dana.page, 'Save as Draft');
  await expect(dana.page).toHaveURL(/\/po$/);
  await expect(dana.page.getByText(`PO #${number} saved.`)).toBeVisible();
  await expect(dana.page.getByText(description)).toBeVisible();
});

test('PO-13, SH-07: Save & Create New begins an empty form, and so does every new refresh', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openNew(page);
  await fillNew(page, freshDescription());
  await saveAs(page, 'Save & Create New');
  await expect(page).toHaveURL(/\/po\/create\?refresh=\d+$/);
  await expect(descriptionOf(page)).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue('');
  await expect(page.getByText('You have unsaved work')).toHaveCount(0);

  await descriptionOf(page).fill('To be emptied');
  await page.evaluate(() => history.pushState(null, '', '/po/create?refresh=1'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(descriptionOf(page)).toHaveValue('');
});

test('PO-19, AP-24: with the void permission a draft can be voided from its form, for a reason', async ({
  as,
}) => {
  const marcus = await as('marcus');
  const order = await draft(marcus);
  const { page } = marcus;
  await openEdit(page, order.id);
  await expect(bar(page)).toHaveText(['Cancel', 'Void', 'Save...', 'Save & Review']);
  await descriptionOf(page).fill('Typed and then voided');
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: /^Void PO #/ });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('PO voided by creator');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page).toHaveURL(/\/po$/);
  await expect(page.getByText(`PO #SD-${order.poNumber} voided.`)).toBeVisible();
  const after = await marcus.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect([after.status, after.notes[0]?.content]).toEqual(['VOID', 'PO voided by creator']);
  // What was typed is not kept for a document that is no more.
  await expect
    .poll(() => page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id)), order.id))
    .toEqual([]);
});

test('SH-08, SH-09, SH-10: the form is for those who may edit; everybody else is led to the review', async ({
  as,
}) => {
  const [dana, marcus] = [await as('dana'), await as('marcus')];
  const waiting = await submitted(dana);
  await dana.page.goto(`/po/edit/${waiting.id}`);
  await expect(dana.page).toHaveURL(new RegExp(`/po/review/${waiting.id}/creator$`));
  const own = await draft(dana);
  await openEdit(dana.page, own.id);
  await expect(dana.page).toHaveTitle(`Edit PO #SD-${own.poNumber} · Backlot`);
  // From the hub, whose persona is the approver's.
  await marcus.page.goto('/approvals/purchase-orders');
  await marcus.page.getByText(waiting.description).click();
  await expect(marcus.page).toHaveURL(new RegExp(`/po/review/${waiting.id}/approver$`));
  await marcus.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => marcus.page.evaluate(() => localStorage.getItem('persona'))).toBe('CREATOR');
});

test('SH-06: without the create permission the new-PO form redirects to /', async ({ as }) => {
  const { page } = await as('noor.haddad');
  await page.goto('/po/create');
  await expect(page).not.toHaveURL(/\/po\/create/);
  await expect(page.getByRole('heading', { name: 'New Purchase Order' })).toHaveCount(0);
});

test('SH-65, PO-18, PO-21, AP-25, DEC-16, DEC-40, DEC-76: an approver edits in approval, confirms the reset, and returns to the approver review', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = [await apiOf('dana'), await as('marcus')];
  const order = await submitted(dana);
  const { page } = marcus;
  const review = new RegExp(`/po/review/${order.id}/approver$`);
  await page.goto(`/po/review/${order.id}/approver`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Edit Purchase Order/ })).toBeVisible();
  await expect(bar(page)).toHaveText(['Cancel', 'Save & Review']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(review);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const changed = freshDescription('Changed');
  await descriptionOf(page).fill(changed);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset Approval' });
  await expect(question).toContainText('resets approval to the first approver');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect((await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).description).toBe(order.description);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await question.getByRole('button', { name: 'Save & Reset' }).click();
  await expect(page).toHaveURL(review);
  await expect(page.getByText(`PO #SD-${order.poNumber} saved.`)).toBeVisible();
  const after = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect([after.description, after.revision]).toEqual([changed, order.revision + 1]);
});

test('PO-21, DEC-40: without resetApprovalOnEdit an approver edit asks nothing', async ({ as, apiOf }) => {
  const [sylvie, darius] = await Promise.all([
    apiOf('sylvie.arnaud', 'tidewater'),
    as('darius.cole', { show: 'tidewater' }),
  ]);
  const order = await submittedInTidewater(sylvie.api);
  const { page } = darius;
  await openEdit(page, order.id);
  const changed = freshDescription('Changed');
  await descriptionOf(page).fill(changed);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(new RegExp(`/po/review/${order.id}/approver$`));
  await expect(page.getByText(changed).first()).toBeVisible();
});

test('PE-13, PE-14, DEC-16: only who is on the current step may edit in approval', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), as('marcus'), as('priya')]);
  const { id } = await submitted(dana);
  for (const { page } of [marcus, priya]) await page.goto(`/po/review/${id}/approver`);
  const edit = { name: 'Edit', exact: true };
  await expect(marcus.page.getByRole('button', edit)).toBeEnabled();
  await expect(priya.page.getByRole('button', edit)).toBeDisabled();
  await priya.page.goto(`/po/edit/${id}`);
  await expect(priya.page).toHaveURL(new RegExp(`/po/review/${id}/`));
});

test('SH-65: Cancel goes to the dashboard when the form was not opened from the approver review', async ({
  as,
}) => {
  const dana = await as('dana');
  const { id } = await draft(dana);
  await dana.page.goto(`/po/review/${id}/creator`);
  await dana.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dana.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(dana.page).toHaveURL(/\/po$/);
});

test('PO-13: a save that ends after the user has walked away leads nowhere', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(new RegExp(`/api/pos/${order.id}`), async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await openEdit(page, order.id);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
  await expect(page).toHaveURL(/\/po$/);
  go();
  await expect(page.getByText(`PO #SD-${order.poNumber} saved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/po$/);
});
