import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { templateTypes } from '#domain/document';
import { isSameName } from '#domain/values/names';
import { permissionMatrix, canReadWorkflows, roles } from '#domain/identity/permissions';
import { finalOrderFor, planWorkflow } from '#domain/workflow/workflow';
import {
  isEligibleApprover,
  draftSteps,
  problemPath,
  readableTypes,
  slugFor,
  templateInput,
  templateLevel,
  templateProblems,
} from '#domain/workflow/workflow-template';
import type { DraftStep } from '#domain/workflow/workflow-template';

const all = { invoices: true, payments: true };
const none = { invoices: false, payments: false };

function step(own: Partial<DraftStep> = {}): DraftStep {
  return {
    name: '',
    kind: 'STANDARD',
    amountLimitCents: null,
    approvalsNeeded: 1,
    approverIds: ['ann'],
    mayApproveOverRelief: false,
    remindAfterDays: null,
    escalateAfterDays: null,
    backupId: null,
    overBudget: null,
    ...own,
  };
}

const candidates = { eligibleIds: new Set(['ann', 'bob', 'cy']), listedIds: new Set(['left']) };
const problems = (steps: readonly DraftStep[], name = 'Main') =>
  templateProblems({ name, steps }, candidates).map(problemPath);

describe('workflow template permissions', () => {
  test('PE-09, PE-10, PE-11, PE-12, DEC-65: the level depends on role, type and module', () => {
    const levels = roles.map((role) => [
      role,
      ...templateTypes.map((type) =>
        templateLevel({ permissions: permissionMatrix[role], modules: all }, type),
      ),
    ]);
    expect(levels).toEqual([
      ['PO Creator', 'NONE', 'NONE', 'NONE'],
      ['Invoice Creator', 'NONE', 'NONE', 'NONE'],
      ['PO & Invoice Creator', 'NONE', 'NONE', 'NONE'],
      ['Approver', 'READ', 'READ', 'NONE'],
      ['Show Admin', 'FULL', 'FULL', 'FULL'],
      ['Studio Admin', 'FULL', 'FULL', 'FULL'],
      ['EP Internal', 'FULL', 'FULL', 'FULL'],
      ['Guarantor', 'NONE', 'NONE', 'NONE'],
    ]);
    const admin = { permissions: permissionMatrix['Show Admin'], modules: none };
    expect(readableTypes(admin)).toEqual(['PURCHASE_ORDER']);
    expect(roles.filter((role) => canReadWorkflows({ permissions: permissionMatrix[role] }))).toEqual([
      'Approver',
      'Show Admin',
      'Studio Admin',
      'EP Internal',
    ]);
  });

  test("API-69, DEC-63: an eligible approver is active, has the approver flag and the module's toggle", () => {
    const person = { role: 'Approver', isActive: true, invoiceModuleVisible: true } as const;
    const able = (own: object) =>
      templateTypes.filter((type) =>
        isEligibleApprover({ ...person, paymentModuleVisible: false, ...own }, type),
      );
    expect(able({})).toEqual(['PURCHASE_ORDER', 'INVOICE']);
    expect(able({ paymentModuleVisible: true })).toEqual([...templateTypes]);
    expect(able({ isActive: false })).toEqual([]);
    expect(able({ role: 'PO Creator' })).toEqual([]);
  });
});

