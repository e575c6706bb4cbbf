import type { RouteObject } from 'react-router';

/** The addresses of purchase orders and of the approvals hub (SH-05 to SH-18), each screen loaded when first opened. */
export const purchaseOrderRoutes: RouteObject[] = [
  {
    path: 'po',
    lazy: async () => ({ Component: (await import('./list/creator-list.tsx')).CreatorList }),
  },
  { path: 'po/create', lazy: async () => ({ Component: (await import('./create.tsx')).CreateScreen }) },
  { path: 'po/edit/:id', lazy: async () => ({ Component: (await import('./edit.tsx')).EditScreen }) },
  {
    path: 'po/review/:id/*',
    lazy: async () => ({ Component: (await import('./review/review.tsx')).ReviewScreen }),
  },
  {
    path: 'approvals/:approvalTab?',
    lazy: async () => ({ Component: (await import('../approvals/hub.tsx')).ApprovalsHub }),
  },
];
