import { createElement, lazy } from 'react';
import { Navigate } from 'react-router';
import type { RouteObject } from 'react-router';
import type { RouteFeature } from '../../session/feature-guard.tsx';
import type { Prefetch } from '../../session/startup.ts';

const handle: RouteFeature = { feature: 'invoices' };

// Components that load as they are drawn, not routes that do: what the guard refuses is not fetched.
const CreatorInvoices = lazy(async () => ({
  default: (await import('./list/creator-list.tsx')).CreatorInvoices,
}));
const CreateScreen = lazy(async () => ({ default: (await import('./create.tsx')).CreateScreen }));
const EditScreen = lazy(async () => ({ default: (await import('./edit.tsx')).EditScreen }));
const CreatorReview = lazy(async () => ({ default: (await import('./review/review.tsx')).CreatorReview }));
const ApproverReview = lazy(async () => ({ default: (await import('./review/review.tsx')).ApproverReview }));
const NotFound = lazy(async () => ({ default: (await import('../not-found.tsx')).NotFound }));

/** What the list opens with, for those who have invoices: others are led away. */
const readAhead: Prefetch = async (who, at) => {
  if (who.rights.invoices) await (await import('./list/creator-list.tsx')).readAhead(who, at);
};

/** The addresses of invoices (SH-21, SH-54 to SH-61), each screen loaded when first opened, for those who have them. */
export const invoiceRoutes: RouteObject[] = [
  {
    path: 'invoice',
    handle,
    children: [
      { index: true, Component: CreatorInvoices, handle: { readAhead } },
      { path: 'create', Component: CreateScreen },
      { path: 'edit/:id', Component: EditScreen },
      { path: 'review/:id/creator', Component: CreatorReview },
      { path: 'review/:id/approver', Component: ApproverReview },
      // SH-61: the review needs to be told for whom it is.
      { path: 'review/*', element: createElement(Navigate, { to: '/error', replace: true }) },
      { path: '*', Component: NotFound },
    ],
  },
];
