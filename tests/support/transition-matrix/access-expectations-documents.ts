import { at, by, bystander, document, fresh, member } from './expected-access.ts';
import type { Need, TargetShow, ExpectedAccess } from './expected-access.ts';

const action = (docType: 'PO' | 'INVOICE') => (target: TargetShow) => ({
  docId: docType === 'PO' ? at.po(target) : at.invoice(target),
  docType,
  showId: target.showId,
  workflowStepId: `${target.showId}_nostep`,
});
const pdfOf = (target: TargetShow) => ({
  docId: at.po(target),
  docType: 'PO',
  showId: target.showId,
  userId: bystander,
  persona: 'CREATOR',
});
const note = () => ({ content: 'Seen', keyId: fresh() });
const noteEdit = (target: TargetShow) => ({ id: `${target.showId}_note`, content: 'Seen again' });
function notesOf(path: string, docId: (target: TargetShow) => string, needs: readonly Need[] = []) {
  return {
    [`POST ${path}/:id/notes`]: document(
      by((target) => `${path}/${docId(target)}/notes`),
      needs,
      note,
    ),
    [`PUT ${path}/:id/notes`]: document(
      by((target) => `${path}/${docId(target)}/notes`),
      needs,
      noteEdit,
    ),
    [`POST ${path}/:id/notes/withdraw`]: document(
      by((target) => `${path}/${docId(target)}/notes/withdraw`),
      needs,
      ({ showId }) => ({ id: `${showId}_note` }),
    ),
    [`GET ${path}/:id/readers`]: document(
      by((target) => `${path}/${docId(target)}/readers`),
      needs,
    ),
  };
}

