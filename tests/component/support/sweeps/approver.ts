import { test } from 'vitest';
import { expectAccessible } from '../accessibility.ts';
import { expect } from '../expect.ts';
import { firstRow, homeOf } from '../fixtures/home.ts';
import { orderApprovedByHead } from '../fixtures/purchase-orders.ts';
import { searchedOrder, emptySearchResult } from '../fixtures/search.ts';
import { openApp } from '../open-app.ts';
import { openList } from '../pages/lists.ts';
import type { Page } from '../page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export function testQueueAndReview(widths: readonly number[]): void {
  for (const width of widths) {
    test(`DEC-80, DEC-74: the queue and the shortcuts are accessible at ${width} px`, async () => {
      const order = orderApprovedByHead();
      const { page } = await openList('/approvals', {
        as: 'priya',
        orders: [order],
        width,
        height: 812,
        api: (api, world) =>
          api.on('GET /api/home', () => ({
            ...homeOf(world.person, world),
            firsts: (['OLDEST', 'LARGEST'] as const).map((why) =>
              firstRow({ docType: 'PO', why, id: order.id, vendorName: order.vendor.name }),
            ),
          })),
      });
      await expect(page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')).toHaveCount(2);
      await expectAccessible(page);
      await page.keyboard.press('Shift+?');
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(shortcuts).toContainText('Search by number');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(shortcuts).toHaveCount(0);
    });

    test(`DEC-80, DEC-74: a review, its dialog and its search are accessible at ${width} px`, async () => {
      const order = orderApprovedByHead();
      const { page, api } = await openApp(`/po/review/${order.id}/approver`, {
        as: 'priya',
        orders: [order],
        width,
        height: 812,
      });
      api.on('GET /api/search', { ...emptySearchResult, documents: [searchedOrder(order, 'priya')] });
      await button(page, 'Revise').waitFor();
      await expectAccessible(page);
      await button(page, 'Revise').click();
      await expect(page.getByRole('dialog', { name: /^Request Revision of/ })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      // The focus returns to the button that opened the dialog.
      await expect(button(page, 'Revise')).toBeFocused();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill(order.description);
      await expect(page.getByRole('option').filter({ hasText: order.description })).toBeVisible();
      await expectAccessible(page);
    });
  }
}
