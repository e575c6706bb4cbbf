import type { RouteObject } from 'react-router';

/** MG-28: what is edited under Settings, each part with an address of its own. */
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
    ],
  },
];
