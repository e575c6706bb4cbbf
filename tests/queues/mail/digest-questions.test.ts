import { beforeAll, expect, test } from 'vitest';
import { approveAs, as, submitted, withTotal, workflowAction } from '../../support/worker/fixtures/client.ts';
import { deliverQueued, runDigestDay, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

test('ASK-04, DEC-269: questions come first, and reminders of what no longer waits are left out', async () => {
  await switchDigest('abel', 'consolidate_po_emails', true);
  await switchDigest('dana', 'consolidate_po_emails', true);
  const [asked, approved] = [await submitted('dana', withTotal(20)), await submitted('dana', withTotal(30))];
  const question = { keyId: crypto.randomUUID(), content: 'Blue?', askedUserId: 'dana' };
  expect((await as('abel').post(`/api/pos/${asked.id}/notes`, question)).status).toBe(201);
  expect((await workflowAction('dana', 'nudge', approved.id)).status).toBe(200);
  await deliverQueued();
  await approveAs(approved, 'abel');
  const mails = await runDigestDay('2027-01-01');
  const subjects = mails.filter(({ subject }) => subject.includes('digest'));
  expect(subjects.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`).toSorted()).toEqual([
    'abel: PO digest: 1 waiting for your approval',
    'dana: PO digest: 1 question to you',
  ]);
  expect(mails.find(({ to }) => to.startsWith('dana'))?.text).toContain('Alpha Station: questions to you');
});
