import type { Mutant } from './mutants.ts';

const verb = (name: string) => `functions/verbs/${name}.ts`;
const store = (name: string) => `functions/store/show/${name}.ts`;

/**
 * Faults in the movements of budgets, which verification after every run compares with a recount (BUD-05, BUD-20), and in
 * votes, entries and changes of a budget that others make at the same time (BUD-25, BUD-52, PERIOD-11, BUD-10).
 */
export const budgetMutants: readonly Mutant[] = [
  {
    name: 'a change of a document records no movements',
    patches: [
      {
        file: store('documents/commit'),
        find: '...(when ? [recountDocument(store, event.documentId, when)] : [])',
        replace: '...(when && event.seq % 3 > 0 ? [recountDocument(store, event.documentId, when)] : [])',
      },
    ],
  },
  {
    name: 'the orders of an invoice are not counted with it',
    patches: [
      {
        file: store('budget/recount'),
        find: '(SELECT ${id} UNION ${ordersOf(source, id)} UNION ${paidBy(source, id)})',
        replace: '(SELECT ${id} UNION ${paidBy(source, id)})',
      },
    ],
  },
  {
    name: 'an order counts an invoice that no longer takes from it',
    patches: [
      {
        file: store('relief/write-relief'),
        find: '    recountWithoutInvoice(store, invoiceId, when),\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a vote is stored though the budget gives another answer than the approver saw',
    theme: 'budget',
    patches: [
      {
        file: verb('lifecycle/budget-decision'),
        find: 'return isChecked ? [guardBudgetAnswer(viewer.store, document.id, seen, answer)] : [];',
        replace:
          'return isChecked ? [guardBudgetAnswer(viewer.store, `no ${document.id}`, seen, answer)] : [];',
      },
    ],
  },
  {
    name: 'a bulk run does not compare the answers that its user saw',
    theme: 'budget',
    patches: [
      {
        file: verb('approval/perform-action-batch'),
        find: 'writes: (_change, subject) => guardSameAnswer(context, subject, budgetAnswer),',
        replace: 'writes: (_change, subject) => guardSameAnswer(context, subject, budgetAnswer && null),',
      },
    ],
  },
  {
    name: 'a document is entered into a period that was closed meanwhile',
    theme: 'budget',
    patches: [
      {
        file: verb('lifecycle/period-entry'),
        find: 'guards: [guardPeriodOpen(store, document.id, { company, number: open.number })],',
        replace: 'guards: [guardPeriodOpen(store, `no ${document.id}`, { company, number: open.number })],',
      },
    ],
  },
  {
    name: 'of two concurrent changes of a budget both are made',
    theme: 'budget',
    patches: [
      {
        file: store('budget/budgets'),
        find: 'db.insert(budgetChanges).values({ ...change, showId }),\n    db\n',
        replace: 'db.insert(budgetChanges).values({ ...change, showId }).onConflictDoNothing(),\n    db\n',
      },
    ],
  },
  {
    name: 'a transfer does not raise an account that has an approved overage',
    theme: 'budget',
    patches: [
      {
        file: 'domain/budget/budget.ts',
        find: 'transferCents: target.transferCents + cents };',
        replace: 'transferCents: target.transferCents + (target.overageCents > 0 ? 0 : cents) };',
      },
    ],
  },
];
