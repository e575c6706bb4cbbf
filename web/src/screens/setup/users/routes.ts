import type { RouteObject } from 'react-router';

export const userRoutes: RouteObject[] = [
  { path: 'users', lazy: async () => ({ Component: (await import('./users.tsx')).Users }) },
  { path: 'users/create', lazy: async () => ({ Component: (await import('./new-user.tsx')).NewUser }) },
  { path: 'users/:id', lazy: async () => ({ Component: (await import('./edit-user.tsx')).EditUser }) },
];
