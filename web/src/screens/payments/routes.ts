import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import type { RouteFeature } from '../../session/feature-guard.tsx';
import type { Prefetch } from '../../session/startup.ts';

const handle: RouteFeature = { feature: 'payments' };

// Lazy components, not lazy routes, so that a screen the guard refuses is not downloaded.
const CreatorPayments = lazy(async () => ({
  default: (await import('./list/creator-list.tsx')).CreatorPayments,
}));
const PaymentReview = lazy(async () => ({ default: (await import('./review/review.tsx')).PaymentReview }));
const NotFound = lazy(async () => ({ default: (await import('../not-found.tsx')).NotFound }));

/** Prefetches the list for users with access to payments. Others are redirected. */
const prefetch: Prefetch = async (who, at) => {
  if (who.rights.payments) await (await import('./list/creator-list.tsx')).prefetch(who, at);
};

/**
 * The routes of payments, each screen loaded when first opened, for users with access to payments (SH-21, SH-62,
 * SH-63).
 */
export const paymentRoutes: RouteObject[] = [
  {
    path: 'payment',
    handle,
    children: [
      { index: true, Component: CreatorPayments, handle: { prefetch } },
      {
        // Links of DEC-30 end in `/approver`, but the referrer decides about the persona (DEC-78).
        path: 'review/:id/approver?',
        Component: PaymentReview,
      },
      { path: '*', Component: NotFound },
    ],
  },
];
