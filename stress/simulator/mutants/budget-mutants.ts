import type { Mutant } from './mutants.ts';

const store = (name: string) => `functions/store/show/${name}.ts`;

/** Faults in the movements of budgets: verification after every run compares them with a recount (BUD-05, BUD-20). */
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
        find: 'owners: sql`(SELECT ${id} UNION ${ordersOf(source, id)})`,',
        replace: 'owners: sql`(SELECT ${id})`,',
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
];
