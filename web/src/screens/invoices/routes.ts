import { createElement } from 'react';
import { Navigate } from 'react-router';
import type { RouteObject } from 'react-router';
import type { RouteFeature } from '../../session/feature-guard.tsx';

const handle: RouteFeature = { feature: 'invoices' };

/** The addresses of invoices (SH-21, SH-54 to SH-61), each screen loaded when first opened, for those who have them. */
export const invoiceRoutes: RouteObject[] = [
  {
    path: 'invoice',
    handle,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./list/creator-list.tsx')).CreatorInvoices }),
      },
      { path: 'create', lazy: async () => ({ Component: (await import('./create.tsx')).CreateScreen }) },
      { path: 'edit/:id', lazy: async () => ({ Component: (await import('./edit.tsx')).EditScreen }) },
      {
        path: 'review/:id/creator',
        lazy: async () => ({ Component: (await import('./review/review.tsx')).CreatorReview }),
      },
      {
        path: 'review/:id/approver',
        lazy: async () => ({ Component: (await import('./review/review.tsx')).ApproverReview }),
      },
      // SH-61: the review needs to be told for whom it is.
      { path: 'review/*', element: createElement(Navigate, { to: '/error', replace: true }) },
    ],
  },
];
