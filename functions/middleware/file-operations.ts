import type { Scope } from '#domain/identity/api-token';

/** The routes about reports, PDFs and files, with the required token scope and a short description. */
export const fileOperations: Readonly<Record<string, readonly [Scope | 'session', string]>> = {
  'POST /api/reports/email-pdf': ['documents:write', 'Send a document by e-mail'],
  'GET /api/reports/email-pdf/links': ['documents:read', 'List the e-mailed links to a document'],
  'DELETE /api/reports/email-pdf/links/:id': ['documents:write', 'Revoke an e-mailed link'],
  'GET /api/reports/download/po-log/:showId': ['reports:read', 'Download the purchase order log'],
  'GET /api/reports/download/invoice-log/:showId': ['reports:read', 'Download the invoice log'],
  'GET /api/reports/download/audit-log/:showId': ['reports:read', 'Download the audit log of a show'],
  'GET /api/reports/download/audit-pack/:id': ['reports:read', 'Download the audit pack of a document'],
  'POST /api/reports/pdf/generate': ['reports:read', 'Start the PDF of a document'],
  'GET /api/reports/pdf/download/:id': ['reports:read', 'Get the progress of a PDF'],
  'POST /api/reports/download-pdf/purchase-order': [
    'reports:read',
    'Download the PDF of an approved version',
  ],
  'GET /files/pdf/:taskId/:fileName': ['reports:read', 'Download a finished PDF'],
  'GET /files/attachment/download/:id': ['documents:read', 'Download a file'],
  'GET /files/:owner/:id/newpreview/:name': ['documents:read', 'Preview a file'],
  'GET /files/:owner/:id/preview/:name': ['documents:read', 'Preview a file'],
  'POST /files/:owner/attachment': ['documents:write', 'Upload a file'],
  'POST /files/attachment/:id/erase': ['session', 'Erase a file on legal request'],
  'DELETE /files/attachment/:id': ['documents:write', 'Remove an uploaded file'],
  'DELETE /files/attachments': ['documents:write', 'Remove several uploaded files'],
  'DELETE /files/vendor-attachment/:id': ['documents:write', 'Remove a tax form'],
};
