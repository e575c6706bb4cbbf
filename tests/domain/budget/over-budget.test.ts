import { expect, test } from 'vitest';
import { overrunsOf, submitCounts, withSubmitCounts } from '#domain/budget/overrun';
import type { AffectedAccount } from '#domain/budget/decision';
import { noMeasures } from '#domain/budget/measures';
import { forecastRoute, stepReasonText } from '#domain/workflow/approval-route';
import { appliesOverBudget } from '#domain/budget/over-budget';
import type { OverBudget } from '#domain/budget/over-budget';
import { finalOrderFor, planWorkflow, recomputeFinal } from '#domain/workflow/workflow';
import type { Template, TemplateStep, WorkflowPlanInput } from '#domain/workflow/workflow';
import { draftSteps, overBudgetProblems } from '#domain/workflow/workflow-template';

const byAmount = (limit: number): OverBudget => ({ unit: 'AMOUNT', limit });
const byPercent = (limit: number): OverBudget => ({ unit: 'PERCENT', limit });
const overrun = (overCents: number, finalCents = 1_500_000) => ({ account: '6100', overCents, finalCents });

function step(order: number, limit: number | null, overBudget: OverBudget | null = null): TemplateStep {
  const approvers = [{ userId: 'ann', name: 'Ann', initials: 'A' }];
  const name = overBudget ? 'Controller' : `Level ${order}`;
  return {
    order,
    name,
    kind: 'STANDARD',
    amountLimitCents: limit,
    approvalsNeeded: 1,
    approvers,
    overBudget,
  };
}

const templateOf = (steps: TemplateStep[]): Template => ({ id: 't1', version: 1, steps });
const people = { departmentMemberIds: [], activeUserIds: ['ann'], approverIds: ['ann'], selfIds: [] };
const input = (totalCents: number, own: Partial<WorkflowPlanInput> = {}): WorkflowPlanInput => ({
  id: 'w1',
  totalCents,
  ...people,
  ...own,
});
const namesOf = (steps: TemplateStep[], plan: WorkflowPlanInput) =>
  forecastRoute(templateOf(steps), plan).steps.map(({ name }) => name);

test('BUD-28: a step over budget applies to documents that take an account over by more than its limit', () => {
  const steps = [step(1, 500_000), step(2, null, byAmount(10_000)), step(3, null)];
  expect(namesOf(steps, input(100_000))).toEqual(['Level 1']);
  expect(namesOf(steps, input(100_000, { overruns: [overrun(10_000)] }))).toEqual(['Level 1']);
  expect(namesOf(steps, input(100_000, { overruns: [overrun(10_001)] }))).toEqual(['Level 1', 'Controller']);
  expect(namesOf(steps, input(600_000, { overruns: [overrun(10_001)] }))).toEqual([
    'Level 1',
    'Controller',
    'Level 3',
  ]);
});

test('BUD-28: a percentage is that of the final budget of the account', () => {
  // 10 % of a final budget of 15,000 is 1,500.
  expect(appliesOverBudget(byPercent(1000), [overrun(150_000)])).toBe(false);
  expect(appliesOverBudget(byPercent(1000), [overrun(150_001)])).toBe(true);
  expect(appliesOverBudget(byPercent(1000), [overrun(1, 0)])).toBe(true);
  expect(appliesOverBudget(byPercent(1000), [overrun(100_000), overrun(20, 100)])).toBe(true);
  expect(appliesOverBudget(byAmount(0), [])).toBe(false);
});

test('BUD-28: behind the last step of the document, it adds no other step', () => {
  const steps = [step(1, 500_000), step(2, null), step(3, null, byAmount(0))];
  const plan = input(100_000, { overruns: [overrun(1)] });
  expect(namesOf(steps, plan)).toEqual(['Level 1', 'Controller']);
  const instance = planWorkflow(templateOf(steps), plan);
  if (typeof instance === 'string') throw new Error(instance);
  expect(instance.steps.map(({ id, name }) => [id, name])).toEqual([
    ['w1-1', 'Level 1'],
    ['w1-2', 'Controller'],
    ['w1-3', 'Level 2'],
  ]);
  const raised = recomputeFinal(instance, 600_000);
  expect(typeof raised === 'string' ? raised : raised.finalOrder).toBe(3);
  const lowered = typeof raised === 'string' ? raised : recomputeFinal({ ...raised, currentOrder: 1 }, 100);
  expect(typeof lowered === 'string' ? lowered : lowered.finalOrder).toBe(2);
});

test('BUD-28: it is no limit of the amount steps', () => {
  const steps = [step(1, 500_000), step(2, null, byAmount(0)), step(3, 900_000)];
  expect(finalOrderFor(steps, 900_001)).toBeNull();
  expect(namesOf(steps, input(900_000, { overruns: [overrun(1)] }))).toEqual([
    'Level 1',
    'Controller',
    'Level 3',
  ]);
});

