import type { Locator } from 'vitest/browser';
import type { Page } from './page.ts';

/** Walks with Tab until this has the focus, as a user without a mouse does. */
export async function walkTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let step = 0; step < 150; step += 1) {
    const { activeElement } = page.document;
    if (target.elements().some((element) => element.contains(activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The focus never came to ${target.asLocator()}`);
}

/** Walks to a button, link or row and uses it. */
export async function use(page: Page, target: Locator): Promise<void> {
  await walkTo(page, target);
  await page.keyboard.press('Enter');
}
