import { afterRun, bulkAction, late, ofRun, onFlow, plain, some } from './planned-actions.ts';
import type { Theme } from './planned-actions.ts';

/** Orders are sent to accounting again in bulk, while others push, void and change them. */
export const bulkPushes: Theme = ({ approved, racing, draft }, chance) => ({
  actions: [
    bulkAction('ada', 'bulk-push', 'PO', [approved, racing, draft]),
    ...some(chance, 2, [
      bulkAction('dana', 'bulk-push', 'PO', [approved]),
      afterRun(chance, bulkAction('ada', 'bulk-push', 'PO', [approved, racing])),
      late(chance, ofRun('ada', 'cancel-bulk')),
    ]),
    ...some(chance, 3, [
      plain('dana', 'push', 'PO', approved),
      late(chance, onFlow('dana', 'void', 'PO', approved)),
      late(chance, plain('dana', 'adjust', 'PO', approved)),
      plain('ada', 'note', 'PO', approved),
      onFlow('lena', 'approve', 'PO', racing),
      onFlow('luis', 'approve', 'PO', racing),
    ]),
  ],
});

/** Payments are pulled back and submitted in bulk, while others submit, approve and pull them. */
export const paymentSubmits: Theme = ({ payments }, chance) => {
  const [first = '', second = ''] = payments;
  const pull = (id: string, after: number) => ({ ...plain('ada', 'pull', 'PAYMENT', id), after });
  return {
    actions: [
      pull(first, 0),
      pull(second, chance.below(20)),
      late(chance, bulkAction('ada', 'bulk-submit', 'PAYMENT', payments.slice(0, 3))),
      ...some(chance, 3, [
        late(chance, bulkAction('dana', 'bulk-submit', 'PAYMENT', [first, second])),
        late(chance, plain('ada', 'submit', 'PAYMENT', first)),
        late(chance, plain('ada', 'note', 'PAYMENT', first)),
        afterRun(chance, plain('ada', 'pull', 'PAYMENT', second)),
        afterRun(chance, ofRun('ada', 'retry-bulk')),
        afterRun(chance, onFlow('lena', 'approve', 'PAYMENT', first)),
        afterRun(chance, onFlow('sol', 'approve', 'PAYMENT', first)),
        afterRun(chance, bulkAction('ada', 'bulk-submit', 'PAYMENT', [first, second])),
      ]),
    ],
  };
};
