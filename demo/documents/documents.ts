import { counters } from '#store/show/tables/reference-tables';
import { addExamples } from './examples.ts';
import { invoiceStories, buildInvoice } from './invoices.ts';
import type { DemoDocument } from './document-builder.ts';
import { buildPayment, openPayable, paymentStories } from './payments.ts';
import { poPlans } from './purchase-order-stories.ts';
import { buildPurchaseOrder } from './purchase-orders.ts';
import { openReliefBook } from './relief-book.ts';
import type { Show } from '../show/show.ts';
import { writeDocument } from './write-document.ts';

/**
 * Adds all documents of a show of the standard studio; orders first, since invoices relieve them and payments settle
 * invoices.
 */
export function addDocuments(show: Show): DemoDocument[] {
  const { counts } = show.plan;
  const start = show.settings.poNumberStart;
  const orders = poPlans(show, counts.purchaseOrders).map((plan, n) =>
    buildPurchaseOrder(show, plan, start + n),
  );
  const book = openReliefBook(orders);
  const bills = invoiceStories(show, counts.invoices).map((story, sequence) =>
    buildInvoice(show, book, { story, sequence, lean: false }),
  );
  const payable = openPayable(bills);
  const paid = paymentStories(show, counts.payments).map((story, sequence) =>
    buildPayment(show, payable, { story, sequence, lean: false }),
  );
  const examples = addExamples(show, { book, orders, bills });
  const documents = [...orders, ...bills, ...paid, ...examples];
  for (const document of documents) writeDocument(document);
  addCounter(show, start + documents.filter(({ header }) => header.type === 'PO').length - 1);
  return documents;
}

/** Stores the highest used number (DEC-17). */
export function addCounter(show: Show, value: number): void {
  show.rows.add(counters, { showId: show.plan.id, name: 'po', value });
}
