import { beforeAll, beforeEach, expect, test } from 'vitest';
import { confirm, linkFor, openLinkStudio, signedIn } from '../../support/worker/approval-links.ts';
import { preview } from '../../support/worker/bulk-actions.ts';
import { newBudget } from '../../support/worker/budget/budgets.ts';
import { forgetMovements } from '../../support/worker/budget/movements.ts';
import { approveAs, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { forgetSent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openLinkStudio();
  await newBudget();
});
beforeEach(async () => {
  forgetSent();
  await forgetMovements();
  await setSettings('alpha1', {
    approveByMailUpTo: 50_000,
    splitOrderWarning: false,
    budgetOnDecision: 'ANSWER',
  });
});

const reasonsOf = async (id: string) => {
  const { documents, leftOut } = await preview('abel', { docType: 'PO', items: [{ id }] });
  expect(documents.length + leftOut.length).toBe(1);
  return leftOut[0]?.reasons ?? [];
};

test('BULK-03, LINK-03: an order within its budget is left out by neither bulk approval nor e-mail', async () => {
  const po = await submitted('dana', withTotal(15_000));
  expect(await linkFor('abel')).not.toBe('');
  expect(await reasonsOf(po.id)).toEqual([]);
});

test('BULK-03, LINK-03: an order over budget is left out by both, and a preview changes nothing', async () => {
  const po = await submitted('dana', withTotal(15_000.01));
  expect(await linkFor('abel')).toBe('');
  expect(await reasonsOf(po.id)).toEqual(['OVER_BUDGET']);
  const votes = await sql.alpha`SELECT 1 FROM step_approvals WHERE document_id = ${po.id}`;
  expect(votes).toEqual([]);
});

test('LINK-03, BUD-24: another order ends a mailed link, whose page names the budget only to users who see it', async () => {
  const po = await submitted('dana', withTotal(10_000));
  const link = await linkFor('abel');
  await submitted('dana', withTotal(10_000));
  const page = await confirm(await signedIn('abel'), link);
  expect(page.status).toBe(410);
  expect(page.html).toContain('It cannot be approved from e-mail: over budget.');
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
  const silent = await confirm(await signedIn('abel'), link);
  expect(silent.status).toBe(410);
  expect(silent.html).not.toContain('budget');
  expect(await reasonsOf(po.id)).toEqual([]);
  expect((await approveAs(po, 'abel')).status).toBe(200);
});
