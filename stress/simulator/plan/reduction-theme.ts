import type { Database } from '../database.ts';
import type { Chance } from '../random.ts';
import { lowerLines } from './approval-setup.ts';
import { onFlow, plain, some, voters } from './planned-actions.ts';
import type { PlannedAction, Theme } from './planned-actions.ts';

interface LineRow {
  id: string;
  quantity: number;
  cents: number;
}

/** The lines of an order with another unit cost of the first one. */
function lowered(database: Database, id: string, unitCost: number) {
  const rows = database.rows<LineRow>(
    `SELECT id, quantity_hundredths AS quantity, unit_cost_cents AS cents FROM document_lines
     WHERE document_id = ? ORDER BY line_number`,
    id,
  );
  return rows.map((line, index) => ({
    id: line.id,
    quantity: line.quantity / 100,
    unitCost: index === 0 ? unitCost : line.cents / 100,
  }));
}

/** A change order lowers a line, or raises another, while an invoice takes from it (CHANGE-05). */
export const reductions: Theme = ({ approved: id, reliefDraft: bill }, chance) => {
  const at = (plannedAction: PlannedAction, from: number, length: number) => ({
    ...plannedAction,
    after: from + chance.below(length),
  });
  const lower: PlannedAction = {
    user: 'dana',
    kind: 'save',
    action: ({ database }) => ({
      kind: 'save',
      docType: 'PO',
      id,
      draft: { number: '', lines: lowered(database, id, unitCostOf(chance)) },
    }),
  };
  return {
    setup: lowerLines(chance.pick(['NEW_TOTAL', 'CHANGE', 'CHANGE_OVER_PERCENT'])),
    actions: [
      at(plain('dana', 'adjust', 'PO', id), 0, 10),
      at(lower, 60, 60),
      at(plain('dana', 'submit', 'PO', id), 200, 100),
      at(onFlow('abel', 'approve', 'PO', id), 400, 100),
      ...voters.map((user) => at(onFlow(user, 'approve', 'PO', id), 600, 200)),
      at(plain('ivan', 'submit', 'INVOICE', bill), 0, 900),
      ...some(chance, 3, [
        at(onFlow('abel', 'approve', 'INVOICE', bill), 300, 600),
        at(onFlow('lena', 'approve', 'INVOICE', bill), 500, 600),
        at(onFlow('luis', 'approve', 'INVOICE', bill), 500, 600),
        at(plain('ivan', 'pull', 'INVOICE', bill), 300, 600),
        at(plain('ivan', 'submit', 'INVOICE', bill), 500, 600),
        at(plain('dana', 'pull', 'PO', id), 300, 400),
        at(plain('dana', 'discard', 'PO', id), 100, 600),
        at(plain('lena', 'take-back', 'PO', id), 620, 200),
      ]),
    ],
  };
};

/** Of three pieces, 150.00 of which may be invoiced: some are too low for that. */
const unitCostOf = (chance: Chance) => chance.pick([40, 49.99, 50, 60, 80]);
