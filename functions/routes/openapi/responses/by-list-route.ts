import * as v from 'valibot';
import { groupings } from '#domain/lists/list-columns';
import { listQuery } from '#domain/lists/list-filters';
import { listGroups } from '#domain/lists/list-group';
import { listSums } from '#domain/lists/list-response';
import * as lists from '#domain/lists/list-settings';
import type { ResponseSpec } from './by-session-route.ts';

const persona = v.pick(listQuery, ['persona']);
const sums: ResponseSpec = { answer: listSums, query: persona };
const groups: ResponseSpec = {
  answer: listGroups,
  query: v.object({
    ...persona.entries,
    by: v.pipe(
      v.picklist(groupings.PO),
      v.description('By what. Payments have groups by VENDOR, APPROVER and WEEK.'),
    ),
  }),
};
const file: ResponseSpec = { file: 'application/octet-stream' };

/** The responses of routes about whole lists. */
export const listRoutes: Readonly<Record<string, ResponseSpec>> = {
  'POST /api/pos/filter/sums': sums,
  'POST /api/invoices/filter/sums': sums,
  'POST /api/payments/filter/sums': sums,
  'POST /api/pos/filter/groups': groups,
  'POST /api/invoices/filter/groups': groups,
  'POST /api/payments/filter/groups': groups,
  'GET /api/list-settings': { answer: lists.allListSettings },
  'PUT /api/list-settings/:list': { answer: lists.listSettings },
  'POST /api/list-views': { answer: lists.listView, status: 201 },
  'PUT /api/list-views/:id': { answer: lists.listView },
  'DELETE /api/list-views/:id': { answer: v.object({ id: v.string() }) },
  'POST /api/reports/lists/pos': file,
  'POST /api/reports/lists/invoices': file,
  'POST /api/reports/lists/payments': file,
};
