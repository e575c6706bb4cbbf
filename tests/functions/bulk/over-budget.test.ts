import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirm, linkFor, openLinkStudio, signedIn } from '../../support/worker/approval-links.ts';
import { approveBulk, endedRun, preview } from '../../support/worker/bulk-actions.ts';
import { changeBudget, forgetBudgets, listBudgets, newBudget } from '../../support/worker/budget/budgets.ts';
import { forgetMovements } from '../../support/worker/budget/movements.ts';
import { aLine, approveAs, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { forgetSent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openLinkStudio();
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
    VALUES ('alpha1', 'acc', 'acc-7100', '7100', 'Transport', 4)`;
});
beforeEach(async () => {
  forgetSent();
  await forgetBudgets();
  const { id } = await newBudget();
  await changeBudget(id, 'amounts', { account: '7100', amount: 5_000 });
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

describe('an answer that changed after the preview', () => {
  const withAccount = (account: string) => ({ lineItems: [aLine({ coding: { ACCOUNT: account } })] });
  const lowerBudget = async () => {
    const [budget] = (await listBudgets()).body.budgets;
    await changeBudget(budget?.id ?? '', 'amounts', { account: '6100', amount: 100 });
  };
  /** Two orders of accounts with their own budgets, and their preview. */
  const both = async () => {
    const orders = [await submitted('dana', withTotal(900)), await submitted('dana', withAccount('7100'))];
    return {
      ids: orders.map(({ id }) => id),
      shown: await preview('abel', { docType: 'PO', items: orders }),
    };
  };
  const votes = (id: string) => sql.alpha`SELECT 1 FROM step_approvals WHERE document_id = ${id}`;

  test('BUD-52: the preview gives the answer of each document to users who may see it', async () => {
    const { shown } = await both();
    expect(shown.documents.map(({ budgetAnswer }) => budgetAnswer)).toEqual(['WITHIN', 'WITHIN']);
    await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
    const { shown: silent } = await both();
    expect(silent.documents.map(({ budgetAnswer }) => budgetAnswer)).toEqual([undefined, undefined]);
  });

  test('BUD-52: the run leaves out and names the documents that are over budget since, and approves the others', async () => {
    const { ids, shown } = await both();
    const [over = '', within = ''] = ids;
    await lowerBudget();
    const run = await endedRun('abel', await approveBulk('abel', shown));
    expect(run.success).toEqual([within]);
    expect(run.failed).toMatchObject([
      { id: over, code: 'WORKFLOW_CONFLICT', message: expect.stringContaining('it is now over budget') },
    ]);
    expect([(await votes(over)).length, (await votes(within)).length]).toEqual([0, 1]);
  });

  test('BUD-52: a document over budget that the user included is approved as shown', async () => {
    const po = await submitted('dana', withTotal(15_000.01));
    const { docType, leftOut } = await preview('abel', { docType: 'PO', items: [{ id: po.id }] });
    expect(leftOut).toMatchObject([{ reasons: ['OVER_BUDGET'], budgetAnswer: 'OVER' }]);
    const run = await endedRun('abel', await approveBulk('abel', { docType, documents: leftOut }));
    expect(run.success).toEqual([po.id]);
  });

  test('BUD-52: items that name no answer are not checked', async () => {
    const { ids, shown } = await both();
    await lowerBudget();
    const documents = shown.documents.map(({ budgetAnswer: _answer, ...document }) => document);
    const run = await endedRun('abel', await approveBulk('abel', { docType: 'PO', documents }));
    expect(run.success.toSorted()).toEqual(ids.toSorted());
  });
});
