import type { Locator, Page } from '@playwright/test';
import { orderNumber } from '#domain/documents/document-number';
import { expect } from '../environment/product.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type Named = Pick<PurchaseOrder, 'id' | 'prefix' | 'poNumber'>;

/** The number as the interface shows it: `SD-00042`. */
export const numberOf = orderNumber;

/** Opens the review of a purchase order and waits for its heading. */
export async function openReview(page: Page, order: Named, as: 'creator' | 'approver'): Promise<void> {
  await page.goto(`/po/review/${order.id}/${as}`);
  await expect(page.getByRole('heading', { name: `Purchase Order ${numberOf(order)}` })).toBeVisible();
}

/** Opens the review of an invoice. */
export async function openInvoiceReview(
  page: Page,
  { id, number }: { id: string; number: string },
  as: 'creator' | 'approver',
): Promise<void> {
  await page.goto(`/invoice/review/${id}/${as}`);
  await expect(page.getByRole('heading', { name: `Invoice ${number}`, exact: true })).toBeVisible();
}

/** Opens the review of a payment; `suffix` follows its id in the address. */
export async function openPaymentReview(
  page: Page,
  { id, number }: { id: string; number: string },
  suffix: '' | '/approver' | '?referrer=listing' = '',
): Promise<void> {
  await page.goto(`/payment/review/${id}${suffix}`);
  await expect(page.getByRole('heading', { name: `Payment ${number}`, exact: true })).toBeVisible();
}

export function bar(page: Page): Locator {
  return page.getByRole('region', { name: /^(Submission|Approval) actions$/ });
}

/** Waits until the actions of a document that opened by itself accept keys: they are inert for a moment. */
export async function waitForActions(page: Page): Promise<void> {
  await expect(bar(page)).toBeVisible();
  await expect(bar(page).locator('[inert]')).toHaveCount(0);
}

export function button(page: Page, name: string): Locator {
  return bar(page).getByRole('button', { name, exact: true });
}

/** Opens the menu of the action bar. */
export async function openMenu(page: Page): Promise<Locator> {
  await button(page, 'More actions').click();
  return page.getByRole('menu', { name: 'More actions' });
}
