import { createElement, lazy } from 'react';
import { Navigate } from 'react-router';
import type { RouteObject } from 'react-router';
import type { RouteFeature } from '../../session/feature-guard.tsx';
import type { Prefetch } from '../../session/startup.ts';

const handle: RouteFeature = { feature: 'invoices' };

// Lazy components, not lazy routes, so that a screen the guard refuses is not downloaded.
const CreatorInvoices = lazy(async () => ({
  default: (await import('./list/creator-list.tsx')).CreatorInvoices,
}));
const CreateScreen = lazy(async () => ({ default: (await import('./form-screens.tsx')).CreateScreen }));
const EditScreen = lazy(async () => ({ default: (await import('./form-screens.tsx')).EditScreen }));
const CreatorReview = lazy(async () => ({ default: (await import('./review/review.tsx')).CreatorReview }));
const ApproverReview = lazy(async () => ({ default: (await import('./review/review.tsx')).ApproverReview }));
const NotFound = lazy(async () => ({ default: (await import('../not-found.tsx')).NotFound }));

/** Prefetches the list for users with access to invoices. Others are redirected. */
const prefetch: Prefetch = async (who, at) => {
  if (who.rights.invoices) await (await import('./list/creator-list.tsx')).prefetch(who, at);
};

/**
 * The routes of invoices, each screen loaded when first opened, for users with access to invoices (SH-21, SH-54 to
 * SH-61).
 */
export const invoiceRoutes: RouteObject[] = [
  {
    path: 'invoice',
    handle,
    children: [
      { index: true, Component: CreatorInvoices, handle: { prefetch } },
      { path: 'create', Component: CreateScreen },
      { path: 'edit/:id', Component: EditScreen },
      { path: 'review/:id/creator', Component: CreatorReview },
      { path: 'review/:id/approver', Component: ApproverReview },
      // The address must name the persona (SH-61).
      { path: 'review/*', element: createElement(Navigate, { to: '/error', replace: true }) },
      { path: '*', Component: NotFound },
    ],
  },
];
