import { openNew } from '../support/pages/form.ts';
import { expect, test } from '../support/environment/product.ts';
import { waitUntilIdle } from '../support/browser/wait-for-idle.ts';

test('DEC-80, VE-11: a dialog opened by a tap appears once, without flicker, and stays open', async ({
  as,
}) => {
  const { page } = await as('dana', {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    reducedMotion: 'no-preference',
  });
  await openNew(page);
  // Record the dialog's opacity in every frame, and the click that the browser makes of the tap.
  await page.evaluate(() => {
    const opacities: number[] = [];
    Object.assign(window, { opacities });
    addEventListener('click', () => Object.assign(window, { isClicked: true }), { capture: true });
    const record = () => {
      const scrim = document.querySelector('[role="dialog"]')?.closest('.fixed');
      if (scrim) opacities.push(Number(getComputedStyle(scrim).opacity));
      requestAnimationFrame(record);
    };
    record();
  });
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await expect(dialog).toBeVisible();
  const readOpacities = () => page.evaluate(() => (window as unknown as { opacities: number[] }).opacities);
  // The click, the focus and every animation have ended, any of which could close it.
  await page.waitForFunction(() => Reflect.get(window, 'isClicked') === true);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  await expect.poll(async () => (await readOpacities()).at(-1)).toBe(1);
  await waitUntilIdle(page);
  await expect(dialog).toBeVisible();
  const opacities = await readOpacities();
  expect(opacities.at(-1)).toBe(1);
  // The opacity never decreases: no flicker.
  expect(opacities.filter((opacity, index) => opacity < (opacities[index - 1] ?? 0))).toEqual([]);
});
