import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

const widths = [375, 900, 1440];
const themes = ['light', 'dark'] as const;

/** What axe finds, in words that say where. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Nothing scrolls sideways, whatever the width. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const screens: { name: string; user: string; open: (page: Page) => Promise<void> }[] = [
  {
    name: 'the creator list',
    user: 'dana@backlot.example',
    open: async (page) => {
      await page.goto('/po');
      await expect(page.getByText(/\d+ purchase orders/)).toBeVisible();
    },
  },
  {
    name: 'the invoice list',
    user: 'priya@backlot.example',
    open: async (page) => {
      await page.goto('/invoice?status=void');
      await expect(page.getByText(/\d+ invoices/)).toBeVisible();
    },
  },
  {
    name: 'the payments to approve',
    user: 'priya@backlot.example',
    open: async (page) => {
      await page.goto('/approvals/payments');
      await expect(page.getByText(/^\d+ payments$/)).toBeVisible();
    },
  },
  {
    name: 'the form',
    user: 'dana@backlot.example',
    open: async (page) => {
      await page.goto('/po/create');
      await expect(page.getByRole('button', { name: 'Save & Review' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Line Items' })).toBeVisible();
    },
  },
  {
    name: 'the approvals and a review',
    user: 'priya@backlot.example',
    open: async (page) => {
      await page.goto('/approvals');
      await expect(page.getByText(/\d+ purchase orders/)).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByText('Submitted for approval').first().click();
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
    },
  },
  {
    name: 'My Shows',
    user: 'sam@backlot.example',
    open: async (page) => {
      await page.goto('/shows');
      await expect(page.getByRole('heading', { name: 'My Shows' })).toBeVisible();
    },
  },
];

for (const { name, user, open } of screens) {
  test(`DEC-80, DEC-74: axe finds nothing on ${name}, in both themes at three widths`, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, user);
    await expect(page).toHaveURL(/\/approvals/);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await open(page);
        expect(await findings(page), `${name}, ${colorScheme}, ${width} px`).toEqual([]);
        expect(await overflow(page), `${name}, ${colorScheme}, ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test('DEC-80: axe finds nothing on the sign-in page', async ({ page }) => {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/api/auth/login');
    expect(await findings(page)).toEqual([]);
  }
});
