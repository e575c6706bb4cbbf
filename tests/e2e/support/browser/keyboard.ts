import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Walks until this has the focus, as somebody without a mouse does: with Tab, and inside a menu with the arrows. */
async function walkTo(page: Page, target: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let step = 0; step < 150; step += 1) {
    // In turn: each step is seen before the next.
    const focused = await target.evaluateAll((found) =>
      found.some((element) => element === document.activeElement || element.contains(document.activeElement)),
    );
    if (focused) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The focus never came to ${String(target)}`);
}

/** Walks to a button, link or row and uses it. */
export async function use(page: Page, target: Locator, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await walkTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Walks to a field and types over what is there. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await walkTo(page, field, 'Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens a select and takes the option that begins with this. */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await use(page, select);
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type(option);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}