test('BUD-29: the reason names the limit', () => {
  const steps = [step(1, null), step(2, null, byAmount(0)), step(3, null, byAmount(100_000))];
  const more = [...steps, step(4, null, byPercent(1250))];
  const { reasons } = forecastRoute(templateOf(more), input(1, { overruns: [overrun(10_000_000)] }));
  const document = { docType: 'PO', currency: 'USD', departmentName: null } as const;
  expect(reasons.map((reason) => stepReasonText(reason, document))).toEqual([
    'Every purchase order',
    'Over budget',
    'Over budget by more than $1,000.00',
    'Over budget by more than 12.5 %',
  ]);
});

const account: AffectedAccount = {
  ...noMeasures,
  account: '6100',
  levelCodes: '{}',
  keys: ['6100', '6110'].map((code) => ({ account: code, codes: '{}' })),
  description: '',
  currency: 'USD',
  finalCents: 1_500_000,
  ownCents: 0,
  hasActuals: true,
  committedCents: 600_000,
  waitingCents: 200_000,
  invoicedCents: 400_000,
};
const line = (cents: number, own: object = {}) => ({ id: 'l1', account: '6110', cents, ...own });
const overBy = (document: Parameters<typeof submitCounts>[0]) =>
  overrunsOf(withSubmitCounts([account], submitCounts(document))).map(({ overCents }) => overCents);

test('BUD-28: an order adds its lines, a change order what it adds to the approved lines', () => {
  // Example 1 of the rules: 3,000 are available after waiting.
  const po = { docType: 'PO', currency: 'USD' } as const;
  expect(overBy({ ...po, lines: [line(300_000)] })).toEqual([]);
  expect(overBy({ ...po, lines: [line(300_001)] })).toEqual([1]);
  expect(
    overBy({
      ...po,
      lines: [line(1_000_000, { approved: { cents: 1_000_000 } }), line(300_050, { id: 'l2' })],
    }),
  ).toEqual([50]);
  expect(overBy({ docType: 'PO', currency: 'CAD', lines: [line(300_001)] })).toEqual([]);
});

test('BUD-28: an invoice adds what no open order line covers', () => {
  const relieved = { id: 'o1', cents: 1_000_000, openCents: 600_000, isClosed: false };
  const invoice = { docType: 'INVOICE', currency: 'USD' } as const;
  expect(overBy({ ...invoice, lines: [line(900_000, { relieved })] })).toEqual([]);
  expect(overBy({ ...invoice, lines: [line(900_001, { relieved })] })).toEqual([1]);
  expect(overBy({ ...invoice, lines: [line(300_001)] })).toEqual([1]);
});

test('BUD-56: a change order adds nothing to a closed line, and an invoice of one adds its whole amount', () => {
  const approved = { approved: { cents: 1_000_000 } };
  const po = { docType: 'PO', currency: 'USD' } as const;
  expect(overBy({ ...po, lines: [line(1_300_001, approved)] })).toEqual([1]);
  expect(overBy({ ...po, lines: [line(1_300_001, { ...approved, isClosed: true })] })).toEqual([]);
  const relieved = { id: 'o1', cents: 1_000_000, openCents: 600_000, isClosed: true };
  const invoice = { docType: 'INVOICE', currency: 'USD' } as const;
  expect(overBy({ ...invoice, lines: [line(300_001, { relieved })] })).toEqual([1]);
});

test('BUD-28: a document that adds nothing to an account over budget does not take it over', () => {
  const over = { ...account, invoicedCents: 2_000_000 };
  const credit = submitCounts({ docType: 'INVOICE', currency: 'USD', lines: [line(-100)] });
  expect(overrunsOf(withSubmitCounts([over], credit))).toEqual([]);
  expect(overrunsOf([{ ...over, finalCents: null, ownCents: 100 }])).toEqual([]);
});

test('BUD-28: payments have no such step, and a flow needs one that every document takes', () => {
  const common = { approvers: [{ userId: 'ann' }], name: '', kind: 'STANDARD' as const, approvalsNeeded: 1 };
  const more = {
    amountLimit: null,
    mayApproveOverRelief: false,
    remindAfterDays: null,
    escalateAfterDays: null,
  };
  const stepOf = (over: number | null, unit: OverBudget['unit'] = 'AMOUNT') => ({
    ...common,
    ...more,
    backup: null,
    overBudget: over === null ? null : { unit, over },
  });
  const problemsOf = (
    steps: ReturnType<typeof stepOf>[],
    type: 'PURCHASE_ORDER' | 'PAYMENT' = 'PURCHASE_ORDER',
  ) =>
    overBudgetProblems({ steps: draftSteps({ steps }), requiresBudgetReason: false }, type).map(
      ({ rule }) => rule,
    );
  expect(problemsOf([stepOf(null), stepOf(0)])).toEqual([]);
  expect(problemsOf([stepOf(0)])).toEqual(['OVER_BUDGET_ONLY']);
  expect(problemsOf([stepOf(null), stepOf(-1)])).toEqual(['OVER_BUDGET']);
  expect(problemsOf([stepOf(null), stepOf(1001, 'PERCENT')])).toEqual(['OVER_BUDGET']);
  expect(problemsOf([stepOf(null), stepOf(0)], 'PAYMENT')).toEqual(['OVER_BUDGET']);
});
