import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import {
  allowLinks,
  confirm,
  linkFor,
  openLinkStudio,
  signedIn,
  votesOf,
} from '../../support/worker/approval-links.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import { as, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { level, added } from '../../support/worker/fixtures/templates.ts';
import { changeUser } from '../../support/worker/fixtures/users.ts';
import { replace } from '../../support/worker/replacements.ts';

beforeAll(openLinkStudio);
beforeEach(async () => {
  await allowLinks();
  await added('PURCHASE_ORDER', {
    makeDefaultType: true,
    steps: [level(['abel'], { amountLimit: 100 }), level(['sol'])],
  });
});
afterEach(endCovers);

/** An order that waits at the step of this approver. */
const waiting = (): Promise<PurchaseOrder> => submitted('dana', withTotal(500));

/** Expects that neither a visit, nor a press of its button, nor a visit without a session decides with the link. */
async function expectNoVote(name: PersonName, po: PurchaseOrder, path: string, why: string): Promise<void> {
  const browser = await signedIn(name);
  const open = await browser.get(path);
  expect([open.status, open.html]).toEqual([410, expect.stringContaining(why)]);
  expect((await confirm(browser, path)).status).toBe(410);
  expect((await openBrowser().get(path)).status).toBe(410);
  expect(await votesOf(po.id)).toBe(0);
}

const noApprover = 'You can no longer approve this document.';

test('LINK-06, REPL-04: a replacement ends the links of the former approver, and the new one decides', async () => {
  const po = await waiting();
  const path = await linkFor('abel');
  expect((await replace('abel', 'otto')).state).toBe('DONE');
  await expectNoVote('abel', po, path, noApprover);
  const own = await linkFor('otto');
  expect((await confirm(await signedIn('otto'), path)).status).toBe(403);
  expect((await confirm(await signedIn('otto'), own)).status).toBe(200);
  expect(await votesOf(po.id)).toBe(1);
});

test('LINK-06, REPL-04: it ends the link of who covered the former approver', async () => {
  await cover('abel', 'otto');
  const po = await waiting();
  const path = await linkFor('otto');
  await replace('abel', 'grace');
  await expectNoVote('otto', po, path, 'The cover under which you could decide has ended.');
});

test('LINK-06: ending a cover ends its links, and the absent approver keeps theirs', async () => {
  const { id } = await cover('abel', 'otto');
  const po = await waiting();
  const path = await linkFor('otto');
  expect((await as('ada').delete(`/api/covers/${id}?showId=alpha1`)).status).toBe(200);
  await expectNoVote('otto', po, path, 'The cover under which you could decide has ended.');
});

test('LINK-06: a change of role ends the links, also a change to a role that approves', async () => {
  const { roleId } = (await as('ada').get<{ roleId: string }>('/api/users/abel/?show=alpha1')).body;
  const po = await waiting();
  const path = await linkFor('abel');
  const change = async (role: string) =>
    expect((await changeUser('abel', { roleId: role })).status).toBe(200);
  await change('PO Creator');
  await expectNoVote(
    'abel',
    po,
    path,
    'Your role, your access to the show or your e-mail address has changed',
  );
  await change(roleId === 'Show Admin' ? 'Approver' : 'Show Admin');
  await expectNoVote(
    'abel',
    po,
    path,
    'Your role, your access to the show or your e-mail address has changed',
  );
  await change(roleId);
});

test('LINK-06: an approver who is set inactive decides with no link', async () => {
  const po = await waiting();
  const path = await linkFor('abel');
  expect((await changeUser('abel', { isActive: false })).status).toBe(200);
  expect((await openBrowser().get(path)).status).toBe(410);
  expect((await changeUser('abel', { isActive: true })).status).toBe(200);
  expect(await votesOf(po.id)).toBe(0);
});
