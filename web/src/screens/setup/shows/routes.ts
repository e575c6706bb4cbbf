import type { RouteObject } from 'react-router';

export const showRoutes: RouteObject[] = [
  { path: 'shows', lazy: async () => ({ Component: (await import('./shows.tsx')).Shows }) },
  { path: 'shows/new', lazy: async () => ({ Component: (await import('./new-show.tsx')).NewShow }) },
];
