import type { OverBudget } from '#domain/budget/over-budget';
import type { TemplateType } from '#domain/document';
import type { ApproverDuty } from './people.ts';

interface StepPlan {
  name: string;
  kind: 'STANDARD' | 'DEPARTMENT';
  /** Whole units of the document's currency; null is unlimited. */
  limit: number | null;
  needed: number;
  by: ApproverDuty;
  mayApproveOverRelief?: boolean;
  /** Only for documents that take an account over budget (BUD-28). */
  overBudget?: OverBudget;
}

export interface FlowPlan {
  name: string;
  type: TemplateType;
  steps: readonly StepPlan[];
  /** Payment workflows: bank accounts by their number in the show. */
  banks?: readonly number[];
}

const heads: StepPlan = { name: 'Department head', kind: 'DEPARTMENT', limit: null, needed: 1, by: 'head' };
const level = (name: string, limit: number | null, by: ApproverDuty, needed = 1): StepPlan => ({
  name,
  kind: 'STANDARD',
  limit,
  needed,
  by,
});

function flow(name: string, type: TemplateType, ...steps: StepPlan[]): FlowPlan {
  return { name, type, steps };
}

function paymentFlow(name: string, banks: readonly number[], ...steps: StepPlan[]): FlowPlan {
  return { name, type: 'PAYMENT', steps, banks };
}

/** Workflows by show; the first of a type is the show's default (DEC-20, DEC-65). */
export const flowPlans: Readonly<Record<string, readonly FlowPlan[]>> = {
  nlite: [
    flow(
      'Standard Purchase Orders',
      'PURCHASE_ORDER',
      heads,
      level('Line producer', 25_000, 'lp'),
      level('Executive producers', null, 'exec', 2),
      { ...level('Production accountant', null, 'accountant'), overBudget: { unit: 'AMOUNT', limit: 0 } },
    ),
    flow('Rush Purchase Orders', 'PURCHASE_ORDER', level('Line producer', null, 'lp')),
    flow('Invoices', 'INVOICE', heads, level('Line producer', null, 'lp')),
    paymentFlow(
      'Operating Account',
      [0],
      level('Line producer', 50_000, 'lp'),
      level('Executive producers', null, 'exec', 2),
    ),
    paymentFlow('Foreign Account', [1], level('Executive producers', null, 'exec')),
  ],
  tidewater: [
    flow(
      'Purchase Orders',
      'PURCHASE_ORDER',
      heads,
      level('Unit production manager', 5_000, 'upm'),
      level('Line producer', 50_000, 'lp'),
      level('Studio', null, 'exec'),
    ),
    flow('Invoices', 'INVOICE', heads, level('Line producer', null, 'lp')),
  ],
  ambercanyon: [
    flow(
      'Purchase Orders',
      'PURCHASE_ORDER',
      level('Production managers', 10_000, 'upm', 2),
      level('Producers', null, 'lp', 2),
    ),
    flow('Locations Only', 'PURCHASE_ORDER', heads),
    flow('Invoices', 'INVOICE', heads, { ...level('Producers', null, 'lp'), mayApproveOverRelief: true }),
    paymentFlow('Main Account', [0], level('Producers', null, 'lp', 2)),
    paymentFlow('US Dollar Account', [1], level('Producers', null, 'lp')),
  ],
  harbour9: [
    flow('Purchase Orders', 'PURCHASE_ORDER', { ...heads, needed: 2 }, level('Producer', null, 'lp')),
    flow('Invoices', 'INVOICE', heads, level('Producer', null, 'lp')),
    paymentFlow(
      'Current Account',
      [0, 1],
      level('Producer', 20_000, 'lp'),
      level('Producer and studio', null, 'exec'),
    ),
  ],
  velvetmap: [
    flow('Purchase Orders', 'PURCHASE_ORDER', heads),
    paymentFlow('Conto Corrente', [0], level('Produttore', 30_000, 'lp'), level('Studio', null, 'exec')),
  ],
  lowgravity: [
    flow(
      'Purchase Orders',
      'PURCHASE_ORDER',
      heads,
      level('Unit production manager', 2_500, 'upm'),
      level('Line producer', 20_000, 'lp'),
      level('Studio', 100_000, 'exec'),
    ),
    // One of its two approvers is inactive: its documents wait and show who is missing (DEC-23).
    flow('Studio Orders', 'PURCHASE_ORDER', heads, level('Studio', null, 'exec', 2)),
  ],
  longseason: [
    flow('Purchase Orders', 'PURCHASE_ORDER', heads, level('Producer', null, 'lp')),
    flow('Invoices', 'INVOICE', level('Producer', null, 'lp')),
    paymentFlow('Operating Account', [0], level('Producer', null, 'lp')),
  ],
};
