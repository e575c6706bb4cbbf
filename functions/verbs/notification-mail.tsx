import { captions } from '#domain/export';
import type { DocType } from '#domain/document';
import type { NotifyEvent } from '#domain/lifecycle-decision';
import { formatMoney } from '#domain/money';
import type { Mail } from '#edges/mail';

/** What a notification says about its document (DEC-58). */
export interface Notified {
  event: NotifyEvent;
  docType: DocType;
  number: string;
  description: string;
  vendorName: string;
  totalCents: number;
  currencyCode: string;
  showName: string;
  /** Null: nobody told this deployment its own address, and a link that leads nowhere is worse than none. */
  link: string | null;
}

const folders = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/** Where a document is reviewed (SH-12). `origin` is this deployment's own; null without it. */
export function reviewLink(
  origin: string,
  docType: DocType,
  id: string,
  persona: 'creator' | 'approver',
): string | null {
  return origin === '' ? null : `${origin}/${folders[docType]}/review/${id}/${persona}`;
}

const headlines: Record<NotifyEvent, (name: string) => string> = {
  WAITING: (name) => `${name} is waiting for your approval`,
  APPROVED: (name) => `${name} was approved`,
  REVISION: (name) => `A revision of ${name} was requested`,
  VOID: (name) => `${name} was voided`,
  DENIED: (name) => `${name} was denied`,
};

/** One notification as an e-mail; JSX escapes what people typed, and a subject is one line. */
export function notificationMail(to: string, notified: Notified): Mail {
  const { description, vendorName, showName, link } = notified;
  const headline = headlines[notified.event](`${captions[notified.docType]} #${notified.number}`);
  const amount = formatMoney(notified.totalCents, notified.currencyCode);
  const facts = [vendorName, description, amount].filter(Boolean);
  const html = (
    <html lang="en">
      <body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#16201b;background:#f6f8f6">
        <div style="max-width:520px;margin:0 auto;background:#ffffff;border:1px solid #d9dfdb;border-radius:12px;padding:24px">
          <p style="margin:0 0 4px;color:#5c6a63;font-size:13px">{showName}</p>
          <h1 style="margin:0 0 16px;font-size:20px">{headline}</h1>
          <p style="margin:0 0 4px">{vendorName}</p>
          <p style="margin:0 0 16px;color:#5c6a63">{description}</p>
          <p style="margin:0 0 24px;font-size:18px;font-weight:600">{amount}</p>
          {link !== null && (
            <a
              href={link}
              style="display:inline-block;padding:10px 18px;border-radius:8px;background:#14573d;color:#ffffff;text-decoration:none;font-weight:600"
            >
              Open
            </a>
          )}
        </div>
      </body>
    </html>
  );
  return {
    to,
    subject: `${headline} (${showName})`.replaceAll(/[\r\n]+/g, ' ').slice(0, 200),
    html: `<!doctype html>${html.toString()}`,
    text: [showName, headline, ...facts, ...(link === null ? [] : [link])].join('\n'),
  };
}
