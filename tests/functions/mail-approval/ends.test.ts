import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  allowLinks,
  confirm,
  linkFor,
  linksIn,
  mailTo,
  openLinkStudio,
  signedIn,
  titleOf,
  votesOf,
} from '../../support/worker/approval-links.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import { sent, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openLinkStudio);
beforeEach(allowLinks);
afterEach(endCovers);

/** An order that waits for Abel, with the link of that e-mail. */
async function mailed(amount = 500): Promise<{ po: PurchaseOrder; path: string }> {
  const po = await submitted('dana', withTotal(amount));
  return { po, path: await linkFor('abel') };
}

/** Expects that the link decides nothing any more, gives the reason, and leads to the document. */
async function expectEnd(name: 'abel' | 'otto', po: PurchaseOrder, path: string, why: string): Promise<void> {
  const browser = await signedIn(name);
  const votes = await votesOf(po.id);
  for (const page of [await browser.get(path), await confirm(browser, path), await openBrowser().get(path)]) {
    expect([page.status, page.html]).toEqual([410, expect.stringContaining(why)]);
    expect(page.html).toContain(`/po/review/${po.id}/approver`);
    expect(page.html).not.toContain('Lumen Rentals');
  }
  expect(await votesOf(po.id)).toBe(votes);
}

/** Saves another price of the first line, as an approver in approval. */
async function changePrice(po: PurchaseOrder, unitCost: number): Promise<void> {
  const current = await read('abel', po.id);
  const lineItems = current.lineItems.map((line) => ({ ...line, unitCost }));
  const answer = await as('abel').put(`/api/pos/${po.id}`, { ...current, lineItems });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

describe('the end of a link', () => {
  test('LINK-06: after a change of 0.01 it has expired', async () => {
    const { po, path } = await mailed();
    await changePrice(po, 500.01);
    await expectEnd('abel', po, path, 'The document has changed since the e-mail.');
  });

  test('LINK-06: after 72 hours it has expired, and after a month nothing of it is stored', async () => {
    const { po, path } = await mailed();
    const [row] = await sql.alpha<{ created_at: string; expires_at: string }>`SELECT * FROM approval_links
      WHERE document_id = ${po.id}`;
    expect(Date.parse(row?.expires_at ?? '') - Date.parse(row?.created_at ?? '')).toBe(72 * 3_600_000);
    await sql.alpha`UPDATE approval_links SET expires_at = '2026-01-01T00:00:00.000Z' WHERE document_id = ${po.id}`;
    await expectEnd('abel', po, path, 'Links to approve work for 72 hours.');
    const { path: open } = await mailed();
    await sweepIn(0);
    expect((await openBrowser().get(path)).status).toBe(404);
    expect((await openBrowser().get(open)).status).toBe(200);
  });

  test('LINK-06: with another role, or without access to the show', async () => {
    const { po, path } = await mailed();
    const set = (role: string, isActive: 0 | 1) =>
      sql.directory`UPDATE memberships SET role = ${role}, is_active = ${isActive}
        WHERE user_id = 'abel' AND show_id = 'alpha1'`;
    const [{ role } = { role: '' }] = await sql.directory<{ role: string }>`SELECT role FROM memberships
      WHERE user_id = 'abel' AND show_id = 'alpha1'`;
    await set('EP Internal', 1);
    await expectEnd(
      'abel',
      po,
      path,
      'Your role, your access to the show or your e-mail address has changed',
    );
    await set(role, 0);
    await expectEnd(
      'abel',
      po,
      path,
      'Your role, your access to the show or your e-mail address has changed',
    );
    await set(role, 1);
    expect((await openBrowser().get(path)).status).toBe(200);
  });

  test('LINK-06: with another e-mail address', async () => {
    const { po, path } = await mailed();
    await sql.directory`UPDATE users SET username = 'abel.stone@backlot.example' WHERE id = 'abel'`;
    await expectEnd('abel', po, path, 'your e-mail address has changed');
    await sql.directory`UPDATE users SET username = 'abel@backlot.example' WHERE id = 'abel'`;
  });

  test('LINK-06: with another step, and when it is sent back', async () => {
    const { po, path } = await mailed();
    await sql.alpha`UPDATE workflow_step_approvers SET user_id = 'otto' WHERE user_id = 'abel'
      AND step_id = ${po.workflow?.currentStep?.id ?? ''}`;
    await expectEnd('abel', po, path, 'You can no longer approve this document.');
    const other = await mailed();
    await action('abel', 'revision', other.po, { reason: 'Wrong account' });
    await expectEnd('abel', other.po, other.path, 'no longer waits at the step of the e-mail');
  });

  test('LINK-06: when the show allows it no longer', async () => {
    const { po, path } = await mailed();
    await setSettings('alpha1', { approveByMailUpTo: 499.99 });
    await expectEnd('abel', po, path, 'The show no longer allows approving this document from e-mail.');
  });

  test('LINK-06: when self-approval is forbidden and the document is now their own', async () => {
    const { po, path } = await mailed();
    await setSettings('alpha1', { preventSelfApproval: true });
    await sql.alpha`UPDATE documents SET owner_id = 'abel' WHERE id = ${po.id}`;
    await expectEnd('abel', po, path, 'You can no longer approve this document.');
    await setSettings('alpha1', { preventSelfApproval: false });
  });
});

describe('links and covers', () => {
  test('LINK-07: the covering user gets an e-mail and a link of their own, which ends with the cover', async () => {
    await cover('abel', 'otto');
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('otto');
    const own = linksIn(await mailTo('abel'));
    expect(own).toHaveLength(1);
    expect(own).not.toContain(path);
    const browser = await signedIn('otto');
    expect((await browser.get(path)).html).toContain('You decide on behalf of <bdi>Abel Stone</bdi>');
    // The link of the absent user is theirs alone.
    expect((await browser.get(own[0] ?? '')).status).toBe(403);
    await endCovers();
    await expectEnd('otto', po, path, 'The cover under which you could decide has ended.');
  });

  test('LINK-07: the vote is that of the absent approver', async () => {
    await cover('abel', 'otto');
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('otto');
    expect((await confirm(await signedIn('otto'), path)).status).toBe(200);
    expect((await read('dana', po.id)).historyEvents[0]).toMatchObject({
      userName: 'Otto Stone',
      onBehalfOf: { name: 'Abel Stone' },
      emailLink: { isSignedIn: true },
    });
    expect(titleOf(await (await signedIn('otto')).get(path))).toBe('Already decided');
  });
});

describe('documents without a link', () => {
  test('LINK-03: a possible split has none, and ends a link that was mailed before', async () => {
    await setSettings('alpha1', { splitOrderWarning: true });
    await sql.alpha`UPDATE documents SET business_day = '2020-01-01'`;
    const { path } = await mailed(900);
    expect(path).not.toBe('');
    const second = await mailed(900);
    expect(second.path).toBe('');
    const page = await (await signedIn('abel')).get(path);
    expect([page.status, titleOf(page)]).toEqual([410, 'Review this document first']);
    expect(page.html).toContain('It cannot be approved from e-mail: possible split.');
  });

  test('LINK-03: a changed payee has none', async () => {
    const { path, po } = await mailed();
    await sql.alpha`UPDATE vendors SET name = 'Lumen Rentals Ltd' WHERE name = 'Lumen Rentals'`;
    await expectEnd('abel', po, path, 'It cannot be approved from e-mail: changed payee.');
    await sql.alpha`UPDATE vendors SET name = 'Lumen Rentals' WHERE name = 'Lumen Rentals Ltd'`;
  });

  test('LINK-03: a document that the user cannot approve at this step has none', async () => {
    const po = await submitted('dana', withTotal(500));
    sent.outbox.length = 0;
    await approveAs(po, 'abel');
    await setSettings('alpha1', { preventSelfApproval: true });
    await sql.alpha`UPDATE documents SET owner_id = 'lena' WHERE id = ${po.id}`;
    expect(await linkFor('lena')).toBe('');
    await setSettings('alpha1', { preventSelfApproval: false });
  });
});
