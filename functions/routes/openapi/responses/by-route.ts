import { documentReaders } from '#domain/questions/question-response';
import * as v from 'valibot';
import * as budgets from '#domain/budget/budget-response';
import * as measures from '#domain/budget/measures-response';
import * as currency from '#domain/currency/currency-response';
import { coverResponse } from '#domain/cover/cover-request';
import { listQuery } from '#domain/lists/list-filters';
import { roles } from '#domain/identity/permissions';
import { visibilityScopes } from '#domain/identity/visibility';
import { pageQuery } from '#middleware/pagination';
import { budgetRoutes } from './by-budget-route.ts';
import { listRoutes } from './by-list-route.ts';
import { done, templateResponse, idOnly, sessionRoutes } from './by-session-route.ts';
import type { ResponseSpec } from './by-session-route.ts';
import * as health from '#domain/operations/health-response';
import * as imports from '#domain/import/import-response';
import * as archives from '#domain/operations/archive-response';
import * as invoices from '#domain/invoices/invoice-response';
import * as management from '#domain/management/management-response';
import * as templates from '#domain/workflow/workflow-template-response';
import { bulkPreview } from '#domain/bulk-approval/bulk-preview';
import * as bulkApproval from '#domain/bulk-approval/bulk-response';
import * as lists from '#domain/lists/list-settings';
import { listGroups } from '#domain/lists/list-group';
import { listSums } from '#domain/lists/list-response';
import * as actions from '#domain/lifecycle/action-response';
import * as documents from '#domain/documents/document-response';
import * as history from '#domain/history/history-response';
import * as orders from '#domain/purchase-orders/purchase-order-response';
import * as payments from '#domain/payments/payment-response';
import * as relief from '#domain/relief/relief-response';
import * as vendors from '#domain/reference-data/vendor-response';
import { approvalRoute } from '#domain/workflow/approval-route-response';
import * as workflows from '#domain/workflow/workflow-response';
import * as reference from '#domain/reference-data/reference-data-response';
import * as search from '#domain/lists/search-response';
import * as homes from '#domain/lists/home-response';
import * as fileResponses from '#domain/documents/file-response';
import * as session from '#domain/identity/session-response';
import * as shows from '#domain/management/show-response';
import * as webhooks from '#domain/webhooks/webhook-response';

const text = v.string();
const optionalText = v.optional(text);
const place = v.object({ id: text, name: text, code: text });
const files = v.object({ attachmentIds: v.array(text) });
const file = v.object({ attachmentId: text });
const pdf = v.object({ success: v.literal(true), data: fileResponses.pdfStatusUpdate, error: v.null() });
const { contentVersion } = documents;
const attachments = v.object({ attachments: v.array(documents.attachment), contentVersion });
const visibilities = v.array(v.object({ id: v.picklist(visibilityScopes), name: text }));
const people = v.array(management.departmentUser);
const member = v.object({
  id: text,
  username: text,
  firstName: text,
  lastName: text,
  name: text,
  initials: text,
  isActive: v.boolean(),
  roleId: v.picklist(roles),
});
const orderResponse: ResponseSpec = { answer: orders.purchaseOrder };
const invoiceResponse: ResponseSpec = { answer: invoices.invoice };
const payment: ResponseSpec = { answer: payments.payment };
const actionResponse: ResponseSpec = { answer: actions.actionResult };
const run: ResponseSpec = { answer: bulkApproval.bulkProgress };
const noteResponse: ResponseSpec = { answer: documents.note };
const documentReadersResponse: ResponseSpec = { answer: documentReaders };
const overriding = v.object({
  overrideDuplicateValidation: v.optional(
    v.pipe(text, v.description('`true`: save the invoice even if another invoice has its number.')),
  ),
});
const bySlug = v.object({
  showSlug: v.optional(v.pipe(text, v.description('The slug of the show. Use it instead of `showId`.'))),
});
const anyFile: ResponseSpec = { file: 'application/octet-stream' };

/** The schemas of the modules above by name, as components of the OpenAPI document. */
export const definitions: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  [
    { listSums, listGroups },
    { listView: lists.listView, listSettings: lists.listSettings },
    documents,
    vendors,
    history,
    workflows,
    actions,
    relief,
    orders,
    invoices,
    payments,
    bulkApproval,
    homes,
    search,
    reference,
    fileResponses,
    management,
    templates,
    session,
    health,
    shows,
    imports,
    archives,
    budgets,
    measures,
    currency,
    webhooks,
  ]
    .flatMap((module) => Object.entries<v.GenericSchema>(module))
    .map(([name, schema]) => [name.charAt(0).toUpperCase() + name.slice(1), schema]),
);

