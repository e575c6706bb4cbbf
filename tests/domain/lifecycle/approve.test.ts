import { describe, expect, test } from 'vitest';
import { approved, draft, submitted } from '#domain/lifecycle/transition';
import {
  actor,
  after,
  changed,
  deborah,
  frank,
  gina,
  inState,
  owner,
  refused,
  settings,
  when,
  workflow,
} from './fixtures.ts';

const atFirstStep = inState(submitted, { instance: workflow('PENDING', 'PENDING') });

/** The effects of a final approval. */
function effectsOf(change: Parameters<typeof inState>[1], rules = settings()): string[] {
  return changed(inState(submitted, change), 'approve', frank, {}, rules).effects.map(({ kind }) => kind);
}

describe('approve', () => {
  test('DEC-25 row 5: approving step 1 makes step 2 current', () => {
    expect(changed(atFirstStep, 'approve', deborah)).toMatchObject({
      to: { status: 'APPROVED_BY_DEPARTMENT_APPROVER', submissionStatus: 'Submitted for approval' },
      event: { action: 'approve', historyType: 'APPROVED', payload: { stepId: 'w1-1' } },
      milestones: ['SAVED_AS_DRAFT', 'FIRST_APPROVAL'],
      workflow: { kind: 'UPDATE', instance: { currentOrder: 2 } },
      queue: { leave: 'EVERYBODY', join: { stepId: 'w1-2', userIds: ['frank', 'gina'] } },
      effects: [{ kind: 'notify', event: 'WAITING', userIds: ['frank', 'gina'] }],
      content: 'KEEP',
    });
  });

  test('DEC-25 row 4: the first of two required approvals removes only its approver from the queue', () => {
    const instance = workflow('PENDING', 'PENDING');
    const two = {
      ...instance,
      currentOrder: 2,
      steps: instance.steps.map((step) => ({ ...step, approvalsNeeded: step.approvers.length })),
    };
    expect(changed(inState(submitted, { instance: two }), 'approve', frank)).toMatchObject({
      to: submitted,
      queue: { leave: 'VOTER', join: null },
      milestones: ['SAVED_AS_DRAFT'],
      effects: [],
    });
  });

  test('DEC-25 row 6, DEC-32: completing the final step approves the PO, stores a version and sends it', () => {
    const start = inState(submitted, { instance: workflow('APPROVED', 'PENDING') });
    const decision = changed(start, 'approve', gina, {}, settings({ vendorEmailAutoSendEnabled: true }));
    expect(decision).toMatchObject({
      to: approved,
      workflow: { kind: 'UPDATE', instance: { currentOrder: null } },
      queue: { leave: 'EVERYBODY', join: null },
      milestones: ['SAVED_AS_DRAFT', 'FIRST_APPROVAL', 'FULL_APPROVAL'],
      content: 'SNAPSHOT',
    });
    expect(decision.effects).toEqual([
      { kind: 'push-po' },
      { kind: 'vendor-email' },
      { kind: 'notify', event: 'APPROVED', userIds: ['owner'] },
    ]);
  });

  test('DEC-32, DEC-33: a PO of a temporary vendor is not sent; an invoice is pushed, a payment released', () => {
    const temporary = settings({ replacePoTempVendors: false, vendorEmailAutoSendEnabled: true });
    expect(effectsOf({ vendorIsTemporary: true }, temporary)).toEqual(['notify']);
    expect(effectsOf({ docType: 'INVOICE' })).toEqual(['push-invoice', 'notify']);
    expect(effectsOf({ docType: 'PAYMENT', submitterId: 'owner' })).toEqual(['release-payment', 'notify']);
  });

  test('DEC-22: a special approver marks the PO and its milestone, not an invoice', () => {
    const special = { ...deborah, specialApprover: true };
    const decision = changed(atFirstStep, 'approve', special);
    expect(decision.to.status).toBe('APPROVED_BY_SPECIAL_APPROVER');
    expect(decision.milestones).toEqual(['SAVED_AS_DRAFT', 'FIRST_APPROVAL', 'SPECIAL_APPROVAL']);
    const invoice = changed({ ...atFirstStep, docType: 'INVOICE' }, 'approve', special);
    expect(invoice.to).toEqual(submitted);
    expect(invoice.milestones).toEqual(['SAVED_AS_DRAFT', 'FIRST_APPROVAL', 'SPECIAL_APPROVAL']);
  });

  test('DEC-22: a milestone is reached only once', () => {
    const start = { ...atFirstStep, milestones: ['SAVED_AS_DRAFT', 'FIRST_APPROVAL'] } as const;
    expect(changed(start, 'approve', deborah).milestones).toEqual(start.milestones);
  });

  test('DEC-23, DEC-45: a repeated click finds its own vote', () => {
    const voted = after(atFirstStep, changed(atFirstStep, 'approve', deborah));
    const done = { kind: 'ALREADY_DONE' };
    expect(when(voted, 'approve', deborah, { workflowStepId: 'w1-1' })).toEqual(done);
    const final = after(voted, changed(voted, 'approve', frank));
    expect(when(final, 'approve', deborah, { workflowStepId: 'w1-1' })).toEqual(done);
    expect(when(final, 'approve', frank, { workflowId: 'w1' })).toEqual(done);
    expect(refused(() => when(final, 'approve', gina, { workflowId: 'w1' }))?.code).toBe('WORKFLOW_CONFLICT');
  });

  test('DEC-30, DEC-82: the step seen must still be the current one; the loser gets 409', () => {
    const won = inState(submitted, { instance: workflow('APPROVED', 'PENDING') });
    const lateInput = actor('hal', 'Approver');
    const both = {
      ...won.instance!,
      steps: won.instance!.steps.map((step) =>
        step.order === 1
          ? { ...step, approvers: [...step.approvers, { userId: 'hal', name: 'Hal', initials: 'H' }] }
          : step,
      ),
    };
    const act = () => when({ ...won, instance: both }, 'approve', lateInput, { workflowStepId: 'w1-1' });
    expect(refused(act)?.code).toBe('WORKFLOW_CONFLICT');
    expect(refused(() => when(won, 'approve', lateInput, { workflowStepId: 'w1-1' }))?.code).toBe(
      'FORBIDDEN',
    );
    expect(refused(() => when(won, 'approve', frank, { workflowStepId: 'w0-2' }))?.code).toBe(
      'WORKFLOW_CONFLICT',
    );
    expect(refused(() => when(won, 'approve', frank, { workflowId: 'w0' }))?.code).toBe('WORKFLOW_CONFLICT');
    const pulled = inState(draft);
    expect(refused(() => when(pulled, 'approve', frank, { workflowStepId: 'w1-2' }))?.code).toBe(
      'WORKFLOW_CONFLICT',
    );
  });

  test('DEC-30: a void of a document in approval is rejected after its approval', () => {
    const start = inState(approved);
    expect(refused(() => when(start, 'void', owner, { workflowStepId: 'w1-2' }))?.code).toBe(
      'WORKFLOW_CONFLICT',
    );
  });
});
