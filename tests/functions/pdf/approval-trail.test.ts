import { describe, expect, test } from 'vitest';
import type { ChangeEvent, HistoryEvent } from '#domain/history/history-response';
import type { Note } from '#domain/documents/document-response';
import type { WorkflowStep } from '#domain/workflow/workflow-response';
import { invoicePage } from '#edges/pdf/document/invoice-page';
import { paymentPage } from '#edges/pdf/document/payment-page';
import { topsheetJob } from '../../../functions/edges/pdf/document/print-job.tsx';
import { textOf } from '../../support/pdf/read-html.ts';
import { sampleInvoice, samplePayment, sampleSetting } from '../../support/pdf/sample-invoice.ts';
import {
  approvedSteps,
  printed,
  purchaseOrderJob,
  sampleOrder,
  waitingSteps,
} from '../../support/pdf/sample-order.ts';

interface Trail {
  notes: Note[];
  workflow: { id: string; steps: WorkflowStep[]; currentStep: null };
  historyEvents: HistoryEvent[];
  changes: ChangeEvent[];
}

const cover = { firstDay: '2026-03-03', lastDay: '2026-03-10', setBy: 'Priya Raman' };
const timeStamp = '2026-03-04T18:00:00.000Z';
const castBy = { ...cover, userId: 'marcus', name: 'Marcus Oyelaran' };

function approval(id: string, own: Partial<HistoryEvent>): HistoryEvent {
  return { id, userName: 'Marcus Oyelaran', timeStamp, type: 'APPROVED', ...own };
}

function change(id: string, action: string, summary: string, label: string, after: string): ChangeEvent {
  const field = { field: label, label, before: '', after, unit: 'text' as const };
  return { id, userName: 'Ada Lang', timeStamp, action, summary, contentVersion: null, fields: [field] };
}

/** The steps with these approvers on the second one. */
const withSecond = (steps: WorkflowStep[], own: Partial<WorkflowStep['approvers'][number]>) =>
  steps.map((step, at) => ({
    ...step,
    rule: 'AMOUNT' as const,
    overAmount: 24_680,
    approvers:
      at === 1 ? step.approvers.map((one, nth) => (nth === 0 ? { ...one, ...own } : one)) : step.approvers,
  }));

const [sampleNote] = sampleOrder().notes;
const note = (own: Partial<Note>): Note[] => (sampleNote ? [{ ...sampleNote, ...own }] : []);

const ofSteps = (steps: WorkflowStep[]): Trail => ({
  notes: [
    ...note({
      id: 'q',
      content: 'Which episode?',
      question: { askedUser: { id: 'dana', name: 'Dana Reed' }, state: 'ANSWERED' },
    }),
    ...note({ id: 'a', content: 'Episode 4.', questionId: 'q' }),
  ],
  workflow: { id: 'flow', steps, currentStep: null },
  historyEvents: [
    approval('9', { onBehalfOf: { ...cover, userId: 'priya', name: 'Priya Raman', coverId: 'c1' } }),
    approval('8', { emailLink: { isSignedIn: false } }),
    approval('7', { bulk: { position: 12, total: 46 } }),
  ],
  changes: [
    change('6', 'take-back', 'took back the approval', 'Approval', 'Taken back'),
    change('5', 'send-back', 'sent the document back to an earlier step', 'Reason', 'Wrong episode'),
    change('4', 'replace-approver', 'replaced Priya Raman with Tomas Havel', 'Step', 'Production'),
    change('3', 'nudge', 'nudged the approvers', 'Nudged', 'Lee Castro'),
    change('2', 'escalate', 'escalated the approval', 'Backup approver', 'Hugo Stone'),
  ],
});

const texts = [
  ['a purchase order', (trail: Trail) => textOf(purchaseOrderJob(printed(trail)).html)],
  [
    'an invoice',
    (trail: Trail) =>
      textOf(
        topsheetJob(
          invoicePage(sampleInvoice(trail), sampleSetting(), { indicators: null, companyLines: [] }),
        ).html,
      ),
  ],
  [
    'a payment',
    (trail: Trail) => textOf(topsheetJob(paymentPage(samplePayment(trail), sampleSetting())).html),
  ],
] as const;

describe.each(texts)('the approval trail in the PDF of %s', (_type, textOfTrail) => {
  test('COV-06, BACK-02: an approval names who gave it for whom, and that it was kept', () => {
    const steps = withSecond(approvedSteps, { castBy, isKept: true, contentVersion: 1 });
    const text = textOfTrail(ofSteps(steps));
    expect(text).toContain(
      'Approved by Marcus Oyelaran on behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman)',
    );
    expect(text).toContain('Kept after a send back, given for version 1');
  });

  test('COV-02: a step that nobody has approved names who covers whom', () => {
    const open = waitingSteps.map((step) => ({
      ...step,
      approvers: step.approvers.map((one) => ({ ...one, hasApproved: false })),
    }));
    const steps = withSecond(open, {
      name: 'Marcus Oyelaran',
      onBehalfOf: { userId: 'priya', name: 'Priya Raman' },
    });
    expect(textOfTrail(ofSteps(steps))).toContain('Marcus Oyelaran for Priya Raman');
  });

  test('COV-06, LINK-09, BULK-05: the history says on behalf of whom, by e-mail link and in bulk', () => {
    const text = textOfTrail(ofSteps(approvedSteps));
    for (const part of [
      'Approved On behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman) Marcus Oyelaran',
      'Approved By e-mail link, without sign-in Marcus Oyelaran',
      'Approved In bulk, 12 of 46 Marcus Oyelaran',
    ])
      expect(text).toContain(part);
  });

  test('RUN-08, BACK-04, REPL-06, NUDGE-03, NUDGE-06: the history has what happened to the approval', () => {
    const text = textOfTrail(ofSteps(approvedSteps));
    for (const part of [
      'Took back the approval Approval: Taken back Ada Lang',
      'Sent the document back to an earlier step Reason: Wrong episode Ada Lang',
      'Replaced Priya Raman with Tomas Havel',
      'Nudged the approvers',
      'Escalated the approval',
    ])
      expect(text).toContain(part);
  });

  test('ASK-06: a question names who was asked, and its answer is marked', () => {
    const text = textOfTrail(ofSteps(approvedSteps));
    expect(text).toMatch(/Question to Dana Reed \(answered\) Which episode\?/);
    expect(text).toMatch(/Answer Episode 4\./);
  });

  test('ROUTE-02: steps have no limits of the approval flow: the PDF also goes to vendors', () => {
    expect(textOfTrail(ofSteps(withSecond(approvedSteps, {})))).not.toContain('24,680');
  });
});
