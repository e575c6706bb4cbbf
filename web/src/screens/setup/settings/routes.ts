import type { RouteObject } from 'react-router';

/** The parts of Settings, each with its own address (MG-28). */
export const settingsRoutes: RouteObject[] = [
  {
    path: 'settings',
    lazy: async () => ({ Component: (await import('./settings.tsx')).SettingsScreen }),
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./general.tsx')).General }) },
      { path: 'addresses', lazy: async () => ({ Component: (await import('./addresses.tsx')).Addresses }) },
      {
        path: 'categories',
        lazy: async () => ({ Component: (await import('./categories.tsx')).Categories }),
      },
      { path: 'companies', lazy: async () => ({ Component: (await import('./companies.tsx')).Companies }) },
      { path: 'archive', lazy: async () => ({ Component: (await import('./archive.tsx')).ArchiveShow }) },
      {
        path: 'webhooks',
        lazy: async () => ({ Component: (await import('../webhooks/webhooks.tsx')).Webhooks }),
      },
    ],
  },
  {
    path: 'settings/webhooks/create',
    lazy: async () => ({ Component: (await import('../webhooks/endpoint-form.tsx')).NewEndpoint }),
  },
  {
    path: 'settings/webhooks/:id',
    lazy: async () => ({ Component: (await import('../webhooks/endpoint.tsx')).EndpointScreen }),
  },
  {
    path: 'settings/webhooks/:id/edit',
    lazy: async () => ({ Component: (await import('../webhooks/endpoint-form.tsx')).EditEndpoint }),
  },
];
