import { beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetBudgets, newBudget } from '../../support/worker/budget/budgets.ts';
import { forgetMovements } from '../../support/worker/budget/movements.ts';
import { submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { openStudio, sent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import { membership } from '../../support/worker/fixtures/users.ts';

beforeAll(openStudio);
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
  await membership('abel', 'Approver');
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
  await newBudget();
});

/** The e-mail that an order of this amount waits for Abel. */
async function mailOf(amount: number): Promise<string> {
  sent.mail.length = 0;
  await sql.alpha`DELETE FROM notification_windows`;
  sent.outbox.length = 0;
  await submitted('dana', withTotal(amount));
  await deliverSent();
  const mail = sent.mail.find(({ to }) => to === 'abel@backlot.example');
  expect(mail?.subject).toContain('is waiting for your approval');
  return `${mail?.text} ${mail?.html}`;
}

test('BUD-54: over budget and not budgeted are in color in the e-mail, and named in its text', async () => {
  const colored = (mail: string) =>
    [...mail.matchAll(/<strong class="(negative|caution)" style="color:#[^"]+"><bdi>([^<]+)</g)].map(
      ([, tone, text]) => [tone, text],
    );
  await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
  expect(colored(await mailOf(10))).toEqual([]);
  const over = await mailOf(15_000);
  expect(colored(over)).toEqual([['negative', 'Over budget']]);
  expect(over).toContain('Budget: Over budget');
  await membership('abel', 'Show Admin');
  expect(colored(await mailOf(15_000))).toEqual([
    ['negative', 'Over budget'],
    ['negative', 'Over budget'],
  ]);
  await sql.alpha`DELETE FROM budget_lines WHERE account = '6100'`;
  expect(colored(await mailOf(20))).toContainEqual(['caution', 'Not budgeted']);
});

test('BUD-35, BUD-70: the e-mail to an approver has the figures, the answer or nothing, as the review does', async () => {
  expect(await mailOf(1_000)).not.toMatch(/within budget|available after/i);
  await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
  const answer = await mailOf(2_000);
  expect(answer).toContain('Within budget');
  expect(answer).not.toContain('15,000.00');
  await membership('abel', 'Show Admin');
  const figures = await mailOf(13_000);
  const heading = 'Budget, and what is available after (POs and invoices in this show only)';
  for (const text of [heading, 'Over budget', '15,000.00', 'waiting from others $3,000.00', '-$1,000.00'])
    expect(figures).toContain(text);
  expect(figures).toContain('  Over budget, budget $15,000.00');
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
  await sql.directory`UPDATE memberships SET budget_accounts = '[{"from":"9000","to":"9999"}]' WHERE user_id = 'abel'`;
  expect(await mailOf(10)).not.toMatch(/over budget|available after/i);
});
