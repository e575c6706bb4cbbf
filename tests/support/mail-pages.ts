/**
 * The pages that e-mails link to, and their API calls. One test compares every e-mail with these, another one the
 * routes of the web client.
 */
export const mailPages = {
  '/po/review/:id/creator': '/api/pos/:id',
  '/po/review/:id/approver': '/api/pos/:id',
  '/invoice/review/:id/creator': '/api/invoices/:id',
  '/invoice/review/:id/approver': '/api/invoices/:id',
  '/payment/review/:id': '/api/payments/:id',
  '/approvals/purchase-orders': '/api/pos/filter',
  '/approvals/invoices': '/api/invoices/filter',
  '/approvals/payments': '/api/payments/filter',
  '/setup/settings/archive': '/api/archives',
  '/setup/settings/webhooks/:id': '/api/webhooks/:id/deliveries',
} as const satisfies Record<string, string>;
