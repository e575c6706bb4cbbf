import * as v from 'valibot';
import { described } from '#domain/values/described';
import { overBudgetUnits } from './over-budget.ts';

/** The condition of a step on the wire. */
export const overBudgetField = described(
  'The step applies only to documents that take an account over its final budget by more than `over`: an amount in the currency of the budget, or a percentage of the final budget. 0: by any amount. Such a step has no limit. Not for payments.',
  v.nullable(v.object({ unit: v.picklist(overBudgetUnits), over: v.number() })),
);
