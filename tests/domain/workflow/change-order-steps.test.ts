import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecastRoute, stepReasonText } from '#domain/workflow/approval-route';
import { changeBasis, decidingCents } from '#domain/workflow/change-order-steps';
import type { ApprovedSteps, ChangeRule } from '#domain/workflow/change-order-steps';
import { planWorkflow, recomputeFinal } from '#domain/workflow/workflow';
import type { Instance, Template, TemplateStep } from '#domain/workflow/workflow';
import { changeRuleProblems, draftChangeRule } from '#domain/workflow/workflow-template';
import { workflowView } from '#domain/workflow/workflow-view';

const step = (order: number, name: string, limit: number | null): TemplateStep => ({
  order,
  name,
  kind: name === 'Department' ? 'DEPARTMENT' : 'STANDARD',
  amountLimitCents: limit,
  approvalsNeeded: 1,
  approvers: [{ userId: name, name, initials: name }],
});

const department = step(1, 'Department', null);
const lineProducer = step(2, 'Line producer', 2_500_000);
const manager = step(3, 'Production manager', null);

const overPercent: ChangeRule = { rule: 'CHANGE_OVER_PERCENT', percentHundredths: 1_500 };
const theChange: ChangeRule = { rule: 'CHANGE', percentHundredths: null };

const flow = (change: ChangeRule | null, steps = [department, lineProducer, manager]): Template => ({
  id: 't1',
  version: 1,
  steps,
  change,
});

/** An approved version of this total, by the first steps of the flow. */
const version = (total: number, ...steps: TemplateStep[]): ApprovedSteps => ({
  totalCents: total * 100,
  steps: steps.map(({ name, kind }) => ({ name, kind })),
});

const everybody = ['Department', 'Heads', 'Line producer', 'Production manager'];
const planInput = (total: number, approvedVersions: readonly ApprovedSteps[]) => ({
  id: 'w1',
  totalCents: total * 100,
  departmentMemberIds: everybody,
  activeUserIds: everybody,
  approverIds: everybody,
  selfIds: [],
  approvedVersions,
});

function planned(template: Template, total: number, versions: readonly ApprovedSteps[]): Instance {
  const instance = planWorkflow(template, planInput(total, versions));
  if (typeof instance === 'string') throw new Error(instance);
  return instance;
}

const document = { docType: 'PO', currency: 'USD', departmentName: 'Art' } as const;

/** Each step of the plan with its reason, as a forecast and a submitted document name it. */
function reasons(template: Template, total: number, versions: readonly ApprovedSteps[]): string[] {
  const shown = workflowView(planned(template, total, versions)).steps.map(
    (one) => `${one.name}: ${stepReasonText(one, document)}`,
  );
  const forecast = forecastRoute(template, planInput(total, versions));
  expect(
    forecast.steps.map(({ name }, at) => `${name}: ${stepReasonText(forecast.reasons[at]!, document)}`),
  ).toEqual(shown);
  return shown;
}

test('CHANGE-02, CHANGE-04: a change over 15 % since a step last approved adds it, and so does a crossed limit', () => {
  const first = version(20_000, department, lineProducer);
  expect(reasons(flow(overPercent), 22_000, [first])).toEqual(['Department: Department Art']);
  const second = version(22_000, department);
  expect(reasons(flow(overPercent), 24_000, [first, second])).toEqual([
    'Department: Department Art',
    'Line producer: Change over 15 %',
  ]);
  const third = version(24_000, department, lineProducer);
  expect(reasons(flow(overPercent), 26_000, [first, second, third])).toEqual([
    'Department: Department Art',
    'Line producer: Over $25,000.00',
    'Production manager: Over $25,000.00',
  ]);
});

test('CHANGE-02: the same without a step in between, where the first order did not need the line producer', () => {
  const heads = { ...step(1, 'Heads', 2_500_000) };
  const producer = { ...step(2, 'Line producer', null) };
  const two = flow(overPercent, [heads, producer]);
  const first = version(20_000, heads);
  expect(reasons(two, 22_000, [first])).toEqual(['Heads: Every purchase order']);
  expect(reasons(two, 24_000, [first, version(22_000, heads)])).toEqual([
    'Heads: Every purchase order',
    'Line producer: Change over 15 %',
  ]);
  const approved = [first, version(22_000, heads), version(24_000, heads, producer)];
  expect(reasons(two, 26_000, approved).at(-1)).toBe('Line producer: Over $25,000.00');
  expect(reasons(two, 24_500, approved)).toEqual(['Heads: Every purchase order']);
});

test('CHANGE-01, CHANGE-04: under the change, its own amount decides, and a crossed limit still adds its step', () => {
  const big = [version(60_000, department, lineProducer, manager)];
  expect(planned(flow(theChange), 61_000, big).finalOrder).toBe(2);
  expect(reasons(flow(theChange), 90_000, big).at(-1)).toBe('Production manager: Change over $25,000.00');
  const small = [version(24_000, department, lineProducer)];
  expect(reasons(flow(theChange), 25_001, small).at(-1)).toBe('Production manager: Over $25,000.00');
  expect(planned(flow(theChange), 25_000, small).finalOrder).toBe(2);
});

test('CHANGE-02: a step over whose limit the total is, and that has never approved the order, is added', () => {
  const withoutManager = [version(60_000, department, lineProducer)];
  expect(planned(flow(overPercent), 60_100, withoutManager).finalOrder).toBe(3);
});

test('CHANGE-02: steps are recognized by name, whatever their position was', () => {
  const inserted = flow(overPercent, [
    department,
    step(2, 'Accountant', 500_000),
    { ...lineProducer, order: 3 },
    { ...manager, order: 4 },
  ]);
  const basis = changeBasis(
    inserted.change,
    inserted.steps,
    [version(20_000, department, lineProducer)],
    2_200_000,
  );
  expect(basis?.lastApproved).toEqual({ '1': 2_000_000, '3': 2_000_000 });
});

