import type { Actor } from '#domain/lifecycle/subject';
import { permissionMatrix } from '#domain/identity/permissions';

/** DEC-28 rows 1 and 6: accounting itself, which alone imports and cancels payments. */
export const accountingActor: Actor = {
  userId: 'system',
  name: 'Accounting',
  role: 'EP Internal',
  permissions: permissionMatrix['EP Internal'],
  modules: { invoices: true, payments: true },
  departmentIds: [],
  specialApprover: false,
  sendUnapproved: false,
  isSystem: true,
};
