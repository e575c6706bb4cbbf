import type { Locator, Page } from '@playwright/test';
import { orderNumber } from '../../../../domain/documents/order-number.ts';
import type { PurchaseOrder } from '../../../../domain/purchase-orders/purchase-order.ts';
import { expect } from '../environment/product.ts';

type Named = Pick<PurchaseOrder, 'id' | 'prefix' | 'poNumber'>;

/** The number as people read it: `SD-00042`. */
export const numberOf = orderNumber;

/** Opens the review of a purchase order and waits until it is drawn. */
export async function openReview(page: Page, order: Named, as: 'creator' | 'approver'): Promise<void> {
  await page.goto(`/po/review/${order.id}/${as}`);
  await expect(page.getByRole('heading', { name: `Purchase Order ${numberOf(order)}` })).toBeVisible();
}

/** The same of an invoice. */
export async function openInvoiceReview(
  page: Page,
  { id, number }: { id: string; number: string },
  as: 'creator' | 'approver',
): Promise<void> {
  await page.goto(`/invoice/review/${id}/${as}`);
  await expect(page.getByRole('heading', { name: `Invoice ${number}`, exact: true })).toBeVisible();
}

/** The same of a payment; `rest` is what follows its id in the address. */
export async function openPaymentReview(
  page: Page,
  { id, number }: { id: string; number: string },
  rest: '' | '/approver' | '?referrer=listing' = '',
): Promise<void> {
  await page.goto(`/payment/review/${id}${rest}`);
  await expect(page.getByRole('heading', { name: `Payment ${number}`, exact: true })).toBeVisible();
}

export function bar(page: Page): Locator {
  return page.getByRole('region', { name: /^(Submission|Approval) actions$/ });
}

/** What opened by itself has been in view for a moment, and can be acted on from the keyboard. */
export async function beenInView(page: Page): Promise<void> {
  await expect(bar(page)).toBeVisible();
  await expect(bar(page).locator('[inert]')).toHaveCount(0);
}

export function button(page: Page, name: string): Locator {
  return bar(page).getByRole('button', { name, exact: true });
}

/** Opens the menu of the bar. */
export async function openMenu(page: Page): Promise<Locator> {
  await button(page, 'More actions').click();
  return page.getByRole('menu', { name: 'More actions' });
}