/** The response of each route in the registry, complete for routes that tokens may call, and partial for the others. */
export const responseByRoute: Readonly<Record<string, ResponseSpec>> = {
  'GET /api/covers': { answer: v.array(coverResponse) },
  ...budgetRoutes,
  'GET /api/users/shows': { answer: shows.ownShows, query: pageQuery },
  'GET /api/users/config': { answer: shows.showConfig },
  'GET /api/users/meta': {
    answer: shows.showMeta,
    query: v.object({
      revisions: v.optional(
        v.pipe(text, v.description('`1`: also return the documents that were sent back to the user.')),
      ),
    }),
  },
  'GET /api/users/roles': { answer: v.array(v.object({ id: v.picklist(roles), name: text })) },
  'GET /api/users/po-visibility': { answer: visibilities },
  'GET /api/users/invoice-visibility': { answer: visibilities },
  'GET /api/users': { answer: v.union([v.array(member), management.foundUser]) },
  'GET /api/users/:id': { answer: management.user },
  'GET /api/shows/:id': { answer: shows.show },
  'GET /api/shows/:id/settings': { answer: shows.showSettings },
  'GET /api/shows/:id/features': { answer: v.array(text) },

  'GET /api/departments': { answer: v.array(management.department) },
  'POST /api/departments/users/list': { answer: people },
  'GET /api/departments/:id/users': { answer: people },
  'GET /api/departments/:id/user/:userId': { answer: management.departmentMembership },
  'GET /api/departments/:id/check': {
    answer: v.object({
      canRemove: v.boolean(),
      isDepartmentApprover: v.boolean(),
      pendingDocuments: v.number(),
    }),
  },
  'GET /api/workflow-template': { answer: v.array(templates.workflowTemplate) },
  'GET /api/purchase-order-workflow-template/:id': templateResponse,
  'GET /api/invoice-workflow-template/:id': templateResponse,
  'GET /api/payment-workflow-template/:id': templateResponse,
  'GET /api/payment-workflow-template/listing': { answer: v.array(payments.paymentTemplate) },
  'GET /api/payment-workflow-template/project-bank-accounts/:id': {
    answer: v.array(templates.templateBankAccount),
  },

  'GET /api/vendors': {
    answer: v.array(reference.vendorMatch),
    query: v.object({
      id: v.optional(v.pipe(text, v.description('The id of the show.'))),
      search: v.optional(v.pipe(text, v.description('At least two characters.'))),
      t: v.optional(v.pipe(text, v.description('`1`: also return temporary vendors.'))),
    }),
  },
  'GET /api/vendors/active': {
    answer: v.object({ isActive: v.boolean() }),
    query: v.object({ externalId: text }),
  },
  'GET /api/vendors/:id': { answer: vendors.vendor },
  'GET /api/vendors/:id/open-documents': {
    answer: reference.vendorUseCount,
    query: v.object({
      documentId: v.optional(v.pipe(text, v.description('A document to leave out of the count.'))),
    }),
  },
  'GET /api/vendors/:id/details': { answer: reference.vendorDetails },
  'GET /api/companies': { answer: v.array(reference.company), query: bySlug },
  'GET /api/companies/:id': { answer: reference.company, query: bySlug },
  'GET /api/coa/:license': {
    answer: v.array(reference.accountField),
    query: v.object({
      includeAccountParts: v.optional(v.pipe(text, v.description('`false`: return only the headers.'))),
    }),
  },
  'GET /api/search': { answer: search.showSearchAnswer },
  'GET /api/home': { answer: homes.home },
  'GET /data/countries': { answer: v.array(place) },
  'GET /data/countries/:id/regions': { answer: v.array(place) },

  'POST /api/pos': { ...orderResponse, status: 201 },
  'POST /api/pos/filter': { answer: orders.purchaseOrderList, query: listQuery },
  'GET /api/pos/:id': orderResponse,
  'PUT /api/pos/:id': orderResponse,
  'PUT /api/pos/:id/submit': {
    ...orderResponse,
    query: v.object({
      r: v.optional(v.pipe(text, v.description('`1`: the document is submitted again after a revision.'))),
    }),
  },
  'PUT /api/pos/:id/pull-from-approval': orderResponse,
  'PUT /api/pos/:id/pull': orderResponse,
  'POST /api/pos/push/:id': orderResponse,
  'POST /api/pos/lineitem/:id': { answer: orders.line },
  'PUT /api/pos/:id/lines/:lineId/closed': orderResponse,
  'POST /api/pos/:id/discard-change-order': orderResponse,
  'POST /api/pos/attachments/:id': { answer: attachments },
  'POST /api/pos/:id/notes': { ...noteResponse, status: 201 },
  'PUT /api/pos/:id/notes': noteResponse,
  'POST /api/pos/:id/notes/withdraw': noteResponse,
  'GET /api/pos/:id/readers': documentReadersResponse,
  'GET /api/pos/get-for-relieve/:vendorId': { answer: v.object({ poS: v.array(relief.relievablePo) }) },

  'POST /api/invoices': { ...invoiceResponse, status: 201, query: overriding },
  'POST /api/invoices/filter': { answer: invoices.invoiceList, query: listQuery },
  'POST /api/invoices/similar': { answer: v.array(invoices.similarInvoice) },
  'GET /api/invoices/:id': invoiceResponse,
  'PUT /api/invoices/:id': { ...invoiceResponse, query: overriding },
  'PUT /api/invoices/:id/submit': invoiceResponse,
  'PUT /api/invoices/:id/pull': invoiceResponse,
  'POST /api/invoices/attachments/:id': { answer: attachments },
  'POST /api/invoices/:id/notes': { ...noteResponse, status: 201 },
  'PUT /api/invoices/:id/notes': noteResponse,
  'POST /api/invoices/:id/notes/withdraw': noteResponse,
  'GET /api/invoices/:id/readers': documentReadersResponse,

  'POST /api/payments/filter': { answer: payments.paymentList, query: listQuery },
  'GET /api/payments/:id': payment,
  'POST /api/payments/refresh': { answer: v.object({ accepted: v.boolean() }), status: 202 },
  'PUT /api/payments/:id/submit': payment,
  'PUT /api/payments/:id/pull': payment,
  'POST /api/payments/attachments/:id': {
    answer: v.object({ attachments: v.array(payments.paymentAttachment), contentVersion }),
  },
  'POST /api/payments/:id/notes': { ...noteResponse, status: 201 },
  'PUT /api/payments/:id/notes': noteResponse,
  'POST /api/payments/:id/notes/withdraw': noteResponse,
  'GET /api/payments/:id/readers': documentReadersResponse,
  'GET /api/payments/search/setup': { answer: payments.paymentFilterSetup },
  'GET /api/payments/search/:type': { answer: v.array(text), query: v.object({ search: optionalText }) },

  'POST /api/workflows/approval': actionResponse,
  'POST /api/workflows/revision': actionResponse,
  'POST /api/workflows/void': actionResponse,
  'POST /api/workflows/deny': actionResponse,
  'GET /api/workflows/route': { answer: approvalRoute },
  'POST /api/workflows/nudge': actionResponse,
  'POST /api/workflows/take-back': actionResponse,
  'POST /api/workflows/send-back': actionResponse,
  'POST /api/workflows/adjust': orderResponse,
  'POST /api/workflows/bulk-approval': { ...run, orLater: true },
  'GET /api/workflows/bulk-approval': { answer: v.object({ runId: v.nullable(text) }) },
  'GET /api/workflows/bulk-approval/:runId': { answer: bulkApproval.bulkRun },
  'DELETE /api/workflows/bulk-approval/:runId': run,
  'POST /api/workflows/bulk-approval/:runId/seen': { answer: v.object({ runId: text }) },
  'POST /api/workflows/bulk-approval/:runId/retry': { ...run, orLater: true },
  'POST /api/workflows/bulk-approval/:runId/undo': { ...run, orLater: true },
  'POST /api/workflows/bulk-approval/preview': { answer: bulkPreview },
  'POST /api/workflows/bulk-push': { ...run, orLater: true },
  'POST /api/workflows/bulk-submit': { ...run, orLater: true },

  'POST /api/reports/email-pdf': { answer: done },
  'GET /api/reports/email-pdf/links': { answer: v.object({ links: v.array(fileResponses.mailedLink) }) },
  'DELETE /api/reports/email-pdf/links/:id': { answer: idOnly },
  'GET /api/reports/download/po-log/:showId': anyFile,
  'GET /api/reports/download/invoice-log/:showId': anyFile,
  'GET /api/reports/download/audit-log/:showId': anyFile,
  'GET /api/reports/download/audit-pack/:id': { file: 'application/zip' },
  'POST /api/reports/pdf/generate': {
    answer: v.object({ ...pdf.entries, data: v.object({ taskId: text }) }),
  },
  'GET /api/reports/pdf/download/:id': { answer: pdf },
  'POST /api/reports/download-pdf/purchase-order': { file: 'application/pdf' },
  'GET /files/pdf/:taskId/:fileName': { file: 'application/pdf' },
  'GET /files/attachment/download/:id': anyFile,
  'GET /files/:owner/:id/newpreview/:name': anyFile,
  'GET /files/:owner/:id/preview/:name': anyFile,
  'POST /files/:owner/attachment': { answer: fileResponses.uploaded, status: 201, upload: true },
  'POST /files/attachment/:id/erase': { answer: fileResponses.erased },
  'DELETE /files/attachment/:id': { answer: file },
  'DELETE /files/attachments': { answer: files },
  'DELETE /files/vendor-attachment/:id': { answer: file },

  'GET /api/imports/template': anyFile,
  'POST /api/imports/check': { answer: imports.importCheck, upload: true },
  'POST /api/imports/orders': { answer: imports.importProgress, upload: true, orLater: true },
  'POST /api/imports/vendors': { answer: v.object({ created: v.number() }), upload: true },
  'GET /api/imports/:id': { answer: imports.importProgress },
  'GET /api/archives': { answer: v.object({ archives: v.array(archives.archive) }) },
  'POST /api/archives': { answer: idOnly, status: 202 },
  'GET /api/archives/:id/:part': { file: 'application/zip' },
  ...listRoutes,
  ...sessionRoutes,
};
