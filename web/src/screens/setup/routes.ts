import type { RouteObject } from 'react-router';
import { departmentRoutes } from './departments/routes.ts';
import { workflowRoutes } from './workflow-templates/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { showRoutes } from './shows/routes.ts';
import { userRoutes } from './users/routes.ts';

/** The routes of management (SH-23, SH-66, SH-67, MG-01). */
export const setupRoutes: RouteObject[] = [
  {
    path: 'setup',
    lazy: async () => ({ Component: (await import('./setup.tsx')).Setup }),
    children: [
      ...departmentRoutes,
      ...userRoutes,
      ...workflowRoutes,
      ...showRoutes,
      ...settingsRoutes,
      ...healthRoutes,
      // `/setup` redirects to an area.
      { index: true, element: null },
      { path: '*', lazy: async () => ({ Component: (await import('../not-found.tsx')).NotFound }) },
    ],
  },
];
