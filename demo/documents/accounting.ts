import { outbox } from '#store/show/tables/job-tables';
import { instant, minute } from '../clock.ts';
import type { Actor, Life } from './document-builder.ts';

type SendType = 'ACCOUNTING' | 'EMAIL' | 'VENDOR_EMAIL';

interface Sending {
  sendType: SendType;
  isSuccessful: boolean;
  message?: string;
  recipients?: string[];
}

function sent(life: Life, actor: Actor, sending: Sending): void {
  const [first = '', ...rest] = actor.name.split(' ');
  life.sends.push({
    id: life.show.newId(life.at),
    showId: life.show.plan.id,
    documentId: life.header.id,
    message: '',
    recipients: [],
    ...sending,
    senderFirstName: first,
    senderLastName: rest.join(' '),
    createdAt: instant(life.at),
  });
}

/** DEC-32: what follows a final approval; now and then accounting is out (DEC-03). */
export function pushAfterApproval(life: Life, approver: Actor): void {
  life.at += minute / 10;
  const isSuccessful = !life.show.random.chance(0.05);
  push(life, approver, isSuccessful);
  if (isSuccessful && life.purchaseOrder) mailVendor(life, approver);
}

/** The purchase order's lines get accounting's own ids. An automatic push writes no event of its own. */
function push(life: Life, actor: Actor, isSuccessful: boolean): void {
  const { header } = life;
  header.accountingFailed = !isSuccessful;
  header.foundInAccounting ||= isSuccessful;
  if (isSuccessful && life.purchaseOrder)
    for (const line of life.lines)
      line.glTransactionDetailExternalId ??= `GL-${header.number}-${line.lineNumber}`;
  const message = isSuccessful ? '' : 'The accounting period is closed.';
  sent(life, actor, { sendType: 'ACCOUNTING', isSuccessful, message });
  if (!isSuccessful) giveUp(life, actor);
}

const jobs = { PO: 'push-po', INVOICE: 'push-invoice', PAYMENT: 'release-payment' } as const;

/** The job that the sending was the only try of: the health page lists it, and retries it. */
function giveUp(life: Life, actor: Actor): void {
  const { header, show } = life;
  const sending = life.sends.at(-1);
  const { seq: revision = 1 } = life.events.at(-1) ?? {};
  const kind = jobs[header.type];
  const own = kind === 'push-po' ? { allowed: 'APPROVED' } : { revision };
  show.rows.add(outbox, {
    id: sending?.id ?? '',
    showId: show.plan.id,
    kind,
    documentId: header.id,
    payload: { kind, docType: header.type, documentId: header.id, actorId: actor.id, ...own },
    effectKey: `${header.id}:${revision}:${kind}`,
    createdAt: instant(life.at),
    attempts: 1,
    doneAt: instant(life.at),
    error: sending?.message ?? '',
  });
}

function mailVendor(life: Life, actor: Actor): void {
  const { show, purchaseOrder } = life;
  const email = purchaseOrder?.vendor.email ?? '';
  if (!purchaseOrder || !show.settings.vendorEmailAutoSendEnabled || email === '') return;
  life.at += minute / 10;
  purchaseOrder.lastVendorEmailRecipients = [email];
  purchaseOrder.lastVendorEmailAt = instant(life.at);
  sent(life, actor, { sendType: 'VENDOR_EMAIL', isSuccessful: true, recipients: [email] });
}

/** DEC-57: somebody sent the PDF by hand. */
export function mailPdf(life: Life, actor: Actor): void {
  life.at += minute;
  const address = life.purchaseOrder?.vendor.email || life.header.creatorUsername;
  sent(life, actor, { sendType: 'EMAIL', isSuccessful: true, recipients: [address] });
}
