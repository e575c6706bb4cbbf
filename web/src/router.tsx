import { lazy } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { later, loadOptional } from './parts/hooks/lazy-part.tsx';
import { Loading } from './parts/controls/spinner.tsx';
import { watchNavigation } from './parts/hooks/use-same-page.ts';
import { SystemError, SystemErrorPage } from './screens/error.tsx';
import { invoiceRoutes } from './screens/invoices/routes.ts';
import { paymentRoutes } from './screens/payments/routes.ts';
import { purchaseOrderRoutes } from './screens/purchase-orders/routes.ts';
import { Search } from './screens/search/search.tsx';
import { Shortcuts } from './screens/shortcuts/shortcuts.tsx';
import { setupRoutes } from './screens/setup/routes.ts';
import { Root } from './shell/root.tsx';
import { SignedIn } from './shell/app.tsx';

// It walks along with the user, and few have one: it comes after the first screen, which stays where it does not come.
const BulkRun = lazy(async () => {
  const part = await loadOptional(() => import('./screens/payments/bulk/bulk-run.tsx'));
  return { default: part?.BulkRun ?? (() => null) };
});

const FirstShow = lazy(async () => ({
  default: (await import('./screens/setup/shows/first-show.tsx')).FirstShow,
}));

const LostShow = later(async () => (await import('./screens/lost-show.tsx')).LostShow);

/** Every address of the application (SH-04 to SH-33). Screens are loaded when they are first opened. */
export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <SystemErrorPage />,
    hydrateFallbackElement: <Loading label="Opening Backlot" />,
    children: [
      {
        path: 'error',
        lazy: async () => ({ Component: (await import('./screens/error-screen.tsx')).ErrorScreen }),
      },
      {
        element: (
          <SignedIn
            paymentWork={<BulkRun />}
            search={<Search />}
            shortcuts={Shortcuts}
            firstShow={<FirstShow />}
            lostShow={LostShow}
          />
        ),
        children: [
          {
            errorElement: <SystemError />,
            children: [
              // Signed in, the login URL of `/` is the landing page (DEC-09).
              { index: true, element: <Navigate to="/approvals" replace /> },
              ...purchaseOrderRoutes,
              ...invoiceRoutes,
              ...paymentRoutes,
              ...setupRoutes,
              {
                path: 'shows',
                lazy: async () => ({ Component: (await import('./screens/my-shows.tsx')).MyShows }),
              },
              {
                path: 'help/:guide?',
                lazy: async () => ({ Component: (await import('./screens/help.tsx')).Help }),
              },
              {
                path: '*',
                lazy: async () => ({ Component: (await import('./screens/not-found.tsx')).NotFound }),
              },
            ],
          },
        ],
      },
    ],
  },
]);

watchNavigation(router);
