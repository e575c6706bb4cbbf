import type { RouteObject } from 'react-router';

/** The addresses of purchase orders and of the approvals hub (SH-05 to SH-18), each screen loaded when first opened. */
export const purchaseOrderRoutes: RouteObject[] = [
  {
    path: 'po',
    lazy: async () => {
      const { CreatorList, readAhead } = await import('./list/creator-list.tsx');
      return { Component: CreatorList, handle: { readAhead } };
    },
  },
  { path: 'po/create', lazy: async () => ({ Component: (await import('./create.tsx')).CreateScreen }) },
  {
    path: 'po/import/:kind?',
    lazy: async () => ({ Component: (await import('./import/import-screen.tsx')).ImportScreen }),
  },
  { path: 'po/edit/:id', lazy: async () => ({ Component: (await import('./edit.tsx')).EditScreen }) },
  {
    path: 'po/review/:id/*',
    lazy: async () => {
      const { ReviewScreen, readAhead } = await import('./review/review.tsx');
      return { Component: ReviewScreen, handle: { readAhead } };
    },
  },
  {
    path: 'approvals/:approvalTab?',
    lazy: async () => {
      const { ApprovalsHub, readAhead } = await import('../approvals/approvals-screen.tsx');
      return { Component: ApprovalsHub, handle: { readAhead } };
    },
  },
];
