import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import {
  aLine,
  action,
  approveAs,
  as,
  read,
  sessionOf,
  submitted,
  withTotal,
} from '../../support/worker/fixtures/client.ts';
import { setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openLinkStudio);
beforeEach(allowLinks);

describe('the e-mail that a document waits', () => {
  test('LINK-01: the show allows links up to an amount, which is off by default', async () => {
    await submitted('dana', withTotal(1000));
    expect(await linkFor('abel')).toMatch(/^\/pages\/approve\/alpha1_[\w-]{43}$/);
    await submitted('dana', withTotal(1000.01));
    expect(await linkFor('abel')).toBe('');
    await setSettings('alpha1', { approveByMailUpTo: null });
    await submitted('dana', withTotal(3));
    expect(await linkFor('abel')).toBe('');
  });

  test('LINK-02: it lists number, vendor, amount, the first lines and the files', async () => {
    const lines = Array.from({ length: 24 }, (_, n) =>
      aLine({ description: `Sofa ${n + 1}`, quantity: 1, unitCost: 10 }),
    );
    const file = await as('dana').upload({ name: 'Quote of sofas.pdf', bytes: '%PDF-1.4' });
    const po = await submitted('dana', { lineItems: lines, attachments: [file.body] });
    const { subject, text } = await mailTo('abel');
    expect(subject).toContain(po.poNumber);
    for (const part of ['Lumen Rentals', '240.00', 'Sofa 12', 'and 12 more lines', 'Quote of sofas.pdf'])
      expect(text).toContain(part);
    expect(text).not.toContain('Sofa 13');
    expect(text).toContain('Approve: https://app.backlot.test/pages/approve/alpha1_');
    expect(text).toContain(`/po/review/${po.id}/approver`);
  });
});

