import { beforeAll, beforeEach, expect, test } from 'vitest';
import { docTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import type { NotifyEvent } from '#domain/lifecycle/notify-event';
import { renderEmail } from '#edges/mail/render-message';
import type { Mail } from '#edges/mail/send-mail';
import { showQuery, readUser } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import { subjectQuery } from '#store/show/documents/read-document';
import { mailArchiveEnded } from '#verbs/archives/mail-archive-ready';
import { documentEmail, vendorEmail } from '#verbs/mail/document-message';
import type { JobContext } from '#verbs/outbox/job-context';
import { mailAdded, mailPasswordLink } from '#verbs/identity/mail-password-link';
import { createLink } from '#verbs/mail/download-link';
import { memberContext } from '#verbs/request/member-context';
import { mailCover } from '#verbs/notifications/mail-cover';
import { notifyUser, readNotifications } from '#verbs/notifications/notify-user';
import { sendCollected } from '#verbs/notifications/send-collected';
import { sendDigest } from '#verbs/notifications/send-digest';
import { shareTemporaryVendor } from '#verbs/vendors/mail-temporary-vendor';
import { mailEndpointDisabled } from '#verbs/webhooks/mail-endpoint-disabled';
import { mailPages } from '../../support/mail-pages.ts';
import { as, withTotal, create, submitted } from '../../support/worker/fixtures/client.ts';
import { switchDigest } from '../../support/worker/fixtures/digests.ts';
import {
  bookPayment,
  importPayments,
  openPayments,
  submitAs,
} from '../../support/worker/fixtures/payments.ts';
import { bill, openInvoices, submitBill } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { connectEndpoints, register } from '../../support/worker/fixtures/webhooks.ts';
import {
  fetchWorker,
  forgetSent,
  origin,
  sent,
  setSettings,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import { read } from '#store/d1/query';

const web = studioEnv.WEB_ORIGIN;
const now = new Date().toISOString();
/** A document of each type that is in approval. */
const ids = {} as Record<DocType, string>;
let jobContext: JobContext;

beforeAll(async () => {
  await openPayments();
  await openInvoices();
  connectEndpoints();
  await sql.directory`UPDATE shows SET features = '["APPA","APIA"]' WHERE id = 'alpha1'`;
  await setSettings('alpha1', { invoiceModuleVisible: true, paymentModuleVisible: true });
  ids.PO = (await submitted('dana', withTotal(10))).id;
  ids.INVOICE = await bill([{ cents: 1_000 }]);
  expect((await submitBill(ids.INVOICE)).status).toBe(200);
  const [payment = ''] = await importPayments(bookPayment('links-1'));
  expect((await submitAs('dana', payment)).status).toBe(200);
  ids.PAYMENT = payment;
  const show = await read(showQuery(directoryOf(studioEnv, 'alpha1')));
  if (!show) throw new Error('there is no show');
  jobContext = { env: studioEnv, store: storeFor(studioEnv, show), show, now };
});

beforeEach(forgetSent);

const owners = { PO: 'dana', INVOICE: 'ivan', PAYMENT: 'dana' } as const satisfies Record<
  DocType,
  PersonName
>;
const approvers = { PO: 'abel', INVOICE: 'lena', PAYMENT: 'lena' } as const satisfies Record<
  DocType,
  PersonName
>;

/** The links of an e-mail, without addresses of other sites in its text. */
function linksIn({ html = '', text = '' }: { html?: string; text?: string }): URL[] {
  const written = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  const plain = (text.match(/https?:\S+/g) ?? []).filter((href) => href.startsWith(web));
  return [...new Set([...written, ...plain])].map((href) => new URL(href));
}

/** Calls the API for the data of a page of the web client. Returns the page. */
async function openedPage(name: PersonName, { href, pathname, searchParams }: URL): Promise<string> {
  const showId = searchParams.get('restoreShow') ?? '';
  for (const [page, resource] of Object.entries(mailPages)) {
    const match = new RegExp(`^${page.replace(':id', '([^/]+)')}$`).exec(pathname);
    if (!match) continue;
    const path = `${resource.replace(':id', match[1] ?? '')}?showId=${showId}`;
    const { status } = await (resource.endsWith('/filter')
      ? as(name).post(path, { showId, persona: 'APPROVER' })
      : as(name).get(path));
    expect([href, name, status]).toEqual([href, name, 200]);
    const referrer = searchParams.get('referrer');
    return referrer === null ? page : `${page}?referrer=${referrer}`;
  }
  throw new Error(`no page of the web client: ${href}`);
}

/** Opens each link of the sent e-mail as its recipient. Returns the pages. */
async function openedBy(name: PersonName, mail: Pick<Mail, 'html' | 'text'> | undefined = sent.mail[0]) {
  if (!mail) throw new Error(`${name} got no e-mail`);
  const pages = linksIn(mail).map(async (url) => {
    expect(url.origin).toBe(web);
    if (!/^\/(api\/auth|pages)\//.test(url.pathname)) return openedPage(name, url);
    const { status } = await fetchWorker(new Request(`${origin}${url.pathname}`));
    expect([url.href, status]).toEqual([url.href, 200]);
    return url.pathname.replace(/[^/]+$/, ':token');
  });
  return (await Promise.all(pages)).toSorted();
}

const reviewsOf = {
  PO: ['/po/review/:id/creator', '/po/review/:id/approver'],
  INVOICE: ['/invoice/review/:id/creator', '/invoice/review/:id/approver'],
  PAYMENT: ['/payment/review/:id?referrer=listing', '/payment/review/:id'],
} as const satisfies Record<DocType, readonly [owner: string, approver: string]>;

/** Whose review the link of each notification opens. */
const readers: Record<NotifyEvent, 'owner' | 'approver'> = {
  WAITING: 'approver',
  APPROVED: 'owner',
  REVISION: 'owner',
  VOID: 'owner',
  DENIED: 'owner',
  CHANGED: 'approver',
  SENT_BACK: 'approver',
  OWN_SENT_BACK: 'owner',
  QUESTION: 'approver',
  ANSWER: 'approver',
  NUDGE: 'approver',
  REMINDER: 'approver',
  ESCALATED: 'approver',
  ESCALATED_AT_ONCE: 'approver',
  NO_BACKUP: 'owner',
  TOO_FEW_VOTES: 'owner',
};
const events = Object.keys(readers) as NotifyEvent[];
const isForApprover = (event: NotifyEvent) => readers[event] === 'approver';

async function notifyOf(docType: DocType, event: NotifyEvent): Promise<PersonName> {
  const userId = (isForApprover(event) ? approvers : owners)[docType];
  const job = { kind: 'notify', docType, documentId: ids[docType], event, version: 1, userId } as const;
  await sql.alpha`DELETE FROM notification_windows`;
  await notifyUser(jobContext, job, await readNotifications(jobContext, [job]), 'job');
  return userId;
}

test.each(docTypes.flatMap((docType) => events.map((event) => [docType, event] as const)))(
  'EM-13, SH-12, SH-63: the link of a notification opens the document: %s %s',
  async (docType, event) => {
    const name = await notifyOf(docType, event);
    expect(await openedBy(name)).toEqual([reviewsOf[docType][isForApprover(event) ? 1 : 0]]);
  },
);

test.each([
  ['PO', 'abel', 'consolidate_po_emails'],
  ['INVOICE', 'lena', 'consolidate_invoice_emails'],
  ['PAYMENT', 'lena', 'consolidate_payment_emails'],
] as const)('EM-12: every link of a digest opens: %s', async (type, userId, column) => {
  await switchDigest(userId, column, true);
  const job = {
    kind: 'notify',
    docType: type,
    documentId: ids[type],
    event: 'APPROVED',
    version: 1,
    userId,
  } as const;
  await notifyUser(jobContext, job, await readNotifications(jobContext, [job]), 'job');
  await sendDigest(jobContext, { kind: 'digest', userId, type, day: '2027-02-01' });
  const queue = { PO: 'purchase-orders', INVOICE: 'invoices', PAYMENT: 'payments' }[type];
  expect(await openedBy(userId)).toEqual([`/approvals/${queue}`, ...reviewsOf[type]].toSorted());
  await switchDigest(userId, column, false);
});

test('DEC-161, EM-13: every link of an e-mail with collected notifications opens', async () => {
  await sql.alpha`DELETE FROM notification_windows`;
  for (const [at, event] of (['WAITING', 'WAITING', 'DENIED'] as const).entries()) {
    const job = {
      kind: 'notify',
      docType: 'PO',
      documentId: ids.PO,
      event,
      version: 1,
      userId: 'abel',
    } as const;
    await notifyUser(jobContext, job, await readNotifications(jobContext, [job]), `job ${at}`);
  }
  sent.mail.length = 0;
  await sendCollected(jobContext, { kind: 'notify-collected', userId: 'abel' }, 'job 3');
  expect(await openedBy('abel')).toEqual(reviewsOf.PO.toSorted());
});

/** The parts of an e-mail with a document whose PDF is too large to attach. */
async function tooLarge(docType: DocType, id: string) {
  const name = owners[docType];
  const [context, rows] = await Promise.all([
    memberContext(studioEnv, { showId: 'alpha1', userId: name }, now),
    read(subjectQuery(jobContext.store, ids[docType])),
  ]);
  if (!context || !rows) throw new Error('nothing to send');
  const link = { id, documentId: ids[docType], senderId: name, title: 'A title', fileName: 'A.pdf' };
  const bytes = new Uint8Array(2_000_000);
  const { href, expiresAt } = await createLink(jobContext, link, bytes);
  return { context, rows, enclosed: { fileName: 'A.pdf', link: { href, expiresAt, size: bytes.length } } };
}

const timeZone = 'America/Los_Angeles';

test.each(docTypes)('DEC-57: both links of a sent document open: %s', async (docType) => {
  const { context, rows, enclosed } = await tooLarge(docType, `alpha1_${docType}`);
  const sender = { name: 'Dana Stone', note: '', timeZone };
  const mail = renderEmail(documentEmail(context, rows, sender, enclosed));
  expect(await openedBy(owners[docType], mail)).toEqual(
    ['/pages/pdf/:token', reviewsOf[docType][0]].toSorted(),
  );
});

test('EM-14: the only link of an e-mail to a vendor opens the file', async () => {
  const { context, rows, enclosed } = await tooLarge('PO', 'alpha1_vendor');
  const mail = renderEmail(vendorEmail(context, rows, { timeZone, dateFormat: null }, enclosed));
  expect(await openedBy('dana', mail)).toEqual(['/pages/pdf/:token']);
});

test('EM-15: an e-mail about a shared vendor has no link', async () => {
  const vendor = { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' };
  const { vendor: made } = await create('dana', { vendor, vendorAddress: null });
  const job = {
    kind: 'share-temp-vendor',
    tempVendorId: made.tempVendorId ?? '',
    to: 'ann@accounts.example',
    note: '',
    actorId: 'dana',
    actorName: 'Dana Stone',
  } as const;
  await shareTemporaryVendor(jobContext, job);
  expect(await openedBy('dana')).toEqual([]);
});

test('an e-mail about an account that was added to a show has no link', async () => {
  const user = await readUser(studioEnv, 'dana');
  if (!user) throw new Error('Dana is not there');
  await mailAdded(studioEnv, user, { by: user, show: jobContext.show });
  expect(await openedBy('dana')).toEqual([]);
});

test.each(['ready', 'failed'])(
  'the link in an e-mail about an archive opens the archives: %s',
  async (status) => {
    await sql.alpha`DELETE FROM archives`;
    await sql.alpha`INSERT INTO archives (id, show_id, user_id, user_name, status, total, created_at, finished_at)
     VALUES ('alpha1_archive', 'alpha1', 'ada', 'Ada Stone', ${status}, 1, ${now}, ${now})`;
    await mailArchiveEnded(jobContext, { kind: 'archive-mail', archiveId: 'alpha1_archive', userId: 'ada' });
    expect(await openedBy('ada')).toEqual(['/setup/settings/archive']);
  },
);

test('COV-09: the links in an e-mail about the end of a cover open its documents', async () => {
  const { id } = await submitted('dana');
  await sql.alpha`INSERT INTO covers (show_id, id, user_id, user_name, covering_id, covering_name, covering_initials,
      first_day, last_day, starts_at, ends_at, types, set_by_id, set_by_name, created_at)
    VALUES ('alpha1', 'alpha1_cover', 'abel', 'Abel Stone', 'otto', 'Otto Stone', 'OS', '2026-01-05', '2026-01-06',
      ${now}, ${now}, '["PO"]', 'abel', 'Abel Stone', ${now})`;
  await sql.alpha`INSERT INTO cover_decisions (show_id, cover_id, document_id, event_seq, action, at)
    VALUES ('alpha1', 'alpha1_cover', ${id}, 3, 'approve', ${now})`;
  const job = { kind: 'cover-mail', coverId: 'alpha1_cover', userId: 'abel', event: 'ended' } as const;
  await mailCover(jobContext, job);
  expect(await openedBy('abel')).toEqual(['/po/review/:id/approver']);
});

test('the link in an e-mail about a disabled endpoint opens the endpoint', async () => {
  const { id } = await register(['document.approved']);
  await sql.alpha`UPDATE webhook_endpoints SET is_enabled = 0`;
  await mailEndpointDisabled(jobContext, { kind: 'webhook-given-up', endpointId: id, userId: 'ada' });
  expect(await openedBy('ada')).toEqual(['/setup/settings/webhooks/:id']);
});

test.each([
  ['has another role', 'PO Creator', 1],
  ['has left the show', 'Show Admin', 0],
] as const)('a user who %s gets no e-mail about a disabled endpoint', async (_what, role, isActive) => {
  const { id } = await register(['document.approved']);
  await sql.alpha`UPDATE webhook_endpoints SET is_enabled = 0`;
  sent.mail.length = 0;
  await sql.directory`UPDATE memberships SET role = ${role}, is_active = ${isActive} WHERE user_id = 'ada'`;
  await mailEndpointDisabled(jobContext, { kind: 'webhook-given-up', endpointId: id, userId: 'ada' });
  await sql.directory`UPDATE memberships SET role = 'Show Admin', is_active = 1 WHERE user_id = 'ada'`;
  expect(sent.mail).toEqual([]);
});

test.each(['INVITED', 'FORGOTTEN'] as const)('the link to set a password opens: %s', async (reason) => {
  const user = await readUser(studioEnv, 'dana');
  expect(user && (await mailPasswordLink(studioEnv, user, reason, now))).toBe(true);
  expect(await openedBy('dana')).toEqual(['/api/auth/password/:token']);
});
