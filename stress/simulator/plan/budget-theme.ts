import { budgetAccounts } from '../budget-calls.ts';
import type { BudgetAction } from '../budget-calls.ts';
import { currentAnswer } from '../budget-snapshot.ts';
import type { DocType } from '../calls.ts';
import type { Documents } from '../initial-state.ts';
import type { Chance } from '../random.ts';
import { setupBudget } from './budget-setup.ts';
import { amounts, bulk, onFlow, onFound, plain, some, voters } from './planned-actions.ts';
import type { PlannedAction, Theme } from './planned-actions.ts';

/** An approval that names what the budget said on the approver's screen. */
function approve(user: string, docType: DocType, id: string): PlannedAction {
  const plainVote = onFlow(user, 'approve', docType, id);
  return {
    ...plainVote,
    action: (initialState) => {
      const action = plainVote.action(initialState);
      const budgetAnswer = currentAnswer(initialState.database, id);
      return action?.kind === 'approve' ? { ...action, budgetAnswer } : action;
    },
  };
}

/** A bulk approval with the answers of its preview. */
function bulkVote(user: string, docType: DocType, ids: readonly string[]): PlannedAction {
  const plainRun = bulk(user, ids, docType);
  return {
    ...plainRun,
    action: (initialState) => {
      const action = plainRun.action(initialState);
      if (action?.kind !== 'bulk') return action;
      const items = action.items.map((item) => ({
        ...item,
        budgetAnswer: currentAnswer(initialState.database, item.id),
      }));
      return { ...action, items };
    },
  };
}

/** A save that codes all lines of an order to one account. */
function recodeOrder(user: string, id: string, chance: Chance): PlannedAction {
  const draft = { ...amounts(chance, ''), account: chance.pick(budgetAccounts) };
  return { user, kind: 'save', action: () => ({ kind: 'save', docType: 'PO', id, draft }) };
}

/** A save that codes an invoice to one account, and takes a part of the approved order that is left in any case. */
function recodeInvoice(user: string, { bill, approved }: Documents, chance: Chance): PlannedAction {
  const lines = [{ quantity: 1, unitCost: chance.pick([20, 59.99]) }];
  const draft = { number: 'LR-1', lines, account: chance.pick(budgetAccounts) };
  const closesPoLine = chance.hits(0.5);
  return {
    user,
    kind: 'save',
    action: ({ database }) => {
      const [order] = database.rows<{ number: string }>(
        'SELECT number FROM documents WHERE id = ?',
        approved,
      );
      const relieves = { referencePo: order?.number ?? '', referencePoLineNumber: 1, closesPoLine };
      return { kind: 'save', docType: 'INVOICE', id: bill, draft: { ...draft, relieves } };
    },
  };
}

/** A change of the budget that counts on the user's screen, or of the newest working one. */
function ofBudget(
  user: string,
  status: 'LOCKED' | 'WORKING',
  actionOf: (budget: string, revision: number) => BudgetAction,
): PlannedAction {
  return {
    user,
    kind: actionOf('', 1).kind,
    action: ({ database }) => {
      const [budget] = database.rows<{ id: string; revision: number }>(
        'SELECT id, revision FROM budgets WHERE status = ? ORDER BY number DESC LIMIT 1',
        status,
      );
      return budget ? actionOf(budget.id, budget.revision) : null;
    },
  };
}

const of = (user: string, action: BudgetAction): PlannedAction => ({
  user,
  kind: action.kind,
  action: () => action,
});

