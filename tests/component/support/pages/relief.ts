import { orderNumber } from '#domain/documents/document-number';
import { expect } from '../expect.ts';
import { lineTable } from './line-table.ts';
import type { Page } from '../page.ts';
import type { InvoiceLine } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Returns the fields of an invoice line that relieves this line of an order. Lines count from 1. */
export function relievingLine(
  { poNumber, lineItems }: PurchaseOrder,
  orderLine: number,
  amount: number,
): Partial<InvoiceLine> {
  return {
    amount,
    referencePo: poNumber,
    referencePoLineNumber: orderLine,
    relievePoLineItemId: lineItems[orderLine - 1]?.id ?? null,
  };
}

/** Chooses the purchase order of the edited line, by the digits of its number. */
export async function chooseOrder(page: Page, line: number, order: PurchaseOrder): Promise<void> {
  const box = lineTable(page).combo(line, 'PO');
  await box.fill(String(Number(order.poNumber)));
  await page.getByRole('option', { name: orderNumber(order) }).click();
  await expect(box).toHaveValue(orderNumber(order));
}

export async function chooseOrderLine(page: Page, line: number, option: RegExp | string): Promise<void> {
  await lineTable(page).row(line).getByRole('button', { name: 'PO Line' }).click();
  await page.getByRole('option', { name: option }).click();
}
