import { openNew } from '../support/pages/form.ts';
import { expect, test } from '../support/environment/product.ts';
import { settled } from '../support/browser/quiet.ts';

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
