import { looseScan, scanOf } from '../studio.ts';
import { approvalThemes } from './approval-themes.ts';
import { attach, bulk, create, late, ofRun, onFlow, plain, save, some, voters } from './planned-actions.ts';
import type { PlannedAction, Theme } from './planned-actions.ts';

type ActionsOf = (...input: Parameters<Theme>) => readonly PlannedAction[];

const plainThemes = {
  // Three voters for two votes, and another action on the document before or after them.
  votes: ({ racing: id }, chance) => [
    ...voters.map((user) => onFlow(user, 'approve', 'PO', id)),
    ...some(chance, 1, [late(chance, onFlow('dana', 'void', 'PO', id)), onFlow('lena', 'revise', 'PO', id)]),
    ...some(chance, 2, [
      plain('lena', 'take-back', 'PO', id),
      plain('luis', 'take-back', 'PO', id),
      late(chance, plain('lena', 'take-back', 'PO', id)),
    ]),
    ...some(chance, 1, [
      onFlow('lena', 'void', 'PO', id),
      onFlow('luis', 'send-back', 'PO', id),
      late(chance, onFlow('abel', 'approve', 'PO', id)),
      plain('dana', 'pull', 'PO', id),
      save('luis', 'PO', id, chance),
      plain('dana', 'note', 'PO', id),
    ]),
  ],
  // Step by step, with edits and returns in between.
  steps: ({ early: id }, chance) => [
    onFlow('abel', 'approve', 'PO', id),
    ...voters.slice(chance.below(2)).map((user) => late(chance, onFlow(user, 'approve', 'PO', id))),
    ...some(chance, 2, [
      plain('dana', 'pull', 'PO', id),
      late(chance, plain('dana', 'submit', 'PO', id)),
      late(chance, save('abel', 'PO', id, chance)),
      onFlow('abel', 'revise', 'PO', id),
      late(chance, onFlow('luis', 'send-back', 'PO', id)),
      late(chance, onFlow('abel', 'approve', 'PO', id)),
      plain('abel', 'take-back', 'PO', id),
      plain('ada', 'note', 'PO', id),
    ]),
  ],
  // Push and void at the same time.
  pushes: ({ approved: id }, chance) => [
    { ...plain('ada', 'push', 'PO', id), after: chance.below(10) },
    { ...onFlow('dana', 'void', 'PO', id), after: chance.below(60) },
    ...some(chance, 2, [
      plain('dana', 'push', 'PO', id),
      plain('dana', 'adjust', 'PO', id),
      plain('ada', 'note', 'PO', id),
    ]),
  ],
  // A change order and its end.
  changeOrders: ({ approved: id }, chance) => [
    plain(chance.pick(['dana', 'lena']), 'adjust', 'PO', id),
    ...some(chance, 4, [
      plain('lena', 'adjust', 'PO', id),
      late(chance, plain('dana', 'discard', 'PO', id)),
      late(chance, plain('ada', 'discard', 'PO', id)),
      late(chance, save('dana', 'PO', id, chance)),
      late(chance, plain('dana', 'submit', 'PO', id)),
      late(chance, onFlow('dana', 'void', 'PO', id)),
      late(chance, plain('dana', 'push', 'PO', id)),
    ]),
  ],
  invoices: ({ bill: id }, chance) => [
    ...voters.map((user) => onFlow(user, 'approve', 'INVOICE', id)),
    late(chance, plain('ivan', 'note', 'INVOICE', id)),
    ...some(chance, 2, [
      onFlow('lena', 'deny', 'INVOICE', id),
      plain('lara', 'take-back', 'INVOICE', id),
      late(chance, onFlow('ivan', 'void', 'INVOICE', id)),
      plain('ivan', 'pull', 'INVOICE', id),
      save('lara', 'INVOICE', id, chance, 'LR-1'),
    ]),
  ],
  // Attachments change during approval.
  files: ({ bill: id }, chance) => [
    ...voters.map((user) => onFlow(user, 'approve', 'INVOICE', id)),
    attach(id, [scanOf('LR-1'), scanOf(looseScan)]),
    ...some(chance, 2, [
      late(chance, attach(id, [scanOf('LR-1')])),
      attach(id, [scanOf(looseScan)]),
      onFlow('lena', 'deny', 'INVOICE', id),
      plain('ivan', 'pull', 'INVOICE', id),
    ]),
  ],
  // Numbers: concurrent drafts, and two invoices with the same number.
  numbers: ({ draft, billDraft }, chance) => [
    ...['dana', 'ada'].map((user) => ({ ...create(user, 'PO', chance), after: chance.below(12) })),
    ...['ivan', 'ada'].map((user) => ({ ...create(user, 'INVOICE', chance), after: chance.below(12) })),
    ...some(chance, 2, [
      create('dana', 'PO', chance),
      plain('dana', 'submit', 'PO', draft),
      save('dana', 'PO', draft, chance),
      save('ada', 'PO', draft, chance),
      plain('ivan', 'submit', 'INVOICE', billDraft),
      save('ivan', 'INVOICE', billDraft, chance, 'LR-2'),
    ]),
  ],
  payments: ({ payments }, chance) => [
    ...some(chance, 2, [bulk('lena', payments), bulk('sol', payments), bulk('hugo', payments.slice(1, 3))]),
    ...some(chance, 3, [
      ...['lena', 'sol', 'hugo'].map((user) => onFlow(user, 'approve', 'PAYMENT', chance.pick(payments))),
      onFlow('hugo', 'deny', 'PAYMENT', chance.pick(payments)),
      plain('sol', 'take-back', 'PAYMENT', chance.pick(payments)),
      late(chance, ofRun('lena', 'cancel-bulk')),
      late(chance, ofRun('sol', 'retry-bulk')),
      plain('ada', 'pull', 'PAYMENT', chance.pick(payments)),
    ]),
  ],
} satisfies Record<string, ActionsOf>;

export const themes: Readonly<Record<string, Theme>> = {
  ...Object.fromEntries(
    Object.entries<ActionsOf>(plainThemes).map(([name, actionsOf]): [string, Theme] => [
      name,
      (...input) => ({ actions: actionsOf(...input) }),
    ]),
  ),
  ...approvalThemes,
};
