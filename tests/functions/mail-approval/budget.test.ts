import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  allowLinks,
  linkFor,
  openLinkStudio,
  press,
  signedIn,
  votesOf,
} from '../../support/worker/approval-links.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import { changeBudget, forgetBudgets, newBudget } from '../../support/worker/budget/budgets.ts';
import { submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import { membership } from '../../support/worker/fixtures/users.ts';

beforeAll(async () => {
  await openLinkStudio();
  await newBudget();
});
beforeEach(allowLinks);

/** The page of a new order, for Abel and for a holder of the e-mail. */
async function pages() {
  await submitted('dana', withTotal(500));
  const path = await linkFor('abel');
  const [own, stranger] = [await (await signedIn('abel')).get(path), await openBrowser().get(path)];
  expect([own.status, stranger.status]).toEqual([200, 200]);
  return { own: own.html, stranger: stranger.html };
}
const anything = /within budget|not budgeted|available after|15,000\.00/i;

test('BUD-39, BUD-70: the page of a link has the answer, and the figures for its signed-in user, as the review has them', async () => {
  const none = await pages();
  expect(none.own).not.toMatch(anything);
  await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
  const answer = await pages();
  for (const html of [answer.own, answer.stranger]) {
    expect(html).toContain('Within budget');
    expect(html).not.toContain('15,000.00');
  }
  await membership('abel', 'Show Admin');
  const figures = await pages();
  for (const text of [
    '6100',
    'Budget, and what is available after (POs and invoices in this show only)',
    'budget $15,000.00',
    'this document $500.00',
  ])
    expect(figures.own).toContain(text);
  expect(figures.stranger).toContain('Within budget');
  expect(figures.stranger).not.toContain('15,000.00');
});

test('BUD-39, BUD-36: a user with ranges of accounts has nothing of other accounts', async () => {
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
  await sql.directory`UPDATE memberships SET budget_accounts = '[{"from":"9000","to":"9999"}]' WHERE user_id = 'abel'`;
  expect((await pages()).own).not.toMatch(anything);
});

test('BUD-39, BUD-54: the page names the answer of the e-mail when the budget gives another one since', async () => {
  await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
  await sql.directory`UPDATE memberships SET role = 'Approver', budget_accounts = NULL WHERE user_id = 'abel'`;
  await submitted('dana', withTotal(500));
  const path = await linkFor('abel');
  const browser = await signedIn('abel');
  expect((await browser.get(path)).html).not.toContain('The e-mail has');
  await sql.alpha`UPDATE budget_lines SET account = '9100' WHERE account = '6100'`;
  expect((await browser.get(path)).html).toContain(
    '<bdi class="caution">Not budgeted. The e-mail has: Within budget</bdi>',
  );
  await sql.alpha`UPDATE budget_lines SET account = '6100' WHERE account = '9100'`;
});

test('BUD-53: a page whose answer has changed is not approved; it names the new answer and asks again', async () => {
  await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
  await sql.directory`UPDATE memberships SET role = 'Approver', budget_accounts = NULL WHERE user_id = 'abel'`;
  const po = await submitted('dana', withTotal(500));
  const path = await linkFor('abel');
  const browser = await signedIn('abel');
  const shown = await browser.get(path);
  await forgetBudgets();
  const { id } = await newBudget();
  await sql.alpha`DELETE FROM budget_lines WHERE account = '6100'`;
  const changed = await press(browser, path, shown);
  expect(changed.status).toBe(409);
  expect(changed.html).toContain('it is now not budgeted');
  expect([await votesOf(po.id), changed.html.includes('value="NOT_BUDGETED"')]).toEqual([0, true]);
  await changeBudget(id, 'amounts', { account: '6100', amount: 100 });
  const over = await press(browser, path, changed);
  expect(over.status).toBe(410);
  expect(over.html).toContain('It cannot be approved from e-mail: over budget.');
  await changeBudget(id, 'amounts', { account: '6100', amount: 15_000 });
  expect((await press(browser, path, await browser.get(path))).status).toBe(200);
  expect(await votesOf(po.id)).toBe(1);
});

test('BUD-53: the page of a user who sees nothing of the budget names no answer and is not checked', async () => {
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
  const po = await submitted('dana', withTotal(500));
  const path = await linkFor('abel');
  const browser = await signedIn('abel');
  const shown = await browser.get(path);
  expect(shown.html).not.toContain('name="budget"');
  await sql.alpha`DELETE FROM budget_lines WHERE account = '6100'`;
  expect((await press(browser, path, shown)).status).toBe(200);
  expect(await votesOf(po.id)).toBe(1);
});
