import { describe, expect, test } from 'vitest';
import {
  can,
  createRefusal,
  departmentRefusal,
  isAdmin,
  isApprover,
  isGuarantor,
  modulesOf,
  moduleVisible,
  permissionMatrix,
  permissionNames,
  permissionsOf,
  roles,
  voidTogglesFor,
  type Level,
  type Role,
} from '#domain/identity/permissions';

const all = { voidPo: true, voidInvoice: true };
const none = { voidPo: false, voidInvoice: false };

/** The table of DEC-11; columns in the order of the roles. */
const matrix = `
CreatePurchaseOrders  | FULL | READ | FULL | FULL | FULL | FULL | FULL | NONE
VoidPurchaseOrders    | NONE | NONE | NONE | FULL | FULL | FULL | FULL | NONE
CreateInvoices        | READ | FULL | FULL | FULL | FULL | FULL | FULL | NONE
VoidInvoices          | NONE | NONE | NONE | FULL | FULL | FULL | FULL | NONE
Departments           | NONE | NONE | NONE | NONE | FULL | FULL | FULL | NONE
UserManagement        | NONE | NONE | NONE | NONE | FULL | FULL | FULL | NONE
ApprovalFlows         | NONE | NONE | NONE | READ | FULL | FULL | FULL | NONE
ApprovalFlowsPayments | NONE | NONE | NONE | NONE | FULL | FULL | FULL | NONE
Studio                | NONE | NONE | NONE | NONE | NONE | FULL | FULL | NONE
Show                  | NONE | NONE | NONE | NONE | FULL | FULL | FULL | NONE
Internal              | NONE | NONE | NONE | NONE | NONE | READ | FULL | NONE
Budget                | NONE | NONE | NONE | NONE | FULL | FULL | FULL | NONE`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('roles and permissions', () => {
  test('PE-01, PE-02: there are eight roles, eleven permissions and Budget', () => {
    expect(roles).toHaveLength(8);
    expect(matrix.map(([name]) => name)).toEqual([...permissionNames]);
  });

  test.each(matrix)('DEC-11: %s', (name, ...levels) => {
    const permission = permissionNames.find((known) => known === name)!;
    expect(roles.map((role) => permissionMatrix[role][permission])).toEqual(levels);
  });

  test('DEC-11: the approver flag', () => {
    expect(roles.filter(isApprover)).toEqual(['Approver', 'Show Admin', 'Studio Admin', 'EP Internal']);
  });

  const others = roles.filter((role) => role !== 'Guarantor');

  test.each(others.filter((role) => role !== 'EP Internal'))(
    'DEC-11: only the toggles decide the Void permissions of %s',
    (role) => {
      const { VoidPurchaseOrders, VoidInvoices } = permissionsOf({ role, voidPo: true, voidInvoice: false });
      expect([VoidPurchaseOrders, VoidInvoices]).toEqual(['FULL', 'NONE']);
      expect(permissionsOf({ role, ...none }).VoidPurchaseOrders).toBe('NONE');
      expect(permissionsOf({ role, ...voidTogglesFor(role) })).toEqual(permissionMatrix[role]);
    },
  );

  test.each(others)('BUD-50: %s reads budgets with the toggle, and changes them only as before', (role) => {
    const toggles = voidTogglesFor(role);
    const given = permissionsOf({ role, ...toggles, readBudget: true });
    const ofRole = permissionMatrix[role];
    expect(given).toEqual({ ...ofRole, Budget: ofRole.Budget === 'FULL' ? 'FULL' : 'READ' });
    const limited = { role, ...toggles, budgetAccounts: [{ from: '2000', to: '2999' }] };
    expect(permissionsOf({ ...limited, readBudget: true }).Budget).toBe('READ');
  });

  test('BUD-88: a guarantor has no permission, whatever the toggles are', () => {
    const toggles = { voidPo: true, voidInvoice: true, readBudget: true };
    const given = Object.values(permissionsOf({ role: 'Guarantor', ...toggles }));
    expect(new Set(given)).toEqual(new Set(['NONE']));
    expect(roles.filter((role) => isGuarantor({ role }))).toEqual(['Guarantor']);
  });

  test('DEC-11: EP Internal may always void', () => {
    const permissions = permissionsOf({ role: 'EP Internal', ...none });
    expect([permissions.VoidPurchaseOrders, permissions.VoidInvoices]).toEqual(['FULL', 'FULL']);
  });

  test.each<[Level, boolean, boolean]>([
    ['NONE', false, false],
    ['READ', true, false],
    ['FULL', true, true],
  ])('PE-03: %s allows READ %s and FULL %s', (level, read, full) => {
    const permissions = { ...permissionMatrix.Approver, Show: level };
    expect(can(permissions, 'Show', 'READ')).toBe(read);
    expect(can(permissions, 'Show', 'FULL')).toBe(full);
  });

  test('legend of part 2: an admin has FULL Show and the FULL create permission of the type', () => {
    const admin = permissionsOf({ role: 'Show Admin', ...all });
    expect(isAdmin(admin, 'PO')).toBe(true);
    expect(isAdmin({ ...admin, CreateInvoices: 'READ' }, 'INVOICE')).toBe(false);
    expect(isAdmin({ ...admin, CreateInvoices: 'READ' }, 'PAYMENT')).toBe(true);
    expect(isAdmin(permissionsOf({ role: 'Approver', ...all }), 'PO')).toBe(false);
  });
});

