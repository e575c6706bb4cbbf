import { describe, expect, test } from 'vitest';
import { permissionsOf } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { mayChangeRecord } from '#domain/reference-data/temporary-vendor-use';
import type { VendorUse } from '#domain/reference-data/temporary-vendor-use';

const modules = { invoices: true, payments: true };
const use: VendorUse = { docType: 'PO', inApproval: false, isOwner: true, isWaiting: false, count: 1 };
const mayChange = (role: Role, change: Partial<VendorUse>) =>
  mayChangeRecord({ permissions: permissionsOf({ role, voidPo: false, voidInvoice: false }), modules }, [
    { ...use, ...change },
  ]);

describe('DEC-34: the record of a temporary vendor', () => {
  test.each<[string, Role, Partial<VendorUse>, boolean]>([
    ['may be changed by the owner of the draft that uses it', 'PO Creator', {}, true],
    ['may not be changed by another creator', 'PO Creator', { isOwner: false }, false],
    ['may be changed by an administrator', 'Show Admin', { isOwner: false }, true],
    ['may not be changed by an owner who no longer creates such documents', 'Invoice Creator', {}, false],
    [
      'may be changed by an approver for whom the document waits',
      'Approver',
      { inApproval: true, isWaiting: true },
      true,
    ],
    ['may not be changed by its owner while it waits for others', 'PO Creator', { inApproval: true }, false],
  ])('%s', (_rule, role, change, may) => expect(mayChange(role, change)).toBe(may));
});
