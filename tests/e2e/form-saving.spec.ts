import type { Page } from '@playwright/test';
import { descriptionOf, openEdit, openNew } from './support/form.ts';
import { draft, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

/** Holds the save of a purchase order until it is let go; the bodies that were sent are kept. */
async function heldSave(page: Page, id: string) {
  const held = Promise.withResolvers<void>();
  const sent: { description: string }[] = [];
  await page.route(new RegExp(`/api/pos/${id}`), async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(route.request().postDataJSON() as { description: string });
      await held.promise;
    }
    await route.continue();
  });
  return { sent, letGo: () => held.resolve() };
}

test('PO-12, AP-34: while a save is on its way nothing can be typed that it would leave out, nor cancelled', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  const save = await heldSave(page, order.id);
  await openEdit(page, order.id);
  const typed = freshDescription('Typed');
  await descriptionOf(page).fill(typed);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect.poll(() => save.sent.length).toBe(1);
  for (const name of ['Cancel', 'Save...', 'Save & Review']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  const box = await page.locator('[data-field="description"] input').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
  await page.keyboard.type(' and more');
  await expect(page.locator('[data-field="description"] input')).toHaveValue(typed);
  save.letGo();
  await expect(page).toHaveURL(/\/po\/review\//);
  expect(save.sent.map(({ description }) => description)).toEqual([typed]);
});

test('PO-12, AP-34: a save that failed gives the form back as it was', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  await page.route(new RegExp(`/api/pos/${order.id}`), (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR' } })
      : route.continue(),
  );
  await openEdit(page, order.id);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByText(`PO #SD-${order.poNumber} could not be saved.`)).toBeVisible();
  await descriptionOf(page).fill('Typed afterwards');
  await expect(descriptionOf(page)).toHaveValue('Typed afterwards');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
});

test('UX-09, SH-07: on a phone the offer of unsaved work has room for its words', async ({ as }) => {
  const { page } = await as('dana', { viewport: { width: 375, height: 812 }, hasTouch: true });
  await openNew(page);
  await descriptionOf(page).fill('Left behind');
  await page.reload();
  const offer = page.getByRole('status').filter({ hasText: 'You have unsaved work from' });
  await expect(offer).toBeVisible();
  await settled(page);
  const words = await offer.getByText('You have unsaved work from').boundingBox();
  const discard = await offer.getByRole('button', { name: 'Discard' }).boundingBox();
  expect(discard?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
  expect(words?.width).toBeGreaterThan(240);
});

test('VE-12, VE-13: a touch beside the dialog of a temporary vendor throws nothing away, Escape and Cancel do', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openNew(page);
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
    await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('Corner Hardware');
    await page.mouse.click(10, 450);
    await settled(page);
    await expect(dialog.getByRole('textbox', { name: 'Vendor Name' })).toHaveValue('Corner Hardware');
    await close();
    await expect(dialog).toHaveCount(0);
  }
});

test('DEC-80: a select that has the focus is ringed once, at its box', async ({ as }) => {
  const { page } = await as('dana');
  await openNew(page);
  const box = page.getByRole('button', { name: 'PO Contains (Optional)' });
  await box.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await expect(box).toHaveCSS('outline-style', 'solid');
  await expect(box.locator('xpath=..')).toHaveCSS('outline-style', 'none');
});

test('DEC-80, VE-11: under a finger a dialog with fields comes once, without a flash, and stays', async ({
  as,
}) => {
  const { page } = await as('dana', {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    reducedMotion: 'no-preference',
  });
  await openNew(page);
  // How much can be seen of the dialog, from its first moment on, and that the browser has made a click of the tap.
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    addEventListener('click', () => Object.assign(window, { isClicked: true }), { capture: true });
    const look = () => {
      const scrim = document.querySelector('[role="dialog"]')?.closest('.fixed');
      if (scrim) seen.push(Number(getComputedStyle(scrim).opacity));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await expect(dialog).toBeVisible();
  const opacities = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  // Whatever could take it away again has been: the click, the focus that comes into it, and every movement.
  await page.waitForFunction(() => Reflect.get(window, 'isClicked') === true);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  await expect.poll(async () => (await opacities()).at(-1)).toBe(1);
  await settled(page);
  await expect(dialog).toBeVisible();
  const seen = await opacities();
  expect(seen.at(-1)).toBe(1);
  // It only ever gets clearer: nothing flashes up and goes again.
  expect(seen.filter((opacity, index) => opacity < (seen[index - 1] ?? 0))).toEqual([]);
});
