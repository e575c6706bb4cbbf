import { test } from 'vitest';
import { expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { openApp } from '../support/open-app.ts';
import { serveManagement } from '../support/sweeps/management.ts';

const paths = [
  '/setup/departments',
  '/setup/departments/create',
  '/setup/users',
  '/setup/users/user-dana-whitlock',
  '/setup/shows/workflows/purchase-orders/create',
  '/setup/shows',
  '/setup/shows/new',
  '/setup/settings',
  '/setup/settings/addresses',
  '/setup/settings/companies',
] as const;

test('MG-01: management fits at 200 % zoom, and its touch targets are large enough on a phone', async () => {
  const { page } = await openApp('/setup', { as: 'theodore', width: 375, height: 812, api: serveManagement });
  const overflow = () =>
    [page.document.documentElement, ...page.document.querySelectorAll('main')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
    expectTouchTargets(page);
    for (const width of [375, 720, 900]) {
      page.setViewportSize({ width, height: 450 });
      await page.waitForIdle();
      await expect.poll(overflow, { message: `${path} at ${width} px` }).toEqual([0, 0]);
    }
    page.setViewportSize({ width: 375, height: 812 });
  }
});
