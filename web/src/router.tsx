import { lazy } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { lazyPart, loadOptional } from './parts/hooks/lazy-part.tsx';
import { Loading } from './parts/controls/spinner.tsx';
import { watchNavigation } from './parts/hooks/use-same-page.ts';
import { SystemError, SystemErrorPage } from './screens/error.tsx';
import { rowActions } from './screens/documents/list/actions/row-actions-part.ts';
import { invoiceRoutes } from './screens/invoices/routes.ts';
import { paymentRoutes } from './screens/payments/routes.ts';
import { purchaseOrderRoutes } from './screens/purchase-orders/routes.ts';
import { Search } from './screens/search/search.tsx';
import { Shortcuts } from './screens/shortcuts/shortcuts.tsx';
import { setupRoutes } from './screens/setup/routes.ts';
import { Root } from './shell/root.tsx';
import { App } from './shell/app.tsx';

// Stays mounted on every screen, but few users need it: it loads after the first screen, and its failure leaves the
// screen.
const BulkRun = lazy(async () => {
  const part = await loadOptional(() => import('./screens/documents/bulk/bulk-run.tsx'));
  return { default: part?.BulkRun ?? (() => null) };
});

const rareScreens = () => import('./screens/rare-screens.tsx');
const FirstShow = lazy(async () => ({ default: (await rareScreens()).FirstShow }));
const Guarantor = lazy(async () => ({ default: (await rareScreens()).Guarantor }));

const LostShow = lazyPart(async () => (await import('./screens/lost-show.tsx')).LostShow);

rowActions.Part = lazyPart(
  async () => (await import('./screens/documents/row-actions/row-actions.tsx')).RowActions,
  () => false,
);

/** Every address of the application (SH-04 to SH-33). Screens are loaded on demand. */
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
          <App
            bulkWork={<BulkRun />}
            search={<Search />}
            shortcuts={Shortcuts}
            firstShow={<FirstShow />}
            guarantor={Guarantor}
            lostShow={LostShow}
          />
        ),
        children: [
          {
            errorElement: <SystemError />,
            children: [
              // For a signed-in user the login URL `/` is the landing page (DEC-09).
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
                path: 'help/:guide?/:task?',
                lazy: async () => ({ Component: (await import('./screens/help/help.tsx')).Help }),
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