function budgetChanges(chance: Chance): PlannedAction[] {
  const user = () => chance.pick(['ada', 'vera']);
  const transfer = () => {
    const [from, to] = chance.pick([budgetAccounts, budgetAccounts.toReversed()]);
    const amount = chance.pick([20, 99.99, 150, 400]);
    return ofBudget(user(), 'LOCKED', (budget, revision) => ({
      kind: 'transfer',
      budget,
      revision,
      from: from ?? '',
      to: to ?? '',
      amount,
    }));
  };
  const amount = chance.pick([-100, 50, 300]);
  return [
    transfer(),
    transfer(),
    transfer(),
    ofBudget(user(), 'LOCKED', (budget, revision) => ({
      kind: 'overage',
      budget,
      revision,
      account: '6100',
      amount,
    })),
    of(user(), { kind: 'new-budget', amount: chance.pick([500, 1000, 1500]) }),
    ofBudget(user(), 'WORKING', (budget, revision) => ({ kind: 'lock-budget', budget, revision })),
  ];
}

/**
 * Rates change, periods close and open, budgets are locked and transfers made, and lines are closed, while documents are
 * submitted, approved with the answer that the approver saw, recoded, voided and invoiced.
 */
export const budget: Theme = (documents, chance) => {
  const { racing, early, approved, bill, reliefDraft } = documents;
  const at = (plannedAction: PlannedAction, from: number, length: number): PlannedAction => ({
    ...plannedAction,
    after: from + chance.below(length),
  });
  const hasBaseCurrency = chance.hits(0.4);
  const cents = 100 * (950 + 10 * chance.below(20));
  const line = (user: string, kind: 'close-line' | 'reopen-line') =>
    onFound(
      user,
      'SELECT id FROM document_lines WHERE document_id = ? ORDER BY line_number LIMIT 1',
      (id) => ({ kind, docType: 'PO', id: approved, line: id }),
      [approved],
    );
  const anyTime = (plannedActions: readonly PlannedAction[], most: number) =>
    some(chance, most, plannedActions).map((one) => at(one, 0, 1600));
  const turn = (kind: 'close-period' | 'reopen-period', number: number) => of('ada', { kind, number });
  const rate = (text: string) => of('vera', { kind: 'rate', day: '2026-11-21', rate: text });
  return {
    setup: (initialState) => setupBudget(initialState, { cents, hasBaseCurrency }),
    actions: [
      // With a base currency, documents count in it from their next submit on.
      ...(hasBaseCurrency
        ? [
            at(plain('dana', 'pull', 'PO', racing), 0, 20),
            at(plain('dana', 'submit', 'PO', racing), 100, 200),
            at(approve('abel', 'PO', racing), 400, 150),
          ]
        : []),
      at(approve('abel', 'PO', early), 0, 300),
      ...voters.map((user) => at(approve(user, 'PO', racing), hasBaseCurrency ? 600 : 0, 800)),
      ...voters.slice(chance.below(2)).map((user) => at(approve(user, 'INVOICE', bill), 200, 900)),
      at(plain('ivan', 'submit', 'INVOICE', reliefDraft), 0, 500),
      ...anyTime(budgetChanges(chance), 5),
      ...anyTime(
        [
          turn('close-period', 2),
          turn('close-period', 2),
          turn('reopen-period', 2),
          turn('close-period', 3),
          turn('reopen-period', 3),
          turn('reopen-period', 1),
          rate('1.31'),
          rate('1.4'),
          line('lena', 'close-line'),
          line('ada', 'close-line'),
          line('ada', 'reopen-line'),
        ],
        6,
      ),
      ...anyTime(
        [
          recodeOrder('luis', racing, chance),
          recodeOrder('abel', early, chance),
          recodeInvoice('lara', documents, chance),
          onFlow('dana', 'void', 'PO', approved),
          onFlow('ivan', 'void', 'INVOICE', bill),
          plain('dana', 'adjust', 'PO', approved),
          plain('dana', 'submit', 'PO', approved),
          plain('ivan', 'pull', 'INVOICE', reliefDraft),
          approve('abel', 'INVOICE', reliefDraft),
          approve('lena', 'INVOICE', reliefDraft),
          approve('luis', 'INVOICE', reliefDraft),
          bulkVote('lena', 'PO', [racing, early]),
          bulkVote('lara', 'PO', [racing, early]),
          plain('lena', 'take-back', 'PO', racing),
        ],
        6,
      ),
    ],
  };
};
