import { Hono } from 'hono';
import * as v from 'valibot';
import type { DocType } from '#domain/document';
import { fetchedAmong, parseColumns } from '#domain/lists/list-columns';
import { invoiceFilters, listQuery, purchaseOrderFilters } from '#domain/lists/list-filters';
import { parseSort } from '#domain/lists/lists';
import type { Page } from '#domain/lists/lists';
import { logFormats } from '#domain/lists/log-format';
import { paymentFilters } from '#domain/payments/payment-filters';
import { defaultTimeZone } from '#domain/values/days';
import type { AppEnv } from '#middleware/context';
import { download } from '#middleware/download';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { readInOneTrip } from '#store/d1/query';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { exportList, exportPageSize, positionAfter } from '#verbs/lists/export-list';
import { invoiceListPlan, listInvoices } from '#verbs/invoices/list-invoices';
import { listPayments, paymentListPlan } from '#verbs/payments/list-payments';
import { listPurchaseOrders, purchaseOrderListPlan } from '#verbs/purchase-orders/list-purchase-orders';

export const exportQuery = v.object({
  ...optionalShowQuery.entries,
  persona: listQuery.entries.persona,
  sort: listQuery.entries.sort,
  columns: v.optional(v.pipe(v.string(), v.maxLength(500))),
  format: v.optional(v.picklist(logFormats), 'csv'),
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64)), defaultTimeZone),
});
type ExportQuery = v.InferOutput<typeof exportQuery>;

const firstPage: Page = { page: 1, count: exportPageSize };

/** The list and the file of an export, as its query names them. */
function requestOf<Type extends DocType, Filters>(docType: Type, query: ExportQuery, filters: Filters) {
  const columns = parseColumns(docType, query.columns);
  return {
    file: { format: query.format, timeZone: query.timeZone, columns },
    list: {
      filters,
      persona: query.persona ?? 'CREATOR',
      sort: parseSort(docType, query.sort),
      columns: fetchedAmong(columns),
    },
  };
}

/** Files of what a list shows: its columns, filters and order (VIEW-50). */
export const listExports = new Hono<AppEnv>()
  .post('/pos', valid('query', exportQuery), valid('json', purchaseOrderFilters), async (c) => {
    const filters = c.req.valid('json');
    const { file, list } = requestOf('PO', c.req.valid('query'), filters);
    const { context, rows } = await openShow(
      c,
      (member) => purchaseOrderListPlan(member, { ...list, page: firstPage }),
      { named: filters.showId, fresh: filters.poNumbers.length > 0 },
    );
    const pageOf = (found: typeof rows) => ({
      rows: listPurchaseOrders(context, found).poS,
      after: positionAfter(found.page.rows),
    });
    const readPage = async (page: Page) =>
      pageOf(await readInOneTrip(purchaseOrderListPlan(context, { ...list, page })));
    return download(c, await exportList(context, 'PO', file, pageOf(rows), readPage));
  })
  .post('/invoices', valid('query', exportQuery), valid('json', invoiceFilters), async (c) => {
    const filters = c.req.valid('json');
    const { file, list } = requestOf('INVOICE', c.req.valid('query'), filters);
    const { context, rows } = await openShow(
      c,
      (member) => invoiceListPlan(member, { ...list, page: firstPage }),
      { named: filters.showId },
    );
    const pageOf = (found: typeof rows) => ({
      rows: listInvoices(context, found).invoices,
      after: positionAfter(found.page.rows),
    });
    const readPage = async (page: Page) =>
      pageOf(await readInOneTrip(invoiceListPlan(context, { ...list, page })));
    return download(c, await exportList(context, 'INVOICE', file, pageOf(rows), readPage));
  })
  .post('/payments', valid('query', exportQuery), valid('json', paymentFilters), async (c) => {
    const { file, list } = requestOf('PAYMENT', c.req.valid('query'), c.req.valid('json'));
    const { context, rows } = await openShow(c, (member) =>
      paymentListPlan(member, { ...list, page: firstPage }),
    );
    requireModule(context, 'PAYMENT');
    const pageOf = (found: typeof rows) => ({
      rows: listPayments(context, found).payments,
      after: positionAfter(found.page.rows),
    });
    const readPage = async (page: Page) =>
      pageOf(await readInOneTrip(paymentListPlan(context, { ...list, page })));
    return download(c, await exportList(context, 'PAYMENT', file, pageOf(rows), readPage));
  });
