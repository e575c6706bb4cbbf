import { describe, expect, test } from 'vitest';
import { editRefusal, refusal } from '#domain/lifecycle/decide';
import { approved, draft, needsRevision, submitted, voided } from '#domain/lifecycle/transition';
import type { Subject } from '#domain/lifecycle/subject';
import { temporaryVendorRule } from '#domain/lifecycle/temporary-vendor-rule';
import {
  accounting,
  actor,
  admin,
  deborah,
  frank,
  inState,
  openChangeOrder,
  outsider,
  owner,
  settings,
  subject,
  workflow,
} from './fixtures.ts';

/** The table of DEC-33: doc, vendor, replacePoTempVendors, step, approve, warning, confirmation, server. */
const truthTable = [
  ['PO', 'permanent', 'any', 'any', 'enabled', 'no', 'no', 'ok'],
  ['PO', 'temporary', 'true', 'not final', 'enabled', 'shown', 'yes', 'ok'],
  ['PO', 'temporary', 'true', 'final', 'disabled', 'shown', '–', '422'],
  ['PO', 'temporary', 'false', 'not final', 'enabled', 'hidden', 'no', 'ok'],
  ['PO', 'temporary', 'false', 'final', 'enabled', 'hidden', 'no', 'ok'],
  ['INVOICE', 'permanent', 'any', 'any', 'enabled', 'no', 'no', 'ok'],
  ['INVOICE', 'temporary', 'any', 'not final', 'enabled', 'shown', 'yes', 'ok'],
  ['INVOICE', 'temporary', 'any', 'final', 'disabled', 'shown', '–', '422'],
  ['PAYMENT', 'any', 'any', 'any', 'enabled', 'no', 'no', 'ok'],
] as const;

function either(cell: string, yes: string): boolean[] {
  return cell === 'any' ? [true, false] : [cell === yes];
}

describe('VE-18, DEC-33: temporary vendors', () => {
  test.each(truthTable)('%s, %s vendor, replacePoTempVendors %s, %s step: approve %s', (...cells) => {
    const [docType, vendor, replace, step, approve, warning, confirmation, server] = cells;
    for (const vendorIsTemporary of either(vendor, 'temporary')) {
      for (const replacePoTempVendors of either(replace, 'true')) {
        for (const finalStep of either(step, 'final')) {
          const facts = { temporary: vendorIsTemporary, replacePoTempVendors, finalStep };
          expect(temporaryVendorRule(docType, facts)).toEqual({
            approve: approve === 'enabled',
            warning: warning === 'shown',
            confirmation: confirmation === 'yes',
          });
          const instance = finalStep ? workflow('APPROVED', 'PENDING') : workflow('PENDING', 'PENDING');
          const given = inState(submitted, { docType, vendorIsTemporary, instance });
          expect(
            refusal(given, 'approve', finalStep ? frank : deborah, settings({ replacePoTempVendors })),
          ).toBe(server === 'ok' ? null : 'TEMP_VENDOR_NOT_ALLOWED');
        }
      }
    }
  });
});

describe('CO-01, DEC-26: a change order needs an adjustable PO that is not relieved', () => {
  test.each<[string, Partial<Subject>, string | null]>([
    ['active vendor', {}, null],
    ['archived', { archived: true }, 'WORKFLOW_CONFLICT'],
    ['relieved', { isRelieved: true }, 'WORKFLOW_CONFLICT'],
    ['partly relieved', { hasRelief: true }, null],
    ['inactive vendor', { vendorActive: false }, 'POS_BAD_REQUEST'],
    ['temporary vendor counts as active', { vendorActive: false, vendorIsTemporary: true }, null],
  ])('%s', (_name, change, code) => {
    for (const who of [owner, admin, deborah]) {
      expect(refusal(inState(approved, change), 'adjust', who, settings())).toBe(code);
    }
  });
});

describe('DEC-25 row 16: void of an approved PO', () => {
  test('is rejected while invoice lines relieve it', () => {
    expect(refusal(inState(approved, { hasRelief: true }), 'void', owner, settings())).toBe(
      'WORKFLOW_CONFLICT',
    );
    expect(refusal(inState(submitted, { hasRelief: true }), 'void', owner, settings())).toBeNull();
  });

  test('DEC-41: every void needs the Void permission, also of approvers', () => {
    const permissions = { ...frank.permissions, VoidPurchaseOrders: 'NONE' } as const;
    expect(refusal(inState(submitted), 'void', { ...frank, permissions }, settings())).toBe('FORBIDDEN');
    expect(refusal(inState(voided), 'void', { ...frank, permissions }, settings())).toBe('FORBIDDEN');
  });
});

describe('PO-56, PO-57, DEC-25 row 17: push', () => {
  const enabled = settings({ sendUnapprovedPurchaseOrders: true });
  const sender = { ...owner, sendUnapproved: true };

  test.each([draft, needsRevision, submitted])(
    "an unapproved PO needs the show's setting and the user's toggle, %j",
    (pair) => {
      expect(refusal(inState(pair), 'push', sender, enabled)).toBeNull();
      expect(refusal(inState(pair), 'push', owner, enabled)).toBe('WORKFLOW_CONFLICT');
      expect(refusal(inState(pair), 'push', sender, settings())).toBe('WORKFLOW_CONFLICT');
    },
  );

  test('DEC-33: a PO of a temporary vendor or a void PO is not pushed', () => {
    const temporary = { vendorIsTemporary: true };
    expect(refusal(inState(approved, temporary), 'push', owner, enabled)).toBe('TEMP_VENDOR_NOT_ALLOWED');
    expect(refusal(inState(draft, temporary), 'push', sender, enabled)).toBe('TEMP_VENDOR_NOT_ALLOWED');
    expect(refusal(inState(voided), 'push', sender, enabled)).toBe('WORKFLOW_CONFLICT');
  });

  test('DEC-25 row 18: only a PO in accounting can be pulled', () => {
    const unknown = inState(approved, { foundInAccounting: false });
    expect(refusal(unknown, 'pull-from-accounting', owner, settings())).toBe('WORKFLOW_CONFLICT');
  });
});

