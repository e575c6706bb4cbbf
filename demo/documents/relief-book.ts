import { relief } from '#store/show/tables/invoice-tables';
import type { DemoDocument, Line } from './document-builder.ts';

/** Balances of relievable purchase order lines while invoices are built (DEC-38, DEC-39). */
export interface ReliefBook {
  orders: readonly DemoDocument[];
  /** Cents by purchase order line. */
  left: Map<string, number>;
}

export function openReliefBook(documents: readonly DemoDocument[]): ReliefBook {
  const orders = documents.filter(
    ({ header, show }) =>
      show.settings.purchaseOrderRelieveResources &&
      header.status === 'APPROVED' &&
      header.archivedAt === null &&
      header.foundInAccounting &&
      header.temporaryVendorId === null,
  );
  return {
    orders,
    left: new Map(orders.flatMap(({ lines }) => lines.map((line) => [line.id, line.totalCents]))),
  };
}

export function leftOn(book: ReliefBook, line: Line): number {
  return book.left.get(line.id) ?? 0;
}

/** Subtracts the lines of an invoice in approval or approved; a purchase order without balance is relieved. */
export function relieve(book: ReliefBook, order: DemoDocument, invoice: DemoDocument): void {
  if (invoice.header.status !== 'SUBMITTED_FOR_APPROVAL' && invoice.header.status !== 'APPROVED') return;
  const ids = new Set(order.lines.map(({ id }) => id));
  for (const line of invoice.lines) {
    const poLineId = line.relievePoLineId;
    if (poLineId === null || !ids.has(poLineId)) continue;
    book.left.set(poLineId, (book.left.get(poLineId) ?? 0) - line.totalCents);
    invoice.show.rows.add(relief, {
      showId: invoice.show.plan.id,
      poLineId,
      invoiceLineId: line.id,
      poId: order.header.id,
      invoiceId: invoice.header.id,
      amountCents: line.totalCents,
    });
  }
  order.header.isRelieved = order.lines.reduce((sum, line) => sum + leftOn(book, line), 0) <= 0;
}