/** Routes of documents of all types, their attachments and notes, and the data of their forms. */
export const documentAccess: Record<string, ExpectedAccess> = {
  'GET /api/vendors': member(({ showId }) => `/api/vendors?id=${showId}&showId=${showId}&search=lumen`),
  'GET /api/vendors/active': member('/api/vendors/active?externalId=lumen'),
  'GET /api/vendors/:id': member(by((target) => `/api/vendors/${at.vendor(target)}`)),
  'GET /api/vendors/:id/open-documents': document('/api/vendors/none/open-documents'),
  'GET /api/vendors/:id/details': member(by((target) => `/api/vendors/${at.vendor(target)}/details`)),
  'GET /api/companies': member('/api/companies'),
  'GET /api/companies/:id': member('/api/companies/pc1'),
  'GET /api/coa/:license': document('/api/coa/none'),
  'GET /api/search': member('/api/search?q=lumen'),
  'GET /api/home': member('/api/home'),

  'POST /api/pos': document('/api/pos', [], ({ showId }) => ({ showId })),
  'POST /api/pos/filter': member('/api/pos/filter', [], ({ showId }) => ({ showId })),
  'POST /api/pos/filter/sums': member('/api/pos/filter/sums', [], ({ showId }) => ({ showId })),
  'POST /api/pos/push/:id': document(by((target) => `/api/pos/push/${at.po(target)}`)),
  'POST /api/pos/lineitem/:id': document(
    by((target) => `/api/pos/lineitem/${at.po(target)}`),
    [],
    () => ({
      lineItem: { id: 'none', description: 'x' },
    }),
  ),
  'PUT /api/pos/:id/lines/:lineId/closed': document(
    by((target) => `/api/pos/${at.po(target)}/lines/none/closed`),
    [],
    () => ({ isClosed: true }),
  ),
  'GET /api/pos/get-for-relieve/:vendorId': member(
    by((target) => `/api/pos/get-for-relieve/${at.vendor(target)}?companyId=pc1&currencyId=usd1`),
  ),
  'GET /api/pos/:id': document(by((target) => `/api/pos/${at.po(target)}`)),
  'PUT /api/pos/:id': document(
    by((target) => `/api/pos/${at.po(target)}`),
    [],
    () => ({ description: 'x' }),
  ),
  'PUT /api/pos/:id/submit': document(by((target) => `/api/pos/${at.po(target)}/submit?r=0`)),
  'PUT /api/pos/:id/pull-from-approval': document(
    by((target) => `/api/pos/${at.po(target)}/pull-from-approval`),
  ),
  'POST /api/pos/:id/discard-change-order': document(
    by((target) => `/api/pos/${at.po(target)}/discard-change-order`),
  ),
  'PUT /api/pos/:id/pull': document(by((target) => `/api/pos/${at.po(target)}/pull`)),
  'POST /api/pos/attachments/:id': document(
    by((target) => `/api/pos/attachments/${at.po(target)}`),
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
    by((target) => `/api/invoices/${at.invoice(target)}`),
    ['invoices'],
  ),
  'PUT /api/invoices/:id': document(
    by((target) => `/api/invoices/${at.invoice(target)}`),
    ['invoices'],
    () => ({
      description: 'x',
    }),
  ),
  'PUT /api/invoices/:id/submit': document(
    by((target) => `/api/invoices/${at.invoice(target)}/submit`),
    ['invoices'],
  ),
  'PUT /api/invoices/:id/pull': document(
    by((target) => `/api/invoices/${at.invoice(target)}/pull`),
    ['invoices'],
  ),
  'POST /api/invoices/attachments/:id': document(
    by((target) => `/api/invoices/attachments/${at.invoice(target)}`),
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
    by((target) => `/api/payments/attachments/${at.payment(target)}`),
    ['payments'],
    () => ({ attachments: [] }),
  ),
  'GET /api/payments/search/setup': member('/api/payments/search/setup', ['payments']),
  'GET /api/payments/search/:type': member('/api/payments/search/vendor?search=lu', ['payments']),
  'GET /api/payments/:id': document(
    by((target) => `/api/payments/${at.payment(target)}`),
    ['payments'],
  ),
  'PUT /api/payments/:id/submit': document(
    by((target) => `/api/payments/${at.payment(target)}/submit`),
    ['payments'],
    () => ({}),
  ),
  'PUT /api/payments/:id/pull': document(
    by((target) => `/api/payments/${at.payment(target)}/pull`),
    ['payments'],
  ),
  ...notesOf('/api/payments', at.payment, ['payments']),

  'POST /api/workflows/bulk-approval': member('/api/workflows/bulk-approval', ['payments'], (target) => ({
    items: [{ id: at.payment(target), workflowStepId: 'none' }],
    showId: target.showId,
  })),
  'GET /api/workflows/bulk-approval': member('/api/workflows/bulk-approval', ['payments']),
  'GET /api/workflows/bulk-approval/:runId': document(
    by((target) => `/api/workflows/bulk-approval/${at.run(target)}`),
  ),
  'DELETE /api/workflows/bulk-approval/:runId': document(
    by((target) => `/api/workflows/bulk-approval/${at.run(target)}`),
  ),
  'POST /api/workflows/bulk-approval/:runId/seen': document(
    by((target) => `/api/workflows/bulk-approval/${at.run(target)}/seen`),
  ),
  'POST /api/workflows/bulk-approval/:runId/retry': document(
    by((target) => `/api/workflows/bulk-approval/${at.run(target)}/retry`),
  ),
  'POST /api/workflows/bulk-approval/:runId/undo': document(
    by((target) => `/api/workflows/bulk-approval/${at.run(target)}/undo`),
  ),
  'POST /api/workflows/bulk-approval/preview': member(
    '/api/workflows/bulk-approval/preview',
    [],
    (target) => ({ docType: 'PO', items: [{ id: at.po(target) }], showId: target.showId }),
  ),
  'POST /api/workflows/bulk-push': member('/api/workflows/bulk-push', [], (target) => ({
    docType: 'PO',
    items: [{ id: at.po(target) }],
    showId: target.showId,
  })),
  'POST /api/workflows/bulk-submit': member('/api/workflows/bulk-submit', [], (target) => ({
    docType: 'PO',
    items: [{ id: at.po(target) }],
    showId: target.showId,
  })),
  'POST /api/workflows/approval': document('/api/workflows/approval', [], action('PO')),
  'POST /api/workflows/revision': document('/api/workflows/revision', [], action('PO')),
  'POST /api/workflows/void': document('/api/workflows/void', [], action('PO')),
  'POST /api/workflows/deny': document('/api/workflows/deny', ['invoices'], action('INVOICE')),
  'GET /api/workflows/route': document(
    by((target) => `/api/workflows/route?docType=PO&docId=${at.po(target)}&departmentId=art`),
  ),
  'POST /api/workflows/nudge': document('/api/workflows/nudge', [], action('PO')),
  'POST /api/workflows/take-back': document('/api/workflows/take-back', [], action('PO')),
  'POST /api/workflows/send-back': document('/api/workflows/send-back', [], (target) => ({
    ...action('PO')(target),
    toStepId: `${target.showId}_nostep`,
    reason: 'Look again',
  })),
  'POST /api/workflows/adjust': document('/api/workflows/adjust', [], (target) => ({
    poId: at.po(target),
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

  'POST /api/reports/email-pdf': document('/api/reports/email-pdf', [], (target) => ({
    recipients: ['a@b.example'],
    pdfData: pdfOf(target),
  })),
  'GET /api/reports/email-pdf/links': document(
    by((target) => `/api/reports/email-pdf/links?docType=PO&docId=${at.po(target)}`),
  ),
  'DELETE /api/reports/email-pdf/links/:id': document(
    by((target) => `/api/reports/email-pdf/links/${at.link(target)}`),
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
    by((target) => `/api/reports/download/audit-pack/${at.po(target)}`),
  ),
  'POST /api/reports/pdf/generate': document('/api/reports/pdf/generate', [], pdfOf),
  'POST /api/reports/download-pdf/purchase-order': document(
    '/api/reports/download-pdf/purchase-order',
    [],
    (target) => ({
      data: { docId: at.po(target), showId: target.showId },
      purchaseOrderApprovalHistoryIndex: 0,
    }),
  ),
  'GET /api/reports/pdf/download/:id': document(
    by((target) => `/api/reports/pdf/download/${at.task(target)}`),
  ),
  'GET /files/attachment/download/:id': document(
    by((target) => `/files/attachment/download/${at.file(target)}`),
  ),
  'GET /files/pdf/:taskId/:fileName': document(by((target) => `/files/pdf/${at.task(target)}/x.pdf`)),
  'GET /files/:owner/:id/newpreview/:name': document(
    by((target) => `/files/po/${at.file(target)}/newpreview/x.pdf`),
  ),
  'GET /files/:owner/:id/preview/:name': document(
    by((target) => `/files/po/${at.file(target)}/preview/x.pdf`),
  ),
  'POST /files/:owner/attachment': document('/files/po/attachment'),
  'POST /files/attachment/:id/erase': document(
    by((target) => `/files/attachment/${at.file(target)}/erase`),
    [['Internal', 'FULL']],
    () => ({ reason: 'Court order' }),
  ),
  'DELETE /files/attachment/:id': document(by((target) => `/files/attachment/${at.file(target)}`)),
  'DELETE /files/attachments': document('/files/attachments', [], (target) => ({
    attachmentIds: [at.file(target)],
  })),
  'DELETE /files/vendor-attachment/:id': document(
    by((target) => `/files/vendor-attachment/${at.file(target)}`),
  ),
};
