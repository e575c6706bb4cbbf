import type { RouteObject } from 'react-router';

export const flowRoutes: RouteObject[] = [
  { path: 'shows/workflows', lazy: async () => ({ Component: (await import('./flows.tsx')).Flows }) },
];
