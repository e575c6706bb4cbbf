import { describe, expect, test } from 'vitest';
import { milestones } from '#domain/document';
import { mayReach, maySee, visibilityFor, visibleNumber, type Viewer } from '#domain/identity/visibility';

const viewer: Viewer = {
  userId: 'me',
  departmentIds: ['camera'],
  purchaseOrderVisibility: 'CREATED_BY_THIS_USER',
  invoiceVisibility: 'ALL',
};
const departmental: Viewer = { ...viewer, purchaseOrderVisibility: 'IN_THIS_USERS_DEPARTMENT' };

const document = { creatorId: 'ann', ownerId: 'ann', departmentId: 'grip', workflowUserIds: ['bob'] };
const mine = { ...document, creatorId: 'me', ownerId: 'me' };
const myChangeOrder = { ...document, ownerId: 'me' };
const inMyDepartment = { ...document, departmentId: 'camera' };
const withoutDepartment = { ...document, departmentId: null };
const forMyApproval = { ...document, workflowUserIds: ['bob', 'me'] };

describe('what a user sees', () => {
  test('PE-17, DEC-13: purchase orders and invoices have a scope, and payments have none', () => {
    expect(visibilityFor(viewer, 'PO', 'CREATOR')).toEqual({ kind: 'OWN', userId: 'me' });
    expect(visibilityFor(viewer, 'INVOICE', 'CREATOR')).toEqual({ kind: 'ALL' });
    expect(visibilityFor(departmental, 'PO', 'CREATOR')).toEqual({
      kind: 'DEPARTMENTS',
      userId: 'me',
    });
    expect(visibilityFor(viewer, 'PAYMENT', 'CREATOR')).toEqual({ kind: 'ALL' });
  });

  test.each(['PO', 'INVOICE', 'PAYMENT'] as const)(
    'DEC-13: approver lists of %s contain the documents that the user is listed on',
    (docType) => {
      const visibility = visibilityFor(viewer, docType, 'APPROVER');
      expect(maySee(forMyApproval, visibility, viewer.departmentIds)).toBe(true);
      expect(maySee(mine, visibility, viewer.departmentIds)).toBe(false);
    },
  );

  test.each([
    ['CREATED_BY_THIS_USER', 'one’s own', mine, true],
    ['CREATED_BY_THIS_USER', 'one’s change order', myChangeOrder, true],
    ['CREATED_BY_THIS_USER', 'one’s department', inMyDepartment, false],
    ['CREATED_BY_THIS_USER', 'another’s', document, false],
    ['IN_THIS_USERS_DEPARTMENT', 'one’s own elsewhere', mine, true],
    ['IN_THIS_USERS_DEPARTMENT', 'one’s department', inMyDepartment, true],
    ['IN_THIS_USERS_DEPARTMENT', 'another’s', document, false],
    ['IN_THIS_USERS_DEPARTMENT', 'another’s without department', withoutDepartment, false],
    ['ALL', 'another’s', document, true],
  ] as const)('DEC-13: %s sees %s: %#', (purchaseOrderVisibility, _what, facts, visible) => {
    const visibility = visibilityFor({ ...viewer, purchaseOrderVisibility }, 'PO', 'CREATOR');
    expect(maySee(facts, visibility, viewer.departmentIds)).toBe(visible);
  });

  test('DEC-13, DEC-14: scope or workflow gives access to a document in any persona', () => {
    expect(mayReach(forMyApproval, viewer, 'PO')).toBe(true);
    expect(mayReach(mine, viewer, 'PO')).toBe(true);
    expect(mayReach(document, viewer, 'PO')).toBe(false);
  });
});

describe('the number a user may read', () => {
  test.each(milestones)('DEC-17: NA until %s is reached', (required) => {
    const before = milestones.filter((reached) => reached !== required && reached !== 'FULL_APPROVAL');
    expect(visibleNumber('00042', before, required)).toBe('NA');
    expect(visibleNumber('00042', [required], required)).toBe('00042');
    expect(visibleNumber('00042', ['FULL_APPROVAL'], required)).toBe('00042');
  });

  test('DEC-17: a PO without number shows NA', () => {
    expect(visibleNumber('', ['FULL_APPROVAL'], 'SAVED_AS_DRAFT')).toBe('NA');
  });
});
