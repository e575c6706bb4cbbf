import type { Scope } from '#domain/identity/api-token';

/** The routes about whole lists, with the required token scope and a short description. */
export const listOperations: Readonly<Record<string, readonly [Scope, string]>> = {
  'POST /api/pos/filter/groups': ['documents:read', 'Get the groups of purchase orders with their totals'],
  'POST /api/invoices/filter/groups': ['documents:read', 'Get the groups of invoices with their totals'],
  'POST /api/payments/filter/groups': ['documents:read', 'Get the groups of payments with their totals'],
  'GET /api/list-settings': ['documents:read', 'Get how you arranged your lists, and your saved views'],
  'PUT /api/list-settings/:list': ['documents:write', 'Arrange one of your lists'],
  'POST /api/list-views': ['documents:write', 'Save a view of a list'],
  'PUT /api/list-views/:id': ['documents:write', 'Change a saved view'],
  'DELETE /api/list-views/:id': ['documents:write', 'Delete a saved view'],
  'POST /api/reports/lists/pos': ['reports:read', 'Download a list of purchase orders as it is shown'],
  'POST /api/reports/lists/invoices': ['reports:read', 'Download a list of invoices as it is shown'],
  'POST /api/reports/lists/payments': ['reports:read', 'Download a list of payments as it is shown'],
};
