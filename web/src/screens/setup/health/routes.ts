import type { RouteObject } from 'react-router';

/** How the shows are that somebody looks after. */
export const healthRoutes: RouteObject[] = [
  { path: 'health', lazy: async () => ({ Component: (await import('./overview.tsx')).HealthOverview }) },
  {
    path: 'health/:id',
    lazy: async () => ({ Component: (await import('./show-health.tsx')).ShowHealthPage }),
  },
];