test('CHANGE-01: a total that no step covers is refused under every rule', () => {
  const capped = [department, lineProducer];
  const approved = [version(24_000, department, lineProducer)];
  for (const rule of [null, theChange, overPercent])
    expect(planWorkflow(flow(rule, capped), planInput(25_100, approved))).toBe('POS_NO_VALID_WORKFLOW_STEP');
});

test('CHANGE-01, DEC-40: an edit in approval plans by the same rule', () => {
  const instance = planned(flow(overPercent), 22_000, [version(20_000, department, lineProducer)]);
  expect(instance.finalOrder).toBe(1);
  expect(recomputeFinal(instance, 2_300_100)).toMatchObject({
    finalOrder: 2,
    change: { totalCents: 2_300_100 },
  });
  expect(recomputeFinal(instance, 2_300_000)).toMatchObject({ finalOrder: 1 });
});

test('CHANGE-03, COV-03: the limit of a cover compares with the amount that the rule uses', () => {
  const versions = [version(24_480, department, lineProducer)];
  const amountOf = (change: ChangeRule | null, at: TemplateStep) =>
    decidingCents(planned(flow(change), 25_840, versions).change, at, 2_584_000);
  expect(amountOf(null, lineProducer)).toBe(2_584_000);
  expect(amountOf(theChange, lineProducer)).toBe(136_000);
  expect(amountOf(overPercent, lineProducer)).toBe(136_000);
  // The production manager has never approved this order, so they decide about the whole of it.
  expect(amountOf(theChange, manager)).toBe(2_584_000);
});

const anyFlow = fc
  .record({
    raises: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
    departments: fc.integer({ min: 0, max: 2 }),
    isUnlimited: fc.boolean(),
  })
  .map(({ raises, departments, isUnlimited }) => {
    let limit = 0;
    const kinds = [...Array.from({ length: departments }, () => null), ...raises];
    return kinds.map((raise, index): TemplateStep => {
      limit += raise ?? 0;
      const isLast = index === kinds.length - 1;
      return {
        ...step(index + 1, raise === null ? 'Department' : `Level ${index}`, limit),
        ...(raise === null || (isUnlimited && isLast) ? { amountLimitCents: null } : {}),
        approvers: [{ userId: 'Department', name: 'Department', initials: 'D' }],
      };
    });
  });

const anyTotal = fc.integer({ min: 1, max: 60_000 });
const anyVersions = (steps: readonly TemplateStep[]) =>
  fc.array(
    fc
      .record({ total: anyTotal, count: fc.integer({ min: 0, max: steps.length }) })
      .map(({ total, count }) => version(total, ...steps.slice(0, count))),
    { minLength: 1, maxLength: 5 },
  );

const anyChangeOrder = anyFlow.chain((steps) =>
  fc.record({ steps: fc.constant(steps), versions: anyVersions(steps), total: anyTotal }),
);

test('CHANGE-01: a step whose limit the change crosses is always in the plan', () => {
  fc.assert(
    fc.property(
      anyChangeOrder,
      fc.constantFrom(theChange, overPercent),
      ({ steps, versions, total }, rule) => {
        const plan = planWorkflow(flow(rule, steps), planInput(total, versions));
        if (typeof plan === 'string') return;
        const approved = versions.at(-1)!.totalCents;
        const crossed = steps.filter(
          ({ kind, amountLimitCents: limit }) =>
            kind === 'STANDARD' && limit !== null && approved <= limit && total * 100 > limit,
        );
        for (const { order } of crossed) expect(plan.finalOrder).toBeGreaterThan(order);
        expect(plan.finalOrder).toBeGreaterThanOrEqual(1);
      },
    ),
  );
});

test('CHANGE-01: the default rule and documents without approved versions give the plans of the contract', () => {
  fc.assert(
    fc.property(anyChangeOrder, ({ steps, versions, total }) => {
      const contract = planWorkflow(flow(null, steps), planInput(total, []));
      const newTotal: ChangeRule = { rule: 'NEW_TOTAL', percentHundredths: null };
      expect(planWorkflow(flow(newTotal, steps), planInput(total, versions))).toEqual(contract);
      expect(planWorkflow(flow(overPercent, steps), planInput(total, []))).toEqual(contract);
    }),
  );
});

test('CHANGE-01: a rule is kept when it is not named, and has a percentage only if it needs one', () => {
  const none = { changeOrderRule: null, changeOrderPercent: null };
  expect(draftChangeRule(none, null)).toEqual({ rule: 'NEW_TOTAL', percentHundredths: null });
  expect(draftChangeRule(none, overPercent)).toEqual(overPercent);
  expect(draftChangeRule({ changeOrderRule: 'CHANGE_OVER_PERCENT', changeOrderPercent: 12.5 }, null)).toEqual(
    {
      rule: 'CHANGE_OVER_PERCENT',
      percentHundredths: 1_250,
    },
  );
  expect(draftChangeRule({ changeOrderRule: 'CHANGE', changeOrderPercent: 12.5 }, null)).toEqual(theChange);
  expect(changeRuleProblems(theChange, 'PURCHASE_ORDER')).toEqual([]);
  expect(changeRuleProblems(theChange, 'INVOICE')).toEqual([{ rule: 'CHANGE_RULE', step: null }]);
  const noPercent: ChangeRule = { rule: 'CHANGE_OVER_PERCENT', percentHundredths: 0 };
  expect(changeRuleProblems(noPercent, 'PURCHASE_ORDER')).toEqual([{ rule: 'CHANGE_PERCENT', step: null }]);
});
