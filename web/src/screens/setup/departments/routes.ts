import type { RouteObject } from 'react-router';

export const departmentRoutes: RouteObject[] = [
  {
    path: 'departments',
    lazy: async () => ({ Component: (await import('./departments.tsx')).Departments }),
  },
  {
    path: 'departments/create',
    lazy: async () => ({ Component: (await import('./department.tsx')).NewDepartment }),
  },
  {
    path: 'departments/:id',
    lazy: async () => ({ Component: (await import('./department.tsx')).EditDepartment }),
  },
];
