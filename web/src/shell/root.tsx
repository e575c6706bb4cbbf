import { RouterProvider } from 'react-aria-components';
import { Outlet, useNavigate } from 'react-router';
import { SWRConfig } from 'swr';
import { ApiError } from '../api.ts';
import { FlashProvider } from '../parts/overlays/toast.tsx';

const swr = {
  // A refusal stays a refusal; only broken connections and a failing server are worth asking again.
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError) || error.status >= 500,
  errorRetryCount: 3,
};

/** What every page stands on: links of the parts go through the router, banners, and the cache. */
export function Root() {
  const navigate = useNavigate();
  return (
    <RouterProvider navigate={(path) => void navigate(path)}>
      <SWRConfig value={swr}>
        <FlashProvider>
          <Outlet />
        </FlashProvider>
      </SWRConfig>
    </RouterProvider>
  );
}
