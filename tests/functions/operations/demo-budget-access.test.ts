import { expect, it } from 'vitest';
import { permissionsOf } from '#domain/identity/permissions';
import { memberships } from '#store/directory/tables';
import { addDirectory } from '../../../demo/directory.ts';
import { Rows } from '../../../demo/rows.ts';
import { showPlans } from '../../../demo/show/show-plans.ts';

it('BUD-50: in the demo, line producer and accountants see the budget, a department approver only the answer', () => {
  const rows = new Rows();
  addDirectory(rows, Date.parse('2026-03-02T18:00:00Z'));
  const levelOf = (name: string) => {
    const row = rows
      .of(memberships)
      .find(({ userId, showId }) => userId === `user-${name}` && showId === 'nlite');
    const { role = 'PO Creator', readBudget = false } = row ?? {};
    return permissionsOf({ role, readBudget, voidPo: false, voidInvoice: false }).Budget;
  };
  const people = ['priya-raman', 'elena-fischer', 'marcus-oyelaran', 'dana-whitlock', 'sam-delgado'];
  expect(people.map(levelOf)).toEqual(['READ', 'READ', 'NONE', 'NONE', 'FULL']);
  expect(showPlans.find(({ id }) => id === 'nlite')?.settings.budgetOnDecision).toBe('ANSWER');
});
