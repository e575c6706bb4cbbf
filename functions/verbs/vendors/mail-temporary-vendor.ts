import { readFileBytes } from '#edges/files/files';
import { renderEmail } from '#edges/mail/render-message';
import { messageLimit, messageSize, sendMail } from '#edges/mail/send-mail';
import type { Mail, MailAttachment } from '#edges/mail/send-mail';
import { readUser } from '#store/directory/users';
import { temporaryVendorQuery } from '#store/show/vendors/read-reference-data';
import { taxFormsQuery } from '#store/show/vendors/temporary-vendors';
import type { TemporaryVendorRow } from '#store/show/vendors/temporary-vendors';
import type { JobContext } from '#verbs/outbox/job-context';
import type { PropagateVendorJob } from '#verbs/outbox/jobs';
import { read } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';

type ShareVendorJob = Extract<PropagateVendorJob, { kind: 'share-temp-vendor' }>;

interface Forms {
  attached: MailAttachment[];
  /** Labels of the forms that did not fit. */
  omitted: string[];
}

/**
 * Mails a temporary vendor's data and tax forms with the note to the accountant (DEC-89, EM-15). Throws `MailFailure`.
 */
export async function shareTemporaryVendor(
  { env, store, show }: JobContext,
  job: ShareVendorJob,
): Promise<void> {
  const [record, sender] = await Promise.all([
    read(temporaryVendorQuery(store, job.tempVendorId)),
    readUser(env, job.actorId),
  ]);
  if (!record) return;
  const buildMail = (forms: Forms) => ({
    ...vendorShareMail(job, record, forms, show.name),
    replyTo: sender?.username ?? '',
  });
  // The largest possible message: every form is listed as omitted.
  const rows = await read(taxFormsQuery(store, record.id));
  const page = buildMail({ attached: [], omitted: rows.map((row) => row.label) });
  await sendMail(env, buildMail(await readForms(env, rows, page)));
}

async function readForms(
  env: Env,
  rows: RowOf<ReturnType<typeof taxFormsQuery>>,
  page: Mail,
): Promise<Forms> {
  const forms: Forms = { attached: [], omitted: [] };
  for (const { id, label, contentType, size } of rows) {
    const fits = (content: Uint8Array) =>
      messageSize({ ...page, attachments: [...forms.attached, attachment(content)] }) <= messageLimit;
    const attachment = (content: Uint8Array) => ({
      disposition: 'attachment' as const,
      filename: label,
      type: contentType,
      content,
    });
    const content = size < messageLimit ? await readFileBytes(env, id) : null;
    if (content && fits(content)) forms.attached.push(attachment(content));
    else forms.omitted.push(label);
  }
  return forms;
}

function detailsOf(record: TemporaryVendorRow): [label: string, value: string][] {
  const cityLine = [record.city, record.state, record.postalCode].filter(Boolean).join(', ');
  return [
    ['Vendor name', record.name],
    ['Street address', [record.address, cityLine].filter(Boolean).join(', ')],
    ['Contact name', record.contact],
    ['E-mail address', record.email],
    ['Phone number', record.phone],
    ['Related party', record.isRelatedParty ? 'Yes' : 'No'],
  ];
}

function vendorShareMail(
  { to, note, actorName }: ShareVendorJob,
  record: TemporaryVendorRow,
  { attached, omitted }: Forms,
  showName: string,
): Mail {
  const headline = `${actorName} shared the vendor ${record.name} with you`;
  const content = {
    place: showName,
    headline,
    note: { from: actorName, text: note },
    facts: detailsOf(record),
    paragraphs: [
      attached.length > 0 ? `Attached: ${attached.map((file) => file.filename).join(', ')}` : '',
      omitted.length > 0 ? `Too large for this e-mail: ${omitted.join(', ')}` : '',
    ],
    small: [`Replies go to ${actorName}.`],
  };
  return { to, subject: `${headline} (${showName})`, ...renderEmail(content), attachments: attached };
}
