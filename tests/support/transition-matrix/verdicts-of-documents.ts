import { at, by, bystander, document, fresh, member } from './route-verdict.ts';
import type { Need, Place, Verdict } from './route-verdict.ts';

const action = (docType: 'PO' | 'INVOICE') => (place: Place) => ({
  docId: docType === 'PO' ? at.po(place) : at.invoice(place),
  docType,
  showId: place.showId,
  workflowStepId: `${place.showId}_nostep`,
});
const pdfOf = (place: Place) => ({
  docId: at.po(place),
  docType: 'PO',
  showId: place.showId,
  userId: bystander,
  persona: 'CREATOR',
});
const note = () => ({ content: 'Seen', keyId: fresh() });
const noteEdit = (place: Place) => ({ id: `${place.showId}_note`, content: 'Seen again' });
function notesOf(path: string, docId: (place: Place) => string, needs: readonly Need[] = []) {
  return {
    [`POST ${path}/:id/notes`]: document(
      by((place) => `${path}/${docId(place)}/notes`),
      needs,
      note,
    ),
    [`PUT ${path}/:id/notes`]: document(
      by((place) => `${path}/${docId(place)}/notes`),
      needs,
      noteEdit,
    ),
  };
}

/** Documents of all types with what hangs on them, and what their forms offer. */
export const documentVerdicts: Record<string, Verdict> = {
  'GET /api/vendors': member(({ showId }) => `/api/vendors?id=${showId}&showId=${showId}&search=lumen`),
  'GET /api/vendors/active': member('/api/vendors/active?externalId=lumen'),
  'GET /api/vendors/:id': member(by((place) => `/api/vendors/${at.vendor(place)}`)),
  'GET /api/vendors/:id/open-documents': document('/api/vendors/none/open-documents'),
  'GET /api/vendors/:id/details': member(by((place) => `/api/vendors/${at.vendor(place)}/details`)),
  'GET /api/companies': member('/api/companies'),
  'GET /api/companies/:id': member('/api/companies/pc1'),
  'GET /api/coa/:license': document('/api/coa/none'),
  'GET /api/search': member('/api/search?q=lumen'),
  'GET /api/home': member('/api/home'),

  'POST /api/pos': document('/api/pos', [], ({ showId }) => ({ showId })),
  'POST /api/pos/filter': member('/api/pos/filter', [], ({ showId }) => ({ showId })),
  'POST /api/pos/filter/sums': member('/api/pos/filter/sums', [], ({ showId }) => ({ showId })),
  'POST /api/pos/push/:id': document(by((place) => `/api/pos/push/${at.po(place)}`)),
  'POST /api/pos/lineitem/:id': document(
    by((place) => `/api/pos/lineitem/${at.po(place)}`),
    [],
    () => ({
      lineItem: { id: 'none', description: 'x' },
    }),
  ),
  'GET /api/pos/get-for-relieve/:vendorId': member(
    by((place) => `/api/pos/get-for-relieve/${at.vendor(place)}?companyId=pc1&currencyId=usd1`),
  ),
  'GET /api/pos/:id': document(by((place) => `/api/pos/${at.po(place)}`)),
  'PUT /api/pos/:id': document(
    by((place) => `/api/pos/${at.po(place)}`),
    [],
    () => ({ description: 'x' }),
  ),
  'PUT /api/pos/:id/submit': document(by((place) => `/api/pos/${at.po(place)}/submit?r=0`)),
  'PUT /api/pos/:id/pull-from-approval': document(
    by((place) => `/api/pos/${at.po(place)}/pull-from-approval`),
  ),
  'POST /api/pos/:id/discard-change-order': document(
    by((place) => `/api/pos/${at.po(place)}/discard-change-order`),
  ),
  'PUT /api/pos/:id/pull': document(by((place) => `/api/pos/${at.po(place)}/pull`)),
  'POST /api/pos/attachments/:id': document(
    by((place) => `/api/pos/attachments/${at.po(place)}`),
    [],
    () => ({
      attachments: [],
    }),
  ),
  ...notesOf('/api/pos', at.po),

  'POST /api/invoices': document('/api/invoices', ['invoices'], ({ showId }) => ({ showId })),
  'POST /api/invoices/filter': member('/api/invoices/filter', ['invoices'], ({ showId }) => ({ showId })),
  'POST /api/invoices/filter/sums': member('/api/invoices/filter/sums', ['invoices'], ({ showId }) => ({
    showId,
  })),
  'POST /api/invoices/similar': member('/api/invoices/similar', ['invoices'], ({ showId }) => ({ showId })),
  'GET /api/invoices/:id': document(
    by((place) => `/api/invoices/${at.invoice(place)}`),
    ['invoices'],
  ),
  'PUT /api/invoices/:id': document(
    by((place) => `/api/invoices/${at.invoice(place)}`),
    ['invoices'],
    () => ({
      description: 'x',
    }),
  ),
  'PUT /api/invoices/:id/submit': document(
    by((place) => `/api/invoices/${at.invoice(place)}/submit`),
    ['invoices'],
  ),
  'PUT /api/invoices/:id/pull': document(
    by((place) => `/api/invoices/${at.invoice(place)}/pull`),
    ['invoices'],
  ),
  'POST /api/invoices/attachments/:id': document(
    by((place) => `/api/invoices/attachments/${at.invoice(place)}`),
    ['invoices'],
    () => ({ attachments: [] }),
  ),
  ...notesOf('/api/invoices', at.invoice, ['invoices']),

  'POST /api/payments/filter': member('/api/payments/filter', ['payments'], ({ showId }) => ({ showId })),
  'POST /api/payments/filter/sums': member('/api/payments/filter/sums', ['payments'], ({ showId }) => ({
    showId,
  })),
  'POST /api/payments/refresh': member('/api/payments/refresh', ['payments']),
  'POST /api/payments/attachments/:id': document(
    by((place) => `/api/payments/attachments/${at.payment(place)}`),
    ['payments'],
    () => ({ attachments: [] }),
  ),
  'GET /api/payments/search/setup': member('/api/payments/search/setup', ['payments']),
  'GET /api/payments/search/:type': member('/api/payments/search/vendor?search=lu', ['payments']),
  'GET /api/payments/:id': document(
    by((place) => `/api/payments/${at.payment(place)}`),
    ['payments'],
  ),
  'PUT /api/payments/:id/submit': document(
    by((place) => `/api/payments/${at.payment(place)}/submit`),
    ['payments'],
    () => ({}),
  ),
  'PUT /api/payments/:id/pull': document(
    by((place) => `/api/payments/${at.payment(place)}/pull`),
    ['payments'],
  ),
  ...notesOf('/api/payments', at.payment, ['payments']),

  'POST /api/workflows/bulk-approval': member('/api/workflows/bulk-approval', ['payments'], (place) => ({
    items: [{ id: at.payment(place), workflowStepId: 'none' }],
    showId: place.showId,
  })),
  'GET /api/workflows/bulk-approval': member('/api/workflows/bulk-approval', ['payments']),
  'GET /api/workflows/bulk-approval/:runId': document(
    by((place) => `/api/workflows/bulk-approval/${at.run(place)}`),
  ),
  'DELETE /api/workflows/bulk-approval/:runId': document(
    by((place) => `/api/workflows/bulk-approval/${at.run(place)}`),
  ),
  'POST /api/workflows/bulk-approval/:runId/seen': document(
    by((place) => `/api/workflows/bulk-approval/${at.run(place)}/seen`),
  ),
  'POST /api/workflows/bulk-approval/:runId/retry': document(
    by((place) => `/api/workflows/bulk-approval/${at.run(place)}/retry`),
  ),
  'POST /api/workflows/approval': document('/api/workflows/approval', [], action('PO')),
  'POST /api/workflows/revision': document('/api/workflows/revision', [], action('PO')),
  'POST /api/workflows/void': document('/api/workflows/void', [], action('PO')),
  'POST /api/workflows/deny': document('/api/workflows/deny', ['invoices'], action('INVOICE')),
  'POST /api/workflows/adjust': document('/api/workflows/adjust', [], (place) => ({
    poId: at.po(place),
    reason: 'More',
  })),

  'GET /api/imports/template': member('/api/imports/template?kind=PO', [['CreatePurchaseOrders', 'FULL']]),
  'POST /api/imports/check': member('/api/imports/check?kind=PO', [['CreatePurchaseOrders', 'FULL']]),
  'POST /api/imports/orders': member('/api/imports/orders?count=1', [['CreatePurchaseOrders', 'FULL']]),
  'POST /api/imports/vendors': member('/api/imports/vendors?count=1', [['CreatePurchaseOrders', 'FULL']]),
  'GET /api/imports/:id': document(by(({ ids, showId }) => `/api/imports/${ids ?? showId}_import`)),

  'GET /api/archives': member('/api/archives', [['Show', 'FULL']]),
  'POST /api/archives': member('/api/archives', [['Show', 'FULL']]),
  'GET /api/archives/:id/:part': document(
    by(({ ids, showId }) => `/api/archives/${ids ?? showId}_archive/1`),
  ),
  'DELETE /api/archives/:id': document(by(({ ids, showId }) => `/api/archives/${ids ?? showId}_archive`)),

  'POST /api/reports/email-pdf': document('/api/reports/email-pdf', [], (place) => ({
    recipients: ['a@b.example'],
    pdfData: pdfOf(place),
  })),
  'GET /api/reports/email-pdf/links': document(
    by((place) => `/api/reports/email-pdf/links?docType=PO&docId=${at.po(place)}`),
  ),
  'DELETE /api/reports/email-pdf/links/:id': document(
    by((place) => `/api/reports/email-pdf/links/${at.link(place)}`),
  ),
  'GET /api/reports/download/po-log/:showId': member(
    ({ showId }) => `/api/reports/download/po-log/${showId}`,
  ),
  'GET /api/reports/download/invoice-log/:showId': member(
    ({ showId }) => `/api/reports/download/invoice-log/${showId}`,
    ['invoices'],
  ),
  'GET /api/reports/download/audit-log/:showId': member(
    ({ showId }) => `/api/reports/download/audit-log/${showId}`,
    [['Show', 'FULL']],
  ),
  'GET /api/reports/download/audit-pack/:id': document(
    by((place) => `/api/reports/download/audit-pack/${at.po(place)}`),
  ),
  'POST /api/reports/pdf/generate': document('/api/reports/pdf/generate', [], pdfOf),
  'POST /api/reports/download-pdf/purchase-order': document(
    '/api/reports/download-pdf/purchase-order',
    [],
    (place) => ({
      data: { docId: at.po(place), showId: place.showId },
      purchaseOrderApprovalHistoryIndex: 0,
    }),
  ),
  'GET /api/reports/pdf/download/:id': document(by((place) => `/api/reports/pdf/download/${at.task(place)}`)),
  'GET /files/attachment/download/:id': document(
    by((place) => `/files/attachment/download/${at.file(place)}`),
  ),
  'GET /files/pdf/:taskId/:fileName': document(by((place) => `/files/pdf/${at.task(place)}/x.pdf`)),
  'GET /files/:owner/:id/newpreview/:name': document(
    by((place) => `/files/po/${at.file(place)}/newpreview/x.pdf`),
  ),
  'GET /files/:owner/:id/preview/:name': document(by((place) => `/files/po/${at.file(place)}/preview/x.pdf`)),
  'POST /files/:owner/attachment': document('/files/po/attachment'),
  'POST /files/attachment/:id/erase': document(
    by((place) => `/files/attachment/${at.file(place)}/erase`),
    [['Internal', 'FULL']],
    () => ({ reason: 'Court order' }),
  ),
  'DELETE /files/attachment/:id': document(by((place) => `/files/attachment/${at.file(place)}`)),
  'DELETE /files/attachments': document('/files/attachments', [], (place) => ({
    attachmentIds: [at.file(place)],
  })),
  'DELETE /files/vendor-attachment/:id': document(
    by((place) => `/files/vendor-attachment/${at.file(place)}`),
  ),
};
