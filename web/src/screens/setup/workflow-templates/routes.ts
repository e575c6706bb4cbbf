import type { RouteObject } from 'react-router';

/** SH-67, and a page for each flow. */
export const flowRoutes: RouteObject[] = [
  { path: 'shows/workflows', lazy: async () => ({ Component: (await import('./workflow-list.tsx')).Flows }) },
  {
    path: 'shows/workflows/:tab/create',
    lazy: async () => ({ Component: (await import('./workflow-page.tsx')).NewFlow }),
  },
  {
    path: 'shows/workflows/:tab/:id',
    lazy: async () => ({ Component: (await import('./workflow-page.tsx')).StoredFlow }),
  },
];
