import type { RouteObject } from 'react-router';

/** The list of flows, and a page for each (SH-67). */
export const workflowRoutes: RouteObject[] = [
  {
    path: 'shows/workflows',
    lazy: async () => ({ Component: (await import('./workflow-list.tsx')).WorkflowList }),
  },
  {
    path: 'shows/workflows/:tab/create',
    lazy: async () => ({ Component: (await import('./workflow-page.tsx')).NewWorkflow }),
  },
  {
    path: 'shows/workflows/:tab/:id',
    lazy: async () => ({ Component: (await import('./workflow-page.tsx')).EditWorkflow }),
  },
];