describe('DEC-97: self-approval', () => {
  const self = actor('owner', 'Approver');
  const given = inState(submitted, { instance: workflow('APPROVED', 'PENDING') });
  const listedApprover = {
    ...given,
    instance: {
      ...given.instance!,
      steps: given.instance!.steps.map((step) => ({
        ...step,
        approvers: [{ userId: 'owner', name: 'Owner', initials: 'O' }],
      })),
    },
  };

  test('DEC-23: an owner who is a current approver may approve, unless the show prevents it', () => {
    expect(refusal(listedApprover, 'approve', self, settings())).toBeNull();
    expect(refusal(listedApprover, 'approve', self, settings({ preventSelfApproval: true }))).toBe(
      'FORBIDDEN',
    );
    expect(refusal(listedApprover, 'revise', self, settings({ preventSelfApproval: true }))).toBeNull();
  });

  test('the submitter may not approve a payment', () => {
    const payment = {
      ...listedApprover,
      docType: 'PAYMENT',
      ownerId: 'accounting',
      submitterId: 'owner',
    } as const;
    expect(refusal(payment, 'approve', self, settings({ preventSelfApproval: true }))).toBe('FORBIDDEN');
  });
});

describe('DEC-02, DEC-13: departments', () => {
  const elsewhere = { ...owner, departmentIds: ['grip'] };

  test("a document is created and submitted only in one of the user's departments", () => {
    const fresh = subject({ version: 0 });
    for (const [given, action] of [
      [fresh, 'create'],
      [inState(draft), 'submit'],
    ] as const) {
      expect(refusal(given, action, owner, settings())).toBeNull();
      expect(refusal(given, action, admin, settings())).toBeNull();
      expect(refusal(given, action, elsewhere, settings())).toBe('NO_DEPARTMENT_ASSOCIATION_WITH_USER');
    }
  });

  test('DEC-13: an invoice is also submitted in the department of the order that all its lines reference', () => {
    const invoice = inState(draft, { docType: 'INVOICE' });
    const creator = actor('owner', 'Invoice Creator', { departmentIds: ['grip'] });
    const check = (orderDepartmentId: string | null) =>
      refusal(invoice, 'submit', creator, settings(), { orderDepartmentId });
    expect(check('camera')).toBeNull();
    expect(check('sound')).toBe('NO_DEPARTMENT_ASSOCIATION_WITH_USER');
    expect(check(null)).toBe('NO_DEPARTMENT_ASSOCIATION_WITH_USER');
  });

  test('DEC-26: the requester of a change order may submit it', () => {
    const given = inState(draft, { ownerId: 'frank', changeOrder: openChangeOrder });
    expect(refusal(given, 'submit', frank, settings())).toBeNull();
  });

  test('DEC-11, DEC-28: create needs the FULL permission, import the system, and payments have no create', () => {
    const fresh = subject({ version: 0 });
    const reader = actor('owner', 'Invoice Creator', { departmentIds: ['camera'] });
    expect(refusal(fresh, 'create', reader, settings())).toBe('FORBIDDEN');
    const payment = { ...fresh, docType: 'PAYMENT' } as const;
    expect(refusal(payment, 'import', accounting, settings())).toBeNull();
    expect(refusal(payment, 'import', admin, settings())).toBe('FORBIDDEN');
    expect(refusal(payment, 'create', outsider, settings())).toBe('FORBIDDEN');
  });

  test('a document that is not stored yet can only be created', () => {
    expect(refusal(subject({ version: 0 }), 'submit', owner, settings())).toBe('WORKFLOW_CONFLICT');
  });
});

describe('DEC-16: who may edit', () => {
  test.each([
    ['owner, draft', draft, owner, null],
    ['admin, sent back', needsRevision, admin, null],
    ['current approver, in approval', submitted, frank, null],
    ['owner, in approval', submitted, owner, 'ERROR_PO_NOT_EDITABLE'],
    ['admin, in approval', submitted, admin, 'ERROR_PO_NOT_EDITABLE'],
    ['approver of another step', submitted, deborah, 'ERROR_PO_NOT_EDITABLE'],
    ['owner, approved', approved, owner, 'ERROR_PO_NOT_EDITABLE'],
    ['owner, void', voided, owner, 'ERROR_PO_NOT_EDITABLE'],
    ['approver, draft', draft, frank, 'FORBIDDEN'],
    ['outsider, in approval', submitted, outsider, 'FORBIDDEN'],
  ] as const)('PO-11, PO-59: %s', (_name, pair, who, code) => {
    expect(editRefusal(inState(pair), who, settings())).toBe(code);
  });

  test('IN-20: an invoice has its own error code, and a payment is never edited', () => {
    const invoice = inState(submitted, { docType: 'INVOICE' });
    expect(editRefusal(invoice, owner, settings())).toBe('ERROR_INVOICE_NOT_EDITABLE');
    const payment = inState(draft, { docType: 'PAYMENT', submitterId: 'owner' });
    expect(editRefusal(payment, owner, settings())).toBe('WORKFLOW_CONFLICT');
  });
});
