import type { Page } from '@playwright/test';
import { draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { numberOf } from './support/review.ts';

async function openSearch(page: Page) {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('SH-01, SH-41: Ctrl-K finds a document by its words and opens it, all from the keyboard', async ({
  as,
}) => {
  const dana = await as('dana');
  const word = `Pelargonium${Date.now().toString(36)}`;
  const order = await draft(dana, { description: `Pots of ${word}` });
  const { page } = dana;
  await page.goto('/approvals');
  const dialog = await openSearch(page);
  await expect(dialog.getByRole('option', { name: 'New Purchase Order' })).toBeVisible();
  // Who may not manage is not offered it.
  await expect(dialog.getByRole('option', { name: /^Management/ })).toHaveCount(0);
  await page.keyboard.type(word.toLowerCase());
  const found = dialog.getByRole('option').filter({ hasText: word });
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Draft');
  await expect(found).toContainText(`PO #${numberOf(order)}`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/po/(review|edit)/${order.id}`));
  await expect(dialog).toBeHidden();
});

test('SH-01: Enter opens what is typed, however late its answer, and not what an older one left in sight', async ({
  as,
}) => {
  const dana = await as('dana');
  const word = `Calendula${Date.now().toString(36)}`;
  const older = await draft(dana, { description: `${word}older` });
  const wanted = await draft(dana, { description: `${word}wanted` });
  const { page } = dana;
  await page.goto('/approvals');
  const dialog = await openSearch(page);
  await page.keyboard.type(`${word}older`);
  await expect(dialog.getByRole('option').filter({ hasText: word })).toContainText(`PO #${numberOf(older)}`);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/search*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes(`${word}wanted`));
  for (let at = 0; at < 'older'.length; at += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('wanted');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await asked;
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/approvals');
  held.resolve();
  await expect(page).toHaveURL(new RegExp(`/po/(review|edit)/${wanted.id}`));
});

test('PE-09: what waits opens for the approver, an administrator reaches management, a vendor its orders', async ({
  as,
  apiOf,
}) => {
  const dana = await apiOf('dana');
  const word = `Zinnia${Date.now().toString(36)}`;
  const order = await submitted(dana, { description: word });
  const { page } = await as('marcus');
  await page.goto('/shows');
  let dialog = await openSearch(page);
  await page.keyboard.type(word);
  const waiting = dialog.getByRole('option').filter({ hasText: word });
  await expect(waiting).toContainText('Waiting for you');
  await waiting.click();
  await expect(page).toHaveURL(new RegExp(`/po/review/${order.id}/approver`));

  const sam = await as('sam');
  await sam.page.goto('/approvals');
  dialog = await openSearch(sam.page);
  await sam.page.keyboard.type('departm');
  await dialog.getByRole('option', { name: 'Management: Departments' }).click();
  await expect(sam.page).toHaveURL(/\/setup\/departments/);
  dialog = await openSearch(sam.page);
  await sam.page.keyboard.type('bramble');
  await dialog
    .getByRole('option', { name: /^Bramble & Oak Timber/ })
    .last()
    .click();
  await expect(sam.page).toHaveURL(/\/po\?.*vendor=/);
  await expect(sam.page.getByRole('grid', { name: 'Applied filters' })).toContainText('Bramble & Oak Timber');
});

test('DEC-80: nothing found says what to try, Escape gives the focus back, and dialogs are not covered', async ({
  as,
}) => {
  const { page } = await as('priya');
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Search', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog).toBeVisible();
  await page.keyboard.type('qqqqzzzz');
  await expect(dialog).toContainText('Nothing found. Try part of a number, a vendor or a description.');
  // Once is enough, whether something is typed, pointed at, or neither.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const opener = page.getByRole('button', { name: 'Search', exact: true });
  await expect(opener).toBeFocused();
  for (const keys of [[], ['ArrowDown']]) {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(dialog).toBeVisible();
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await expect(opener).toBeFocused();
});
