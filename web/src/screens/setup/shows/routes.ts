import type { RouteObject } from 'react-router';

export const showRoutes: RouteObject[] = [
  { path: 'shows', lazy: async () => ({ Component: (await import('./shows.tsx')).Shows }) },
];