describe('modules', () => {
  const enabled = { invoiceModuleVisible: true, paymentModuleVisible: true };
  const off = { invoiceModuleVisible: false, paymentModuleVisible: false };
  const both = ['APPA', 'APIA'];

  test.each([
    ['all three', enabled, both, enabled, { invoices: true, payments: true }],
    ['no setting', off, both, enabled, { invoices: false, payments: false }],
    ['no toggle', enabled, both, off, { invoices: false, payments: false }],
    ['only APIA', enabled, ['APIA'], enabled, { invoices: true, payments: false }],
    ['only APPA', enabled, ['APPA'], enabled, { invoices: false, payments: true }],
  ])('DEC-12, PE-22 to PE-24: %s', (_name, settings, features, toggles, expected) => {
    const modules = modulesOf(settings, features, toggles);
    expect(modules).toEqual(expected);
    expect(moduleVisible(modules, 'PO')).toBe(true);
    expect(moduleVisible(modules, 'INVOICE')).toBe(expected.invoices);
    expect(moduleVisible(modules, 'PAYMENT')).toBe(expected.payments);
  });
});

function member(role: Role): Parameters<typeof createRefusal>[0] {
  return {
    permissions: permissionsOf({ role, ...all }),
    departmentIds: ['camera'],
    modules: { invoices: true, payments: true },
  };
}

describe('the department of a document', () => {
  test('DEC-13: an invoice may have the department of the order that all its lines reference', () => {
    const refused = 'NO_DEPARTMENT_ASSOCIATION_WITH_USER';
    const creator = member('PO & Invoice Creator');
    expect(departmentRefusal(creator, 'INVOICE', 'grip', 'grip')).toBeNull();
    expect(departmentRefusal(creator, 'INVOICE', 'grip')).toBe(refused);
    expect(departmentRefusal(creator, 'INVOICE', 'sound', 'grip')).toBe(refused);
    expect(departmentRefusal(creator, 'INVOICE', 'camera', 'grip')).toBeNull();
    expect(departmentRefusal(creator, 'PO', 'grip', 'grip')).toBe(refused);
  });
});

describe('who may create', () => {
  test("DEC-13, PE-05: creating needs the FULL create permission and one of the user's departments", () => {
    expect(createRefusal(member('PO Creator'), 'PO', 'camera')).toBeNull();
    expect(createRefusal(member('PO Creator'), 'PO', 'grip')).toBe('NO_DEPARTMENT_ASSOCIATION_WITH_USER');
    expect(createRefusal(member('PO Creator'), 'PO', null)).toBeNull();
    expect(createRefusal(member('Invoice Creator'), 'PO', 'camera')).toBe('FORBIDDEN');
    expect(createRefusal(member('PO Creator'), 'INVOICE', 'camera')).toBe('FORBIDDEN');
  });

  test('DEC-13: an admin may use any department', () => {
    expect(createRefusal(member('Show Admin'), 'INVOICE', 'grip')).toBeNull();
  });

  test('DEC-12, DEC-28: documents of a closed module and payments cannot be created', () => {
    const closed = { ...member('Show Admin'), modules: { invoices: false, payments: true } };
    expect(createRefusal(closed, 'INVOICE', 'camera')).toBe('FORBIDDEN');
    expect(createRefusal(closed, 'PAYMENT', null)).toBe('FORBIDDEN');
  });
});
