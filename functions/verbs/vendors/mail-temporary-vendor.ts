import { readFileBytes } from '#edges/files/files';
import { typeset } from '#edges/mail/render-message';
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
  /** Names of those for which there was no room. */
  left: string[];
}

/** Sends a temporary vendor's data, tax forms and the note to the accountant (DEC-89, EM-15). Throws `MailFailure`. */
export async function shareTemporaryVendor(
  { env, store, show }: JobContext,
  job: ShareVendorJob,
): Promise<void> {
  const [record, sender] = await Promise.all([
    read(temporaryVendorQuery(store, job.tempVendorId)),
    readUser(env, job.actorId),
  ]);
  if (!record) return;
  const mailWith = (forms: Forms) => ({
    ...sharingMail(job, record, forms, show.name),
    replyTo: sender?.username ?? '',
  });
  // The largest page that can come of it: every form is named as left out.
  const rows = await read(taxFormsQuery(store, record.id));
  const page = mailWith({ attached: [], left: rows.map((row) => row.label) });
  await sendMail(env, mailWith(await readForms(env, rows, page)));
}

async function readForms(
  env: Env,
  rows: RowOf<ReturnType<typeof taxFormsQuery>>,
  page: Mail,
): Promise<Forms> {
  const forms: Forms = { attached: [], left: [] };
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
    else forms.left.push(label);
  }
  return forms;
}

function factsOf(record: TemporaryVendorRow): [label: string, value: string][] {
  const place = [record.city, record.state, record.postalCode].filter(Boolean).join(', ');
  return [
    ['Vendor name', record.name],
    ['Street address', [record.address, place].filter(Boolean).join(', ')],
    ['Contact name', record.contact],
    ['E-mail address', record.email],
    ['Phone number', record.phone],
    ['Related party', record.isRelatedParty ? 'Yes' : 'No'],
  ];
}

function sharingMail(
  { to, note, actorName }: ShareVendorJob,
  record: TemporaryVendorRow,
  { attached, left }: Forms,
  showName: string,
): Mail {
  const headline = `${actorName} shared the vendor ${record.name} with you`;
  const letter = {
    place: showName,
    headline,
    note: { from: actorName, text: note },
    facts: factsOf(record),
    paragraphs: [
      attached.length > 0 ? `Attached: ${attached.map((file) => file.filename).join(', ')}` : '',
      left.length > 0 ? `Too large for this e-mail: ${left.join(', ')}` : '',
    ],
    small: [`Replies go to ${actorName}.`],
  };
  return { to, subject: `${headline} (${showName})`, ...typeset(letter), attachments: attached };
}
