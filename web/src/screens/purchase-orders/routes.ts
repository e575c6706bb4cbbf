import type { RouteObject } from 'react-router';

/** The addresses of purchase orders and of the approvals hub (SH-05 to SH-18), each screen loaded when first opened. */
export const purchaseOrderRoutes: RouteObject[] = [];
