import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { show } from '../support/fixtures/shows.ts';
import { openList } from '../support/pages/lists.ts';

for (const width of [769, 800, 900, 1024, 1221])
  test(
    `SH-38: no tab is clipped at ${width} px, however many documents wait`,
    { tags: [769, 1024].includes(width) ? [] : ['long'] },
    async () => {
      const { page } = await openList('/approvals', {
        as: 'sam',
        show: show('nlite', { name: 'A Show with a Long Name That the Picker Has to Cut' }),
        width,
        api: (fake) =>
          fake.on('GET /api/users/meta', {
            approver: true,
            departments: [],
            awaitingApproval: { po: 900, invoice: 800, payment: 0 },
            toRevise: { po: 120, invoice: 345 },
          }),
      });
      const tabs = page.getByRole('navigation', { name: 'Main' });
      await expect(tabs.getByRole('link')).toHaveText(
        width < 1024
          ? [/^POs120/, /^Invoices345/, 'Payments', /^Approvals999\+/, 'Manage']
          : [/^Purchase Orders120/, /^Invoices345/, 'Payments', /^Approvals999\+/, 'Management'],
      );
      const scroller = tabs.locator('div').first();
      expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      const end = await tabs.evaluate((nav) => nav.lastElementChild?.getBoundingClientRect().right ?? 0);
      const search = await page.getByRole('button', { name: 'Search' }).boundingBox();
      expect(end).toBeLessThanOrEqual(search.x);
      const picker = await page.getByRole('button', { name: /^Show:/ }).boundingBox();
      expect(picker.width).toBeGreaterThanOrEqual(96);
      expect(page.document.documentElement.scrollWidth).toBe(width);
    },
  );
