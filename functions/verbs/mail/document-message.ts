import { dateInZone, formatDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { capitalize, documentName } from '#domain/documents/document-name';
import { formatMoney } from '#domain/values/money';
import { numberMilestone } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { EmailContent } from '#edges/mail/message-content';
import type { SubjectRows } from '#store/show/documents/read-document';
import { megabytes } from './download-link.ts';
import { reviewLink } from '#domain/lifecycle/review-link';
import { numberFor } from '#domain/identity/visibility';

/** The PDF of an e-mail: attached, or with a download link when it is too large to attach. */
export interface MailedPdf {
  fileName: string;
  link: { href: string; size: number; expiresAt: string } | null;
}

/** `PO #ART-00042`, or `a purchase order` when this user may not read the number (DEC-17). */
export function titleOf(context: RequestContext, rows: SubjectRows): string {
  return documentName(rows.document.type, numberOf(context, rows), 'a');
}

export function numberOf(context: RequestContext, { document, purchaseOrder }: SubjectRows): string {
  return numberFor({ ...document, prefix: purchaseOrder?.prefix ?? '' }, numberMilestone(context));
}

interface Style {
  timeZone: string;
  dateFormat: DateFormat | null;
}

function describePdf(
  { fileName, link }: MailedPdf,
  { timeZone, dateFormat }: Style,
): { text: string; action: { label: string; href: string } | null } {
  if (!link) return { text: `The PDF is attached: ${fileName}`, action: null };
  const until = formatDay(dateInZone(link.expiresAt, timeZone), dateFormat);
  return {
    text: `The PDF is too large for an e-mail (${megabytes(link.size)}). Anyone with this link can open it until ${until}.`,
    action: { label: 'Open the PDF', href: link.href },
  };
}

function detailsOf({ document }: SubjectRows, style: Style): [label: string, value: string][] {
  const { vendorName, description, departmentName, businessDay, totalCents, currencyCode } = document;
  return [
    ['Vendor', vendorName],
    ['Description', description],
    ['Date', businessDay === '' ? '' : formatDay(businessDay, style.dateFormat)],
    ['Department', departmentName],
    ['Status', document.submissionStatus],
    ['Total', formatMoney(totalCents, currencyCode)],
  ];
}

/** The e-mail in which a user sends a document (DEC-57). */
export function documentEmail(
  context: RequestContext,
  rows: SubjectRows,
  sender: { name: string; note: string; timeZone: string },
  pdf: MailedPdf,
): EmailContent {
  const { show, env, user } = context;
  const style = { timeZone: sender.timeZone, dateFormat: user.dateFormat };
  const { text, action } = describePdf(pdf, style);
  const review = reviewLink(env.WEB_ORIGIN, rows.document, 'CREATOR');
  return {
    place: show.name,
    headline: `${sender.name} sent you ${titleOf(context, rows)}`,
    note: { from: sender.name, text: sender.note },
    facts: detailsOf(rows, style),
    paragraphs: [text],
    action,
    also: review === null ? null : { label: `Open in Backlot, for members of ${show.name}`, href: review },
    small: [`Replies go to ${sender.name} (${user.username}).`],
  };
}

/** The e-mail to the vendor of an approved purchase order, without the production's internal data (EM-14). */
export function vendorEmail(
  context: RequestContext,
  rows: SubjectRows,
  style: Style,
  pdf: MailedPdf,
): EmailContent {
  const { document, purchaseOrder } = rows;
  const { text, action } = describePdf(pdf, style);
  const title = titleOf(context, rows);
  return {
    place: context.show.name,
    headline: `${capitalize(title)} from ${context.show.name}`,
    paragraphs: [`${capitalize(title)} has been approved. ${text}`],
    facts: [
      ['Vendor', document.vendorName],
      ['Bill to', purchaseOrder?.companyName ?? ''],
      ['Description', document.description],
      ['Date', formatDay(document.businessDay, style.dateFormat)],
      ['Total', formatMoney(document.totalCents, document.currencyCode)],
      ['Contact', `${document.creatorName} ${document.creatorUsername}`.trim()],
    ],
    action,
    small: [`Please reference ${title} on your invoice. Replies go to ${document.creatorName}.`],
  };
}
