import { RouterProvider } from 'react-aria-components';
import { Outlet, useNavigate } from 'react-router';
import { SWRConfig } from 'swr';
import { ApiError } from '../api.ts';
import { ToastProvider } from '../parts/overlays/toast.tsx';

const swr = {
  // A refusal would be refused again; only lost connections and server errors are retried.
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError) || error.status >= 500,
  errorRetryCount: 3,
};

/** The providers of every page: routing for the parts' links, toasts, and the SWR cache. */
export function Root() {
  const navigate = useNavigate();
  return (
    <RouterProvider navigate={(path) => void navigate(path)}>
      <SWRConfig value={swr}>
        <ToastProvider>
          <Outlet />
        </ToastProvider>
      </SWRConfig>
    </RouterProvider>
  );
}
