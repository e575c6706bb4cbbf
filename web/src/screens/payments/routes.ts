import type { RouteObject } from 'react-router';
import type { RouteFeature } from '../../session/feature-guard.tsx';

const handle: RouteFeature = { feature: 'payments' };

/** The addresses of payments (SH-21, SH-62, SH-63), each screen loaded when first opened, for those who have them. */
export const paymentRoutes: RouteObject[] = [
  {
    path: 'payment',
    handle,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./list/creator-list.tsx')).CreatorPayments }),
      },
      {
        // DEC-30 leads to `/approver`; what decides is the referrer (DEC-78).
        path: 'review/:id/approver?',
        lazy: async () => ({ Component: (await import('./review/review.tsx')).PaymentReview }),
      },
    ],
  },
];
