import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Everything in the page that can be pressed is as large as a finger, 44 px. Words within a sentence are no targets. */
export async function expectFingers(page: Page): Promise<void> {
  const small = await page.locator('main').evaluate((main) => {
    const targets = [...main.querySelectorAll('a, button, label:has(input)')];
    return targets.flatMap((one) => {
      const { width } = one.getBoundingClientRect();
      // What stands within a box is as high as the box: its frame is pressed, too.
      const { height } = (one.closest('.field-box') ?? one).getBoundingClientRect();
      const isHidden = width <= 1 || one.closest('p, [aria-hidden=true]') !== null;
      if (isHidden || (width >= 44 && height >= 44)) return [];
      return [`${one.getAttribute('aria-label') ?? one.textContent}: ${width} x ${height}`];
    });
  });
  expect(small).toEqual([]);
}
