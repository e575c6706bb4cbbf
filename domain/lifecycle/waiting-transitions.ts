import { submitted } from './transition.ts';
import type { Transition } from './transition.ts';

/** What can happen to an invoice or a payment while it waits, besides the decisions. */
export const waitingTransitions = [
  {
    row: 'RUN-06/take-back',
    action: 'take-back',
    from: [submitted],
    who: ['APPROVED_LAST'],
    to: [submitted],
  },
  {
    row: 'BACK-01/send-back',
    action: 'send-back',
    from: [submitted],
    who: ['CURRENT_APPROVER'],
    rule: 'EARLIER_STEP',
    to: [submitted],
  },
  {
    row: 'NUDGE-01/nudge',
    action: 'nudge',
    from: [submitted],
    who: ['OWNER', 'SUBMITTER'],
    rule: 'NUDGEABLE',
    to: 'SAME',
  },
  { row: 'NUDGE-05/remind', action: 'remind', from: [submitted], who: ['SYSTEM'], to: 'SAME' },
  { row: 'NUDGE-06/escalate', action: 'escalate', from: [submitted], who: ['SYSTEM'], to: 'SAME' },
] as const satisfies readonly Transition[];
