import { beforeAll, expect, test } from 'vitest';
import { withTotal, submitted } from '../../support/worker/fixtures/client.ts';
import { deliverQueued, runDigestDay, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { openStudio, rowsOf, sent, sql } from '../../support/worker/fixtures/studio.ts';
import type { ShowId } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const waits = `INSERT INTO waiting_approvals (show_id, user_id, type, document_id, step_id, since)
  SELECT show_id, 'dana', type, id, current_step_id, updated_at FROM documents WHERE id = ?`;

/** An order that waits only for Dana, who is a member of both shows. */
async function waiting(show: ShowId): Promise<string> {
  const { id } = await submitted('dana', withTotal(7), show);
  await deliverQueued();
  await rowsOf(show, 'DELETE FROM waiting_approvals');
  await rowsOf(show, waits, id);
  sent.mail.length = 0;
  return id;
}

async function linkOf(day: string): Promise<string | undefined> {
  const [mail] = await runDigestDay(day);
  return /https:\/\/app\.backlot\.test\/approvals\S*/.exec(mail?.text ?? '')?.[0];
}

test('EM-12: the link opens the only show with pending approvals', async () => {
  await sql.bravo`INSERT INTO department_members (show_id, department_id, user_id)
    VALUES ('bravo2', 'bravo2_department_art', 'dana')`;
  // Only approvers have pending approvals (DEC-21).
  await sql.directory`UPDATE memberships SET role = 'Show Admin' WHERE user_id = 'dana'`;
  await switchDigest('dana', 'consolidate_po_emails', true);
  const list = 'https://app.backlot.test/approvals/purchase-orders';
  const order = await waiting('alpha1');
  expect(await linkOf('2027-03-01')).toBe(`${list}?restoreShow=alpha1`);
  await sql.alpha`DELETE FROM waiting_approvals`;
  await waiting('bravo2');
  expect(await linkOf('2027-03-02')).toBe(`${list}?restoreShow=bravo2`);
  await rowsOf('alpha1', waits, order);
  expect(await linkOf('2027-03-03')).toBe(list);
});
