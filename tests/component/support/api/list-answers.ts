import { inApproval } from '#domain/document';
import type { Status } from '#domain/document';
import type { ListSums } from '#domain/lists/lists';
import { fromCents, toCents } from '#domain/values/money';
import type { World } from './default-answers.ts';
import type { Call, FakeApi } from './fake-api.ts';
import { invoiceRow } from '../fixtures/invoices.ts';
import { paymentRow } from '../fixtures/payments.ts';
import { rowOf } from '../fixtures/purchase-orders.ts';

/** Whether a list that asks for these statuses shows a document; those in approval go by one of them. */
function isListed(
  { status, isWaiting }: { status: Status; isWaiting: boolean },
  wanted: readonly string[] = [],
  persona: string | undefined,
): boolean {
  // What waits for others is not the approver's.
  if (persona === 'APPROVER' && inApproval(status) && !isWaiting) return false;
  return wanted.length === 0 || wanted.includes(inApproval(status) ? 'SUBMITTED_FOR_APPROVAL' : status);
}

const isInList = (number: string, wanted: readonly string[] = []) =>
  wanted.length === 0 || wanted.some((digits) => number.includes(digits));

function pageOf<Row>(rows: readonly Row[], query: Call['query']): Row[] {
  const [page, count] = [Number(query['page'] ?? 1), Number(query['count'] ?? 50)];
  return rows.slice((page - 1) * count, page * count);
}

/** What rows come to, by currency. */
function sumsOf(rows: readonly { currency: string; totalCost: number }[]): ListSums {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    totalCost: fromCents(group.reduce((cents, { totalCost }) => cents + toCents(totalCost), 0)),
  }));
  return { sums };
}

/** Of a queue how many there are and what they come to, of another list only how many. */
function totalsOf(
  rows: Parameters<typeof sumsOf>[0],
  { persona }: Call['query'],
  wanted: readonly string[] = [],
) {
  const isQueue = persona === 'APPROVER' && wanted.includes('SUBMITTED_FOR_APPROVAL');
  return { total: rows.length, ...(isQueue && sumsOf(rows)) };
}

/** Lists narrow by status and number and keep the order of the world; what else a list sends is for the test to look at. */
export function answerLists(api: FakeApi, world: World): void {
  const orders = ({ query, body }: Pick<Call<'POST /api/pos/filter'>, 'query' | 'body'>) =>
    world.orders
      .filter(({ poNumber }) => isInList(poNumber, body.poNumbers))
      .map((order) => rowOf(order, world.person))
      .filter((row) => isListed(row, body.poStatuses, query['persona']));
  const invoices = ({ query, body }: Pick<Call<'POST /api/invoices/filter'>, 'query' | 'body'>) =>
    world.invoices
      .filter(({ number }) => isInList(number, body.numbers))
      .map((invoice) => invoiceRow(invoice, world.person))
      .filter(({ status, isWaiting }) => {
        // Denied invoices are among the voided ones (LS-16).
        const listed = { status: status === 'DENIED' ? ('VOID' as const) : status, isWaiting };
        return isListed(listed, body.statuses, query['persona']);
      });
  const payments = ({ query, body }: Pick<Call<'POST /api/payments/filter'>, 'query' | 'body'>) =>
    world.payments
      .filter(({ number }) => isInList(number, body.paymentNumbers))
      .map((payment) => paymentRow(payment, world.person))
      .filter((row) => isListed(row, body.statuses, query['persona']));
  api.on('POST /api/pos/filter', (call) => {
    const rows = orders(call);
    return { ...totalsOf(rows, call.query, call.body.poStatuses), poS: pageOf(rows, call.query) };
  });
  api.on('POST /api/invoices/filter', (call) => {
    const rows = invoices(call);
    return { ...totalsOf(rows, call.query, call.body.statuses), invoices: pageOf(rows, call.query) };
  });
  api.on('POST /api/payments/filter', (call) => {
    const rows = payments(call);
    return { ...totalsOf(rows, call.query, call.body.statuses), payments: pageOf(rows, call.query) };
  });
  api.on('POST /api/pos/filter/sums', (call) => sumsOf(orders(call)));
  api.on('POST /api/invoices/filter/sums', (call) => sumsOf(invoices(call)));
  api.on('POST /api/payments/filter/sums', (call) => sumsOf(payments(call)));
}
