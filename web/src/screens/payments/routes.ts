import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import type { RouteFeature } from '../../session/feature-guard.tsx';
import type { Prefetch } from '../../session/startup.ts';

const handle: RouteFeature = { feature: 'payments' };

// Components that load as they are drawn, not routes that do: what the guard refuses is not fetched.
const CreatorPayments = lazy(async () => ({
  default: (await import('./list/creator-list.tsx')).CreatorPayments,
}));
const PaymentReview = lazy(async () => ({ default: (await import('./review/review.tsx')).PaymentReview }));
const NotFound = lazy(async () => ({ default: (await import('../not-found.tsx')).NotFound }));

/** What the list opens with, for those who have payments: others are led away. */
const readAhead: Prefetch = async (who, at) => {
  if (who.rights.payments) await (await import('./list/creator-list.tsx')).readAhead(who, at);
};

/** The addresses of payments (SH-21, SH-62, SH-63), each screen loaded when first opened, for those who have them. */
export const paymentRoutes: RouteObject[] = [
  {
    path: 'payment',
    handle,
    children: [
      { index: true, Component: CreatorPayments, handle: { readAhead } },
      {
        // DEC-30 leads to `/approver`; what decides is the referrer (DEC-78).
        path: 'review/:id/approver?',
        Component: PaymentReview,
      },
      { path: '*', Component: NotFound },
    ],
  },
];
