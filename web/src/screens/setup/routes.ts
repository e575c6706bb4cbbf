import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

/** A page that is loaded when it is opened. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** The parts of Settings, each with its own address (MG-28). */
const settingsParts: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./settings/general.tsx')).General }) },
  page('addresses', async () => (await import('./settings/addresses.tsx')).Addresses),
  page('categories', async () => (await import('./settings/categories.tsx')).Categories),
  page('companies', async () => (await import('./settings/companies.tsx')).Companies),
  page('webhooks', async () => (await import('./webhooks/webhooks.tsx')).Webhooks),
  page(':part', async () => (await import('./settings-routes/settings-part.tsx')).SettingsPart),
];

/** The routes of management (SH-23, SH-66, SH-67, MG-01). */
export const setupRoutes: RouteObject[] = [
  {
    path: 'setup',
    lazy: async () => ({ Component: (await import('./setup.tsx')).Setup }),
    children: [
      page('departments', async () => (await import('./departments/departments.tsx')).Departments),
      page('departments/create', async () => (await import('./departments/department.tsx')).NewDepartment),
      page('departments/:id', async () => (await import('./departments/department.tsx')).EditDepartment),
      page('users', async () => (await import('./users/users.tsx')).Users),
      page('users/create', async () => (await import('./users/new-user.tsx')).NewUser),
      page('users/:id', async () => (await import('./users/edit-user.tsx')).EditUser),
      page(
        'shows/workflows',
        async () => (await import('./workflow-templates/workflow-list.tsx')).WorkflowList,
      ),
      page(
        'shows/workflows/:tab/create',
        async () => (await import('./workflow-templates/workflow-page.tsx')).NewWorkflow,
      ),
      page(
        'shows/workflows/:tab/:id',
        async () => (await import('./workflow-templates/workflow-page.tsx')).EditWorkflow,
      ),
      page('shows', async () => (await import('./shows/shows.tsx')).Shows),
      page('shows/new', async () => (await import('./shows/new-show.tsx')).NewShow),
      {
        path: 'settings',
        lazy: async () => ({ Component: (await import('./settings/settings.tsx')).SettingsScreen }),
        children: settingsParts,
      },
      page(
        'settings/webhooks/create',
        async () => (await import('./webhooks/endpoint-form.tsx')).NewEndpoint,
      ),
      page('settings/webhooks/:id', async () => (await import('./webhooks/endpoint.tsx')).EndpointScreen),
      page(
        'settings/webhooks/:id/edit',
        async () => (await import('./webhooks/endpoint-form.tsx')).EditEndpoint,
      ),
      page('budget', async () => (await import('./budget/budget.tsx')).BudgetScreen),
      page('budget/:page', async () => (await import('./budget-routes/budget-pages.tsx')).BudgetPages),
      page('health', async () => (await import('./health/overview.tsx')).HealthOverview),
      page('health/:id', async () => (await import('./health/show-health.tsx')).ShowHealthPage),
      // `/setup` redirects to an area.
      { index: true, element: null },
      page('*', async () => (await import('../not-found.tsx')).NotFound),
    ],
  },
];