describe('the rules of a template', () => {
  test('NUDGE-09: an escalation does not precede the reminder, and its backup approver may approve', () => {
    expect(problems([step({ remindAfterDays: 3, escalateAfterDays: 3, backupId: 'bob' })])).toEqual([]);
    expect(problems([step({ remindAfterDays: 3 })])).toEqual([]);
    expect(problems([step({ escalateAfterDays: 14 })])).toEqual([]);
    const early = step({ remindAfterDays: 4, escalateAfterDays: 3 });
    expect(problems([early])).toEqual(['steps.0.escalateAfterDays']);
    expect(problems([step({ backupId: 'bob' })])).toEqual(['steps.0.escalateAfterDays']);
    expect(problems([step({ escalateAfterDays: 1, backupId: 'ann' })])).toEqual(['steps.0.backup']);
    expect(problems([step({ escalateAfterDays: 1, backupId: 'wendy' })])).toEqual(['steps.0.backup']);
    expect(problems([step({ escalateAfterDays: 1, backupId: 'left' })])).toEqual([]);
  });

  test('DEC-20: a template needs a step, and each step a user who may approve now', () => {
    expect(problems([])).toEqual(['steps']);
    expect(problems([step()], ' ')).toEqual(['name']);
    expect(problems([step({ approverIds: [] })])).toEqual(['steps.0.approvers']);
    expect(problems([step({ approverIds: ['left'] })])).toEqual(['steps.0.approvers']);
    expect(problems([step({ approverIds: ['ann', 'left'] })])).toEqual([]);
    expect(problems([step({ approverIds: ['ann', 'stranger'] })])).toEqual(['steps.0.approvers']);
  });

  test('DEC-23: a step needs between one approval and the number of its listed approvers', () => {
    const of = (approvalsNeeded: number) =>
      problems([step({ approvalsNeeded, approverIds: ['ann', 'bob'] })]);
    expect([of(1), of(2), of(3)]).toEqual([[], [], ['steps.0.approvalsNeeded']]);
  });

  test('DEC-20: limits of STANDARD steps strictly rise, and only the last may be unlimited', () => {
    const limits = (...cents: (number | null)[]) =>
      problems(cents.map((amountLimitCents) => step({ amountLimitCents })));
    expect(limits(100, 200, null)).toEqual([]);
    expect(limits(100, 200, 300)).toEqual([]);
    expect(limits(100, 100)).toEqual(['steps.1.amountLimit']);
    expect(limits(200, 100, null)).toEqual(['steps.1.amountLimit']);
    expect(limits(null, 100)).toEqual(['steps.0.amountLimit']);
    const department = step({ kind: 'DEPARTMENT' });
    const levelled = [
      step({ amountLimitCents: 100 }),
      department,
      step({ amountLimitCents: 90 }),
      department,
    ];
    expect(problems(levelled)).toEqual(['steps.2.amountLimit']);
  });

  const anyStep = fc.record({
    name: fc.constant(''),
    kind: fc.constantFrom('STANDARD' as const, 'DEPARTMENT' as const),
    amountLimitCents: fc.option(fc.integer({ min: 0, max: 50 })),
    approvalsNeeded: fc.integer({ min: 1, max: 4 }),
    approverIds: fc.uniqueArray(fc.constantFrom('ann', 'bob', 'cy', 'left'), { minLength: 1 }),
  });

  test('DEC-20, DEC-21, DEC-23: a template without a problem takes every total up to its last limit', () => {
    let sound = 0;
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 4 }), fc.nat(60), (steps, totalCents) => {
        if (problems(steps).length > 0) return;
        sound += 1;
        const flow = steps.map(({ approverIds, ...one }, index) => ({
          ...one,
          order: index + 1,
          approvers: approverIds.map((userId) => ({ userId, name: userId, initials: userId })),
        }));
        const plan = planWorkflow(
          { id: 't', version: 1, steps: flow },
          {
            id: 'w',
            totalCents,
            departmentMemberIds: ['ann', 'bob', 'cy'],
            activeUserIds: ['ann', 'bob', 'cy'],
            approverIds: ['ann', 'bob', 'cy'],
            selfIds: [],
          },
        );
        const levels = steps.filter(({ kind }) => kind === 'STANDARD');
        const last = levels.at(-1)?.amountLimitCents ?? null;
        if (last === null || totalCents <= last) expect(plan).toMatchObject({ currentOrder: 1 });
        else expect([plan, finalOrderFor(flow, totalCents)]).toEqual(['POS_NO_VALID_WORKFLOW_STEP', null]);
      }),
      { numRuns: 2000 },
    );
    expect(sound).toBeGreaterThan(100);
  });
});

describe('the request body', () => {
  test('MG-25, DEC-20, DEC-39: unnamed steps get names, only STANDARD steps have limits, and approvers are deduplicated', () => {
    const input = v.parse(templateInput, {
      name: ' Main ',
      steps: [
        { kind: 'DEPARTMENT', amountLimit: 5, approvers: [{ userId: 'ann' }, { userId: 'ann' }] },
        { amountLimit: 10.1, approvers: [{ userId: 'bob' }], mayApproveOverRelief: true },
        { name: ' Top ', approvers: [{ userId: 'cy', name: 'Cy', initials: 'C' }] },
      ],
    });
    expect(input).toMatchObject({ name: 'Main', makeDefaultType: false, resetItemsInProgress: false });
    expect(draftSteps(input)).toEqual([
      step({ name: 'Department', kind: 'DEPARTMENT' }),
      step({ name: 'Step 2', amountLimitCents: 1010, approverIds: ['bob'], mayApproveOverRelief: true }),
      step({ name: 'Top', approverIds: ['cy'] }),
    ]);
  });

  test('DEC-44: a slug is a unique kebab-case name', () => {
    expect(slugFor('Purchase Orders', [])).toBe('purchase-orders');
    expect(slugFor('Crédit & débit!', ['credit-debit'])).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(slugFor('Décor 2', [])).toBe('decor-2');
    expect(slugFor('Main', ['main', 'main-2'])).toBe('main-3');
    expect(slugFor('支払い', [])).toBe('flow');
    expect(slugFor(`${'x'.repeat(59)} unit`, [])).toBe('x'.repeat(59));
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, taken) => {
        const slug = slugFor(name, taken);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(taken).not.toContain(slug);
      }),
    );
  });

  test('names are compared ignoring case', () => {
    expect([isSameName(' Été', 'ÉTÉ '), isSameName('Main', 'Main 2')]).toEqual([true, false]);
  });
});
