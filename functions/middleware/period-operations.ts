import type { Scope } from '#domain/identity/api-token';

/** The routes of accounting periods, with the required token scope and a short description. */
export const periodOperations: Readonly<Record<string, readonly [Scope, string]>> = {
  'GET /api/periods': ['budgets:read', 'List the accounting periods of each company'],
  'GET /api/periods/changes': ['budgets:read', 'List who opened and closed accounting periods'],
  'POST /api/periods/set-up': ['budgets:write', 'Set up the accounting periods of a company'],
  'POST /api/periods/add': ['budgets:write', 'Add accounting periods after the last one'],
  'POST /api/periods/close': ['budgets:write', 'Close an accounting period'],
  'POST /api/periods/reopen': ['budgets:write', 'Reopen an accounting period'],
};
