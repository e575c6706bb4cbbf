import type { RouteObject } from 'react-router';

/** The health of the shows that the user manages. */
export const healthRoutes: RouteObject[] = [
  { path: 'health', lazy: async () => ({ Component: (await import('./overview.tsx')).HealthOverview }) },
  {
    path: 'health/:id',
    lazy: async () => ({ Component: (await import('./show-health.tsx')).ShowHealthPage }),
  },
];
