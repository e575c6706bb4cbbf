import type { Locator } from 'vitest/browser';
import { expect } from './expect.ts';
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

/** Walks to a field and types over what is there. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await walkTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Walks to a select, opens it, and takes the option that begins with this. */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await use(page, select);
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type(option);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}
