import { outbox } from '#store/show/tables/job-tables';
import { instant, minute } from '../clock.ts';
import type { Actor, DemoDocument } from './document-builder.ts';

type SendType = 'ACCOUNTING' | 'EMAIL' | 'VENDOR_EMAIL';

interface Sending {
  sendType: SendType;
  isSuccessful: boolean;
  message?: string;
  recipients?: string[];
}

function recordSending(document: DemoDocument, actor: Actor, sending: Sending): void {
  const [first = '', ...rest] = actor.name.split(' ');
  document.sends.push({
    id: document.show.newId(document.at),
    showId: document.show.plan.id,
    documentId: document.header.id,
    message: '',
    recipients: [],
    ...sending,
    senderFirstName: first,
    senderLastName: rest.join(' '),
    createdAt: instant(document.at),
  });
}

/** Pushes after the final approval; accounting is sometimes unavailable (DEC-03, DEC-32). */
export function pushAfterApproval(document: DemoDocument, approver: Actor): void {
  document.at += minute / 10;
  const isSuccessful = !document.show.random.chance(0.05);
  push(document, approver, isSuccessful);
  if (isSuccessful && document.purchaseOrder) mailVendor(document, approver);
}

/** Sets accounting's ids on the purchase order's lines. An automatic push has no event of its own. */
function push(document: DemoDocument, actor: Actor, isSuccessful: boolean): void {
  const { header } = document;
  header.accountingFailed = !isSuccessful;
  header.foundInAccounting ||= isSuccessful;
  if (isSuccessful && document.purchaseOrder)
    for (const line of document.lines)
      line.glTransactionDetailExternalId ??= `GL-${header.number}-${line.lineNumber}`;
  const message = isSuccessful ? '' : 'The accounting period is closed.';
  recordSending(document, actor, { sendType: 'ACCOUNTING', isSuccessful, message });
  if (!isSuccessful) exhaustJob(document, actor);
}

const jobs = { PO: 'push-po', INVOICE: 'push-invoice', PAYMENT: 'release-payment' } as const;

/** Adds the exhausted job of the failed push, which the health page lists and can retry. */
function exhaustJob(document: DemoDocument, actor: Actor): void {
  const { header, show } = document;
  const sending = document.sends.at(-1);
  const { seq: revision = 1 } = document.events.at(-1) ?? {};
  const kind = jobs[header.type];
  const own = kind === 'push-po' ? { allowed: 'APPROVED' } : { revision };
  show.rows.add(outbox, {
    id: sending?.id ?? '',
    showId: show.plan.id,
    kind,
    documentId: header.id,
    payload: { kind, docType: header.type, documentId: header.id, actorId: actor.id, ...own },
    effectKey: `${header.id}:${revision}:${kind}`,
    createdAt: instant(document.at),
    attempts: 1,
    doneAt: instant(document.at),
    error: sending?.message ?? '',
  });
}

function mailVendor(document: DemoDocument, actor: Actor): void {
  const { show, purchaseOrder } = document;
  const email = purchaseOrder?.vendor.email ?? '';
  if (!purchaseOrder || !show.settings.vendorEmailAutoSendEnabled || email === '') return;
  document.at += minute / 10;
  purchaseOrder.lastVendorEmailRecipients = [email];
  purchaseOrder.lastVendorEmailAt = instant(document.at);
  recordSending(document, actor, { sendType: 'VENDOR_EMAIL', isSuccessful: true, recipients: [email] });
}

/** Records a PDF sent by e-mail (DEC-57). */
export function mailPdf(document: DemoDocument, actor: Actor): void {
  document.at += minute;
  const address = document.purchaseOrder?.vendor.email || document.header.creatorUsername;
  recordSending(document, actor, { sendType: 'EMAIL', isSuccessful: true, recipients: [address] });
}
