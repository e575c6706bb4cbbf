import type { DocType } from '#domain/document';
import type { keys } from '../../../../keys.ts';
import { readListPage } from '../../list/use-list-pages.ts';

type Key = ReturnType<typeof keys.documents>;

const readers = {
  PO: async (key: Key) =>
    readListPage((await import('../../../purchase-orders/list/purchase-orders.tsx')).purchaseOrders, key),
  INVOICE: async (key: Key) =>
    readListPage((await import('../../../invoices/list/invoices.tsx')).invoices, key),
  PAYMENT: async (key: Key) =>
    readListPage((await import('../../../payments/list/payments.tsx')).payments, key),
} as const;

/** Reads the user's queue as the approvals screen does. Throws `ApiError`. */
export function readQueue(docType: DocType, key: Key) {
  return readers[docType](key);
}
