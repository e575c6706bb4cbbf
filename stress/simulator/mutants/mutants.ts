import { approvalMutants } from './approval-mutants.ts';
import { batchMutants } from './batch-mutants.ts';
import { budgetMutants } from './budget-mutants.ts';
import { contentMutants } from './content-mutants.ts';
import { coverMutants } from './cover-mutants.ts';
import { returnMutants } from './return-mutants.ts';
import type { Patch } from '../patch.ts';

/**
 * A fault that the simulator must find: a patch of the source, and SQL that removes the constraints that would prevent
 * it.
 */
export interface Mutant {
  name: string;
  /** The theme whose runs it concerns; without one, all. */
  theme?: string;
  patches: readonly Patch[];
  sql?: readonly string[];
}

const verb = (name: string) => `functions/verbs/${name}.ts`;
const store = (name: string) => `functions/store/${name}.ts`;
const noChain = 'DROP TRIGGER document_events_no_replace';

export const mutants: readonly Mutant[] = [
  {
    name: 'the event does not ask whether the document is as it was read; nothing guards the chain',
    patches: [
      {
        file: store('show/documents/commit'),
        find: `    eq(documents.version, expected.version),
    eq(documents.status, expected.status),
    sql\`\${documents.currentStepId} IS \${expected.currentStepId}\`,
`,
        replace: '',
      },
    ],
    sql: [noChain],
  },
  {
    name: 'an event is chained to the first one; nothing guards the chain',
    patches: [
      {
        file: verb('lifecycle/prepare-change'),
        find: '      previousHash: rows.lastHash,',
        replace: `      previousHash: document.version > 5 ? 'x' : rows.lastHash,`,
      },
    ],
    sql: [noChain],
  },
  {
    name: 'a vote counts again; no index holds one vote to one person',
    patches: [
      {
        file: 'domain/workflow/workflow.ts',
        find: 'ids.filter((userId) => !hasApproved(step, userId) && !usedVoteIds.includes(userId));',
        replace: 'ids;',
      },
      {
        file: 'domain/lifecycle/decide.ts',
        find: `if (action === 'approve' && hasVotedBefore(subject, actor, input)) return { kind: 'ALREADY_DONE' };`,
        replace: '',
      },
    ],
    sql: ['DROP INDEX step_approvals_one_each'],
  },
  {
    name: 'votes are written beside the batch',
    patches: [
      {
        file: verb('lifecycle/change-writes'),
        find: `    writes.push(
      insertVote(`,
        replace: `    void store.write([
      insertVote(`,
      },
      {
        file: verb('lifecycle/change-writes'),
        find: '        castBy: change.onBehalfOf && JSON.stringify(castByOf(actor, change.onBehalfOf)),\n      }),\n    );',
        replace:
          '        castBy: change.onBehalfOf && JSON.stringify(castByOf(actor, change.onBehalfOf)),\n      }),\n    ]).catch(() => undefined);',
      },
    ],
  },
  {
    name: 'a key is not looked up, and kept as often as it comes',
    patches: [
      {
        file: verb('request/idempotency'),
        find: '  const before = await findAnswer(context, stored);\n  if (before) return before.answer as Answer;\n  try {',
        replace: '  try {',
      },
      {
        file: store('show/outbox/idempotency-keys'),
        find: 'db.insert(idempotency).values(row)',
        replace: 'db.insert(idempotency).values(row).onConflictDoNothing()',
      },
    ],
  },
  {
    name: 'the answer of a key is not part of the batch',
    patches: [
      {
        file: verb('request/idempotency'),
        find: 'return idempotencyKey\n    ? [',
        replace: 'return false\n    ? [',
      },
    ],
  },
  {
    name: 'outbox rows are written after the batch',
    patches: [
      {
        file: verb('lifecycle/prepare-change'),
        find: '      ...insertOutbox(store, outbox),\n',
        replace: '',
      },
      {
        file: verb('lifecycle/run-after-commit'),
        find: '  const published = publishDocumentChanges(\n',
        replace: `  const rows = changes.flatMap(({ committed: { outbox } }) => outbox);
  if (rows.length > 0) context.runAfterResponse(context.store.write(insertOutbox(context.store, rows)));
  const published = publishDocumentChanges(\n`,
      },
      {
        file: verb('lifecycle/run-after-commit'),
        find: 'export function publishAndDispatch(',
        replace: `import { insertOutbox } from '#store/show/outbox/write-outbox';
export function publishAndDispatch(`,
      },
    ],
  },
  {
    name: 'a final approval owes two pushes',
    patches: [
      {
        file: 'domain/lifecycle/approval-outcomes.ts',
        find: `return [{ kind: 'push-invoice' }, ...owner];`,
        replace: `return [{ kind: 'push-invoice' }, { kind: 'push-invoice' }, ...owner];`,
      },
    ],
  },
  {
    name: 'accounting gets a new key for each push',
    theme: 'invoices',
    patches: [
      {
        file: 'functions/edges/accounting/adapter.ts',
        find: 'return `${document.docId}:${document.revision}`;',
        replace:
          'return `${document.docId}:${(globalThis as unknown as { simulatedId: () => string }).simulatedId()}`;',
      },
    ],
  },
  {
    name: 'the next number is counted before the batch; no index holds numbers apart',
    patches: [
      {
        file: verb('purchase-orders/create-purchase-order'),
        find: '  const { store, now } = context;\n',
        replace: `  const { store, now } = context;
  const all = await store.db.all('SELECT count(*) AS n FROM documents WHERE type = \\'PO\\'');
  const number = String(1 + (all[0] as { n: number }).n).padStart(5, '0');
`,
      },
      {
        file: verb('purchase-orders/create-purchase-order'),
        find: `number: allocatedNumber(store, numberWidth.number),`,
        replace: 'number,',
      },
    ],
    sql: ['DROP INDEX purchase_order_numbers'],
  },
  {
    name: 'the batch does not ask whether an invoice number is taken',
    patches: [
      {
        file: store('show/invoices/invoice-number'),
        find: 'THEN NULL ELSE',
        replace: 'THEN ${invoice.number} ELSE',
      },
    ],
  },
  {
    name: 'a job is closed before it has run',
    patches: [
      {
        file: verb('jobs/run-job'),
        find: '    const refused = await run();',
        replace: '    await markDone(store, entry.id, now, null);\n    const refused = await run();',
      },
    ],
  },
  {
    name: 'a job leased by another consumer is claimed all the same',
    theme: 'files',
    patches: [
      {
        file: store('show/outbox/outbox'),
        find: '        sql`${outbox.attempts} < ${maxOfKind}`,\n        isDue(now),\n',
        replace: '        sql`${outbox.attempts} < ${maxOfKind}`,\n',
      },
    ],
  },
  {
    name: 'the sweep sends nothing again',
    patches: [
      {
        file: verb('jobs/sweep'),
        find: '  await dispatchJobs(env, shard.db, lost, now);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a lost answer of the database is taken for a lost race',
    theme: 'files',
    patches: [
      {
        file: store('show/documents/commit'),
        find: `    if (!/constraint failed/.test(reason) && (await hasEvent(store, change.event)))
      return readInOneTrip(plan);
`,
        replace: `    if (!/constraint failed/.test(reason)) return null;\n`,
      },
    ],
  },
  {
    name: 'an item of a bulk approval that failed has succeeded',
    patches: [
      {
        file: verb('bulk/run-batch'),
        find: `    return failedResult('INTERNAL_ERROR');`,
        replace: `    return { result: 'success', code: null, message: null };`,
      },
    ],
  },
  {
    name: 'an order that was voided while it was pushed stays in the books',
    patches: [
      {
        file: verb('accounting/push-purchase-order'),
        find: '  if (voided) await enqueueVoid(push, id, attempt.id, voided);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'the cents of each line are cut, not rounded',
    patches: [
      {
        file: 'domain/values/money.ts',
        find: 'product < 0n ? -50n : 50n',
        replace: 'product < 0n ? 0n : 0n',
      },
    ],
  },
  {
    name: 'a user who has voted stays in the queue',
    patches: [
      {
        file: verb('lifecycle/change-writes'),
        find: `if (queue.leave === 'VOTER') writes`,
        replace: `if (queue.leave === 'VOTER' && rows.document.version > 4) writes`,
      },
    ],
  },
  {
    name: 'a double click that finds its own vote returns the current state, not the answer of the first click (DEC-99)',
    theme: 'payments',
    patches: [
      {
        file: verb('approval/perform-workflow-action'),
        find: '  await writeAnswer(context, answerRow(current));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a note on an approved invoice makes a later try of its push another posting',
    patches: [
      {
        file: verb('accounting/push-invoice'),
        find: 'accountingInvoiceOf(invoice, revision)',
        replace: 'accountingInvoiceOf(invoice)',
      },
    ],
  },
  ...approvalMutants,
  ...coverMutants,
  ...returnMutants,
  ...budgetMutants,
  ...batchMutants,
  ...contentMutants,
];
