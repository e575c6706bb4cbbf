import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openReview, section } from '../support/pages/reviews.ts';
import { serveUsers } from '../support/pages/setup.ts';

/** An order that waits for marcus alone, who is inactive. */
function stuckOrder() {
  const order = submittedOrder();
  const { id: userId, name, initials } = person('marcus');
  const steps = order.workflow?.steps.map((step, at) =>
    at === 0
      ? { ...step, missingApprovers: [{ userId, name, initials, reason: 'INACTIVE' as const }] }
      : step,
  );
  return { ...order, workflow: order.workflow && { ...order.workflow, steps: steps ?? [] } };
}

const sentence = 'Too few people can approve this step. Missing: Marcus Oyelaran (no longer active).';

test('WAIT-15: a user who manages users opens the page of a missing approver from the review', async () => {
  const { page } = await openReview(stuckOrder(), 'creator', {
    as: 'sam',
    api: (fake) => void serveUsers(fake),
  });
  const approval = section(page, 'Approval');
  await expect(approval).toContainText(sentence);
  await expectAccessible(page);
  await approval.getByRole('link', { name: 'Marcus Oyelaran' }).click();
  await expect(page).toHaveURL(`/setup/users/${person('marcus').id}`);
});

test('WAIT-15: other users read the name of a missing approver', async () => {
  const { page } = await openReview(stuckOrder(), 'creator');
  const approval = section(page, 'Approval');
  await expect(approval).toContainText(sentence);
  await expect(approval.getByRole('link')).toHaveCount(0);
});
