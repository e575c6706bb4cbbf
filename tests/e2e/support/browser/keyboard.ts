import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Moves the focus to the target with Tab, or inside a menu with the arrow key. Throws after 150 steps. */
async function walkTo(page: Page, target: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let step = 0; step < 150; step += 1) {
    // Sequential: each step checks the focus before the next key.
    const focused = await target.evaluateAll((elements) =>
      elements.some(
        (element) => element === document.activeElement || element.contains(document.activeElement),
      ),
    );
    if (focused) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The focus never reached ${String(target)}`);
}

/** Moves the focus to a button, link or row and presses Enter. */
export async function use(page: Page, target: Locator, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await walkTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await walkTo(page, field, 'Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens a select and chooses the option that begins with this text. */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await use(page, select);
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type(option);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}