describe('the page of a link', () => {
  test('LINK-04: 20 GETs and a HEAD give no vote, the confirmation gives one, and again it is already decided', async () => {
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const browser = await signedIn('abel');
    for (let n = 0; n < 20; n += 1) expect((await browser.get(path)).status).toBe(200);
    expect((await browser.visit(path, { method: 'HEAD' })).status).toBe(200);
    expect(await votesOf(po.id)).toBe(0);
    const decided = await confirm(browser, path);
    expect([decided.status, titleOf(decided)]).toEqual([200, `You approved PO #${po.prefix}-${po.poNumber}`]);
    expect(await votesOf(po.id)).toBe(1);
    const again = await browser.submit(path, { csrf: (await sessionOf('abel')).csrfToken });
    expect([again.status, titleOf(again)]).toEqual([410, 'Already decided']);
    expect(await votesOf(po.id)).toBe(1);
    expect((await read('dana', po.id)).historyEvents[0]).toMatchObject({
      type: 'APPROVED',
      userName: 'Abel Stone',
      emailLink: { isSignedIn: true },
    });
  });

  test('LINK-04: it shows the document as it was mailed, and files only to its signed-in user', async () => {
    const file = await as('dana').upload({ name: 'Quote of lamps.pdf', bytes: '%PDF-1.4' });
    const po = await submitted('dana', { ...withTotal(500), attachments: [file.body] });
    const path = await linkFor('abel');
    const stranger = await openBrowser().get(path);
    expect(stranger.status).toBe(200);
    for (const part of [
      po.poNumber,
      'Lumen Rentals',
      'Sofas',
      '500.00',
      'Alpha Station',
      'Abel Stone',
      'Lena Stone',
    ])
      expect(stranger.html).toContain(part);
    expect(stranger.html).not.toContain('Quote of lamps');
    expect((await (await signedIn('abel')).get(path)).html).toContain('Quote of lamps.pdf');
  });

  test('LINK-04: no cache keeps it, no search engine lists it, it sends no referrer, and no script acts on it', async () => {
    await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    for (const one of [path, '/pages/approve/alpha1_unknown']) {
      const { headers } = await openBrowser().get(one);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    }
    const { html } = await (await signedIn('abel')).get(path);
    expect([...html.matchAll(/<script src="([^"]+)"/g)].map(([, src]) => src)).toEqual(['/theme.js']);
    expect(html.match(/<form/g)).toHaveLength(1);
  });

  test('LINK-05: without a session it leads to sign-in and back, and decides nothing', async () => {
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const stranger = openBrowser();
    const { html } = await stranger.get(path);
    expect(html).not.toContain('<form');
    expect(html).toContain(`/api/auth/login?returnTo=${encodeURIComponent(path)}`);
    expect((await stranger.submit(path, {})).status).toBe(401);
    const other = await signedIn('lena');
    expect([(await other.get(path)).status, (await confirm(other, path)).status]).toEqual([403, 403]);
    expect((await other.get(path)).html).not.toContain('Lumen Rentals');
    expect(await votesOf(po.id)).toBe(0);
  });

  test('LINK-05: forms of other sites and without the token of the session decide nothing', async () => {
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const browser = await signedIn('abel');
    const { csrfToken: csrf } = await sessionOf('abel');
    const post = (headers: Record<string, string>, form: Record<string, string>) =>
      browser.visit(path, { method: 'POST', body: new URLSearchParams(form), headers });
    expect((await post({ origin: 'https://evil.example' }, { csrf })).status).toBe(403);
    expect((await post({ origin: 'null', 'sec-fetch-site': 'cross-site' }, { csrf })).status).toBe(403);
    expect((await post({ origin: 'null' }, {})).status).toBe(403);
    expect(await votesOf(po.id)).toBe(0);
    // What a browser sends from a page without a referrer.
    expect((await post({ origin: 'null', 'sec-fetch-site': 'same-origin' }, { csrf })).status).toBe(200);
    expect(await votesOf(po.id)).toBe(1);
  });

  test('LINK-05: a show waives the sign-in up to an amount, for users without a second factor', async () => {
    await setSettings('alpha1', { approveByMailWithoutSignIn: 200 });
    const below = await submitted('dana', withTotal(200));
    const path = await linkFor('abel');
    await sql.directory`UPDATE users SET mfa_enabled = 1 WHERE id = 'abel'`;
    expect((await openBrowser().submit(path, {})).status).toBe(401);
    await sql.directory`UPDATE users SET mfa_enabled = 0 WHERE id = 'abel'`;
    const page = await openBrowser().get(path);
    expect(page.html).toContain('>Approve</button>');
    expect((await confirm(openBrowser(), path)).status).toBe(200);
    expect((await read('dana', below.id)).historyEvents[0]).toMatchObject({
      userName: 'Abel Stone',
      emailLink: { isSignedIn: false },
    });
    const above = await submitted('dana', withTotal(200.01));
    expect((await openBrowser().submit(await linkFor('abel'), {})).status).toBe(401);
    expect(await votesOf(above.id)).toBe(0);
  });

  test('LINK-08: unknown tokens are answered alike, whatever they look like', async () => {
    await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const wrong = [
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      path.replace('alpha1', 'bravo2'),
      path.replace('alpha1', 'nosuch'),
      '/pages/approve/alpha1_',
      '/pages/approve/nonsense',
    ];
    const answers = await Promise.all(wrong.map((one) => openBrowser().get(one)));
    expect(new Set(answers.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('LINK-08: the token is stored as a hash, and the page is limited by address', async () => {
    await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const rows = JSON.stringify(await sql.alpha`SELECT * FROM approval_links`);
    expect(rows).not.toContain(path.split('_').at(-1));
    const { SIGN_IN_ADDRESS_LIMIT } = studioEnv;
    const keys: string[] = [];
    const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) < 2 });
    Object.assign(studioEnv, { SIGN_IN_ADDRESS_LIMIT: { limit } });
    const browser = openBrowser();
    const first = await browser.get(path);
    const second = await browser.get(path);
    Object.assign(studioEnv, { SIGN_IN_ADDRESS_LIMIT });
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(keys[0]).toBe(`approve:${browser.address}`);
  });
});

describe('the vote of a link', () => {
  test('LINK-06: of a link and a change at the same time, the change or the vote comes first, never a vote for unseen content', async () => {
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const browser = await signedIn('abel');
    const current = await read('abel', po.id);
    const [first] = current.lineItems;
    const changed = { ...current, lineItems: [{ ...first, unitCost: 500.01 }] };
    const [decided, edited] = await Promise.all([
      confirm(browser, path),
      as('abel').put(`/api/pos/${po.id}`, changed),
    ]);
    const after = await read('dana', po.id);
    const approval = after.workflow?.steps[0]?.approvers.find(({ userId }) => userId === 'abel');
    if (decided.status === 200)
      expect(approval).toMatchObject({ hasApproved: true, contentVersion: current.contentVersion });
    else expect([decided.status, approval?.hasApproved]).toEqual([410, false]);
    expect([200, 403, 409]).toContain(edited.status);
  });

  test('LINK-06: of two confirmations at the same time, one gives the vote', async () => {
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const browser = await signedIn('abel');
    await Promise.all([confirm(browser, path), confirm(browser, path), confirm(browser, path)]);
    expect(await votesOf(po.id)).toBe(1);
    expect((await read('dana', po.id)).historyEvents.filter(({ type }) => type === 'APPROVED')).toHaveLength(
      1,
    );
  });

  test('LINK-06: a link works once, also when its vote was taken back', async () => {
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    const browser = await signedIn('abel');
    await confirm(browser, path);
    const back = await as('abel').post('/api/workflows/take-back', {
      docId: po.id,
      docType: 'PO',
      showId: 'alpha1',
    });
    expect(back.status).toBe(200);
    expect(titleOf(await confirm(browser, path))).toBe('Already decided');
    expect(await votesOf(po.id)).toBe(0);
  });

  test('LINK-06: the last approval of a link completes the document and sends it to accounting', async () => {
    const po = await submitted('dana', withTotal(500));
    await approveAs(po, 'abel', 'luis');
    const path = await linkFor('lena');
    const browser = await signedIn('lena');
    expect((await browser.get(path)).html).toContain('This approval completes the document.');
    const decided = await confirm(browser, path);
    expect(decided.html).toContain('fully approved');
    expect((await read('dana', po.id)).status).toBe('APPROVED');
  });

  test('LINK-06: a vote elsewhere is already decided', async () => {
    const po = await submitted('dana', withTotal(500));
    const path = await linkFor('abel');
    expect((await action('abel', 'approval', po)).status).toBe(200);
    expect(titleOf(await (await signedIn('abel')).get(path))).toBe('Already decided');
  });
});

test('LINK-09: history text, audit log and timeline name the link', async () => {
  const po = await submitted('dana', withTotal(500));
  await confirm(await signedIn('abel'), await linkFor('abel'));
  const log = await as('ada').get<string>('/api/reports/download/audit-log/alpha1?format=csv&timeZone=UTC');
  expect(log.status).toBe(200);
  const row = log.body.split('\n').find((line) => line.includes(po.id) && line.includes('Approved'));
  expect(row).toContain('Approved, by e-mail link');
  expect(linksIn(await mailTo('lena'))).toHaveLength(1);
});
