import { counters } from '#store/show/tables/reference-tables';
import { addExamples } from './examples.ts';
import { invoiceStories, liveInvoice } from './invoices.ts';
import type { Life } from './document-builder.ts';
import { livePayment, openPayable, paymentStories } from './payments.ts';
import { poPlans } from './purchase-order-stories.ts';
import { livePurchaseOrder } from './purchase-orders.ts';
import { openReliefBook } from './relief-book.ts';
import type { Show } from '../show/show.ts';
import { writeLife } from './write-document.ts';

/** All documents of a show of the standard studio; orders first, since invoices relieve them and payments settle those. */
export function addDocuments(show: Show): Life[] {
  const { counts } = show.plan;
  const start = show.settings.poNumberStart;
  const orders = poPlans(show, counts.purchaseOrders).map((plan, n) =>
    livePurchaseOrder(show, plan, start + n),
  );
  const book = openReliefBook(orders);
  const bills = invoiceStories(show, counts.invoices).map((story, sequence) =>
    liveInvoice(show, book, { story, sequence, lean: false }),
  );
  const payable = openPayable(bills);
  const paid = paymentStories(show, counts.payments).map((story, sequence) =>
    livePayment(show, payable, { story, sequence, lean: false }),
  );
  const examples = addExamples(show, { book, orders, bills });
  const lives = [...orders, ...bills, ...paid, ...examples];
  for (const life of lives) writeLife(life);
  addCounter(show, start + lives.filter(({ header }) => header.type === 'PO').length - 1);
  return lives;
}

/** DEC-17: the newest number taken. */
export function addCounter(show: Show, value: number): void {
  show.rows.add(counters, { showId: show.plan.id, name: 'po', value });
}
