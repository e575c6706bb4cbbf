import type { RouteObject } from 'react-router';

export const departmentRoutes: RouteObject[] = [
  { path: 'departments', lazy: async () => ({ Component: (await import('./departments.tsx')).Departments }) },
];
