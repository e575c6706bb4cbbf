import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { openList } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

/** Makes the window report a touch screen. */
function asTouchScreen(window: Window & typeof globalThis): void {
  const media = window.matchMedia.bind(window);
  window.matchMedia = (query) => {
    const list = media(query);
    if (query === '(pointer: coarse)') Object.defineProperty(list, 'matches', { value: true });
    return list;
  };
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Help' })).toBeVisible();
}

test('SH-46, DEC-80: the user menu lists the shortcuts', async () => {
  const { page } = await openList('/po');
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  const listed = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(listed).toContainText('Search by number');
  await page.keyboard.press('Escape');
  await expect(listed).toHaveCount(0);
});

test('SH-46: keys open a menu at its first or last item and return to the button', async () => {
  const { page } = await openList('/po');
  const account = page.getByRole('button', { name: /^Account of/ });
  await expect(account).toHaveAttribute('aria-haspopup', 'menu');
  await account.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeFocused();
  await expect(account).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  // The keys of the application still work at the button.
  await expect(page.getByRole('searchbox', { name: /number/i })).toBeFocused();
});

test('SH-46: the user menu lists no shortcuts on a touch screen', async () => {
  const { page } = await openList('/po', { prepare: asTouchScreen });
  await openAccountMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveCount(0);
});

test('SH-28, ER-07: the help page frames the address from the response and offers to try again after a failure', async () => {
  const { page, api } = await openApp('/help', {
    api: (fake) => void fake.fail('GET /pages/faq', 'NOT_FOUND'),
  });
  await expect(page.getByRole('alert')).toContainText('Error loading content.');
  await expect(page.locator('iframe')).toHaveCount(0);
  api.on('GET /pages/faq', { faqUrl: 'https://help.backlot.example/faq' });
  await page.getByRole('button', { name: 'Try again' }).click();
  const frame = page.locator('iframe[title="Questions and answers"]');
  await expect(frame).toHaveAttribute('src', 'https://help.backlot.example/faq');
  // A page of another site may use its own storage.
  await expect(frame).toHaveAttribute('sandbox', /allow-same-origin/);
});

test('HELP-01: the search of the guides opens a task by the words of its section', async () => {
  const { page } = await openApp('/help/creators');
  const box = page.getByRole('searchbox', { name: 'Search the guides' });
  const tasks = page.getByRole('list', { name: 'Tasks' }).getByRole('link');
  await box.fill('auditor explain');
  await expect(tasks).toHaveText([/Explain a document to an auditor/]);
  await box.fill('zebra crossing');
  await expect(page.getByText('No task matches “zebra crossing”.')).toBeVisible();
  await box.fill('Replace a temporary');
  await expectAccessible(page);
  await tasks.first().click();
  await expect(page).toHaveURL('/help/accountants/vendors');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replace a temporary vendor');
  await expect(tasks).toHaveCount(0);
});
