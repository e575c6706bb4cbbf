import type { Mutant } from './mutants.ts';

const sendBack = 'domain/workflow/send-back.ts';
const actOnItems = 'functions/verbs/bulk/act-on-items.ts';

/** Faults in votes that return after a send back over three steps, and in bulk push and submit. */
export const returnMutants: readonly Mutant[] = [
  {
    name: 'votes return after a send back for other content than was sent back',
    theme: 'returns',
    patches: [
      {
        file: sendBack,
        find: 'const isSameContent = open.contentVersion === contentVersion;',
        replace: 'const isSameContent = open.contentVersion !== -1;',
      },
    ],
  },
  {
    name: 'a document that was sent back takes every step again with the same content',
    theme: 'returns',
    patches: [
      {
        file: sendBack,
        find: 'isSameContent && order < open.fromOrder',
        replace: 'isSameContent && order < open.toOrder',
      },
    ],
  },
  {
    name: 'with one vote per flow a vote returns, though its user has voted on another step since',
    theme: 'returns',
    patches: [
      {
        file: sendBack,
        find: '!step.approvals.flatMap(votersOf).some((userId) => usedVoteIds.includes(userId)),',
        replace: '!step.approvals.flatMap(votersOf).some((userId) => usedVoteIds.includes(`not ${userId}`)),',
      },
    ],
  },
  {
    name: 'a repeated batch of a bulk push sends an order twice',
    theme: 'bulkPushes',
    patches: [
      {
        file: actOnItems,
        find: 'await pushToAccounting(itemContext, item.id, reading);',
        replace: 'await pushToAccounting({ ...itemContext, idempotencyKey: null }, item.id, reading);',
      },
    ],
  },
  {
    name: 'a bulk push reports orders that it did not send',
    theme: 'bulkPushes',
    patches: [
      {
        file: actOnItems,
        find: 'await pushToAccounting(itemContext, item.id, reading);',
        replace: 'await pushToAccounting(itemContext, item.id, reading).catch(() => undefined);',
      },
    ],
  },
  {
    name: 'a repeated batch of a bulk submit submits a payment again that was pulled back meanwhile',
    theme: 'paymentSubmits',
    patches: [
      {
        file: actOnItems,
        find: `stored: reading.rows.stored, after: nothing }, (terms) =>
      submitPayment(context, id, null, reading, { contentVersion, ...terms }),`,
        replace: `stored: null, after: nothing }, (terms) =>
      submitPayment(context, id, null, reading, { contentVersion, ...terms, additionalWrites: () => [] }),`,
      },
    ],
  },
];
