import { inApproval } from '#domain/document';
import type { Status } from '#domain/document';
import { fromCents, toCents } from '#domain/values/money';
import type { World } from './default-stubs.ts';
import type { Call, FakeApi } from './fake-api.ts';
import { invoiceRow } from '../fixtures/invoices.ts';
import { paymentRow } from '../fixtures/payments.ts';
import { rowOf } from '../fixtures/purchase-orders.ts';
import { listNames } from '#domain/lists/list-columns';
import type { ListGroups } from '#domain/lists/list-group';
import type { AllListSettings, ListSettings } from '#domain/lists/list-settings';
import type { ListTotals } from '#domain/lists/list-response';

/** Whether a list with these statuses shows a document. All statuses in approval count as SUBMITTED_FOR_APPROVAL. */
function isListed(
  { status, isWaiting }: { status: Status; isWaiting: boolean },
  requested: readonly string[] = [],
  persona: string | undefined,
): boolean {
  // The approver's list leaves out documents that wait for other approvers.
  if (persona === 'APPROVER' && inApproval(status) && !isWaiting) return false;
  return requested.length === 0 || requested.includes(inApproval(status) ? 'SUBMITTED_FOR_APPROVAL' : status);
}

const isInList = (number: string, requested: readonly string[] = []) =>
  requested.length === 0 || requested.some((digits) => number.includes(digits));

function pageOf<Row>(rows: readonly Row[], query: Call['query']): Row[] {
  const [page, count] = [Number(query['page'] ?? 1), Number(query['count'] ?? 50)];
  return rows.slice((page - 1) * count, page * count);
}

/** Sums the rows by currency. */
function sumsOf(rows: readonly { currency: string; totalCost: number }[]): ListTotals {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    totalCost: fromCents(group.reduce((cents, { totalCost }) => cents + toCents(totalCost), 0)),
  }));
  return { sums };
}

/** Returns the number of rows and, for an approver's queue, also their sums. */
function totalsOf(
  rows: Parameters<typeof sumsOf>[0],
  { persona }: Call['query'],
  requested: readonly string[] = [],
) {
  const isQueue = persona === 'APPROVER' && requested.includes('SUBMITTED_FOR_APPROVAL');
  return { total: rows.length, ...(isQueue && sumsOf(rows)) };
}

/** Groups the rows by vendor, whatever the request names. */
function groupsOf<Row extends Parameters<typeof sumsOf>[0][number]>(
  rows: readonly Row[],
  vendorOf: (row: Row) => string,
): ListGroups {
  const groups = [...Map.groupBy(rows, vendorOf)].map(([name, own]) => ({
    key: name,
    name,
    count: own.length,
    ...sumsOf(own),
  }));
  return { groups, isComplete: true };
}

/** Stubs how the person arranged their lists: nothing at first, then what they save. */
function stubListSettings(api: FakeApi): void {
  const saved: AllListSettings = { lists: [], views: [], share: { roles: [], departments: [] } };
  api.on('GET /api/list-settings', () => saved);
  api.on('PUT /api/list-settings/:list', ({ params, body }) => {
    const list = listNames.find((one) => one === params['list']) ?? 'PO_CREATOR';
    const known = saved.lists.find((one) => one.list === list);
    const before = known ?? {
      list,
      columns: null,
      density: 'COMFORTABLE' as const,
      defaultViewId: null,
      viewOrder: [],
    };
    const next = { ...before, ...body } as ListSettings;
    saved.lists = [...saved.lists.filter((one) => one.list !== list), next];
    return next;
  });
}

/** Stubs the lists. They filter by status and number only, and keep the order of the world. */
export function stubLists(api: FakeApi, world: World): void {
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
        // The status Void also lists denied invoices (LS-16).
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
  stubListSettings(api);
  api.on('POST /api/pos/filter/groups', (call) => groupsOf(orders(call), ({ vendor }) => vendor.name));
  api.on('POST /api/invoices/filter/groups', (call) =>
    groupsOf(invoices(call), ({ vendorName }) => vendorName),
  );
  api.on('POST /api/payments/filter/groups', (call) =>
    groupsOf(payments(call), ({ vendorName }) => vendorName),
  );
  api.on('POST /api/pos/filter/sums', (call) => sumsOf(orders(call)));
  api.on('POST /api/invoices/filter/sums', (call) => sumsOf(invoices(call)));
  api.on('POST /api/payments/filter/sums', (call) => sumsOf(payments(call)));
}
