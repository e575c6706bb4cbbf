import { expect, test } from 'vitest';
import { mayResendSome } from '#domain/bulk-approval/may-resend';
import { permissionMatrix } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';

test('BULK-07: administrators, approvers and owners of a listed document may resend', () => {
  const may = (role: Role, ownerId: string) =>
    mayResendSome({ userId: 'me', role, permissions: permissionMatrix[role] }, 'INVOICE', [{ ownerId }]);
  expect([may('Show Admin', 'other'), may('Approver', 'other'), may('PO Creator', 'me')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([may('PO Creator', 'other'), may('Invoice Creator', 'other')]).toEqual([false, false]);
});
