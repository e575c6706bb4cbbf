import type { Locator } from 'vitest/browser';
import { expect } from './expect.ts';
import type { Page } from './page.ts';

/** Presses Tab until the target has the focus. Throws after 150 presses. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let step = 0; step < 150; step += 1) {
    const { activeElement } = page.document;
    if (target.elements().some((element) => element.contains(activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The focus never came to ${target.asLocator()}`);
}

/** Moves the focus to a button, link or row and presses Enter. */
export async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a field and replaces its content. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/**
 * Moves the focus to a select, opens it, and chooses the option that begins with `option`, by the arrow keys: what is
 * typed on a slow machine is searched letter by letter, and a blank then chooses.
 */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await activate(page, select);
  await expect(page.locator('[role="option"]:focus')).toBeVisible();
  const isFocused = () => page.document.activeElement?.textContent.trim().startsWith(option) === true;
  for (let step = 0; step < 100 && !isFocused(); step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}
