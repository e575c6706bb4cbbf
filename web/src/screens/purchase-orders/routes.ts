import type { RouteObject } from 'react-router';

/** The routes of purchase orders and of the approvals screen, each loaded when first opened (SH-05 to SH-18). */
export const purchaseOrderRoutes: RouteObject[] = [
  {
    path: 'po',
    children: [
      {
        index: true,
        lazy: async () => {
          const { CreatorList, prefetch } = await import('./list/creator-list.tsx');
          return { Component: CreatorList, handle: { prefetch } };
        },
      },
      {
        path: 'create',
        lazy: async () => ({ Component: (await import('./form-screens.tsx')).CreateScreen }),
      },
      {
        path: 'import/:kind?',
        lazy: async () => ({ Component: (await import('./import/import-screen.tsx')).ImportScreen }),
      },
      {
        path: 'edit/:id',
        lazy: async () => ({ Component: (await import('./form-screens.tsx')).EditScreen }),
      },
      {
        path: 'review/:id/*',
        lazy: async () => {
          const { ReviewScreen, prefetch } = await import('./review/review.tsx');
          return { Component: ReviewScreen, handle: { prefetch } };
        },
      },
    ],
  },
  {
    path: 'approvals/:approvalTab?',
    lazy: async () => {
      const { ApprovalsHub, prefetch } = await import('../approvals/approvals-screen.tsx');
      return { Component: ApprovalsHub, handle: { prefetch } };
    },
  },
];
