import { at, by, document, member } from './expected-access.ts';
import type { ExpectedAccess } from './expected-access.ts';

const own = ({ showId }: { showId: string }) => ({ showId });
const view = (name: string) => () => ({ name, query: '', columns: null, audience: { kind: 'PRIVATE' } });
const viewOf = by((target) => `/api/list-views/${at.view(target)}`);

/** Routes about whole lists. The view of every show is shared by another user. */
export const listAccess: Record<string, ExpectedAccess> = {
  'POST /api/pos/filter/groups': member('/api/pos/filter/groups?by=VENDOR', [], own),
  'POST /api/invoices/filter/groups': member('/api/invoices/filter/groups?by=ACCOUNT', ['invoices'], own),
  'POST /api/payments/filter/groups': member('/api/payments/filter/groups?by=WEEK', ['payments'], own),
  'GET /api/list-settings': member('/api/list-settings'),
  'PUT /api/list-settings/:list': member('/api/list-settings/PO_CREATOR', [], () => ({ columns: null })),
  'POST /api/list-views': member('/api/list-views', [], () => ({ list: 'PO_CREATOR', ...view('Mine')() })),
  'PUT /api/list-views/:id': document(viewOf, [], () => ({
    revision: 1,
    ...view('Ours')(),
    audience: { kind: 'ROLE', role: 'Show Admin' },
  })),
  'DELETE /api/list-views/:id': document(viewOf),
  'POST /api/reports/lists/pos': member('/api/reports/lists/pos', [], own),
  'POST /api/reports/lists/invoices': member('/api/reports/lists/invoices', ['invoices'], own),
  'POST /api/reports/lists/payments': member('/api/reports/lists/payments', ['payments'], own),
};
