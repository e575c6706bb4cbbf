import { createBrowserRouter, Navigate } from 'react-router';
import { Loading } from './parts/spinner.tsx';
import { ErrorScreen, SystemError, SystemErrorPage } from './screens/error.tsx';
import { NotFound } from './screens/not-found.tsx';
import { purchaseOrderRoutes } from './screens/purchase-orders/routes.ts';
import { Root } from './shell/root.tsx';
import { SignedIn } from './shell/signed-in.tsx';

/** Every address of the application (SH-04 to SH-33). Screens are loaded when they are first opened. */
export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <SystemErrorPage />,
    hydrateFallbackElement: <Loading label="Opening Backlot" />,
    children: [
      { path: 'error', element: <ErrorScreen /> },
      {
        element: <SignedIn />,
        children: [
          {
            errorElement: <SystemError />,
            children: [
              // Signed in, the login URL of `/` is the landing page (DEC-09).
              { index: true, element: <Navigate to="/approvals" replace /> },
              ...purchaseOrderRoutes,
              {
                path: 'shows',
                lazy: async () => ({ Component: (await import('./screens/my-shows.tsx')).MyShows }),
              },
              { path: 'help', lazy: async () => ({ Component: (await import('./screens/help.tsx')).Help }) },
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
  },
]);
