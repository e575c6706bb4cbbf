import { readFileBytes } from '#edges/files';
import { sendMail } from '#edges/mail';
import type { Mail, MailAttachment } from '#edges/mail';
import { readTemporaryVendor } from '#store/show/read-reference';
import { readTaxForms } from '#store/show/temporary-vendor-rows';
import type { TemporaryVendorRow } from '#store/show/temporary-vendor-rows';
import type { Errands } from './errands.ts';
import type { VendorErrand } from './outbox-rows.ts';

/** The mail provider takes 5 MiB in all; attachments grow by a third on their way. */
const attachedBytes = 3_500_000;

interface Forms {
  attached: MailAttachment[];
  /** Names of those for which there was no room. */
  left: string[];
}

/** Sends a temporary vendor's data, tax forms and the note to the accountant (DEC-89, EM-15). */
export async function shareTemporaryVendor(
  { env, store, show }: Errands,
  errand: Extract<VendorErrand, { kind: 'share-temp-vendor' }>,
): Promise<void> {
  const record = await readTemporaryVendor(store, errand.tempVendorId);
  if (!record) return;
  const forms = await readForms(env, await readTaxForms(store, record.id));
  await sendMail(env, sharingMail(errand, record, forms, show.name));
}

async function readForms(env: Env, rows: Awaited<ReturnType<typeof readTaxForms>>): Promise<Forms> {
  const forms: Forms = { attached: [], left: [] };
  let room = attachedBytes;
  for (const { id, label, contentType, size } of rows) {
    const content = size <= room ? await readFileBytes(env, id) : null;
    if (content === null) {
      forms.left.push(label);
      continue;
    }
    room -= size;
    forms.attached.push({ disposition: 'attachment', filename: label, type: contentType, content });
  }
  return forms;
}

function factsOf(record: TemporaryVendorRow): [label: string, value: string][] {
  const place = [record.city, record.state, record.postalCode].filter(Boolean).join(', ');
  const facts: [string, string][] = [
    ['Vendor Name', record.name],
    ['Street Address', [record.address, place].filter(Boolean).join(', ')],
    ['Contact Name', record.contact],
    ['Email Address', record.email],
    ['Phone Number', record.phone],
    ['Related Party', record.isRelatedParty ? 'Yes' : 'No'],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** JSX escapes what people typed, and a subject is one line. */
function sharingMail(
  { to, note, actorName }: Extract<VendorErrand, { kind: 'share-temp-vendor' }>,
  record: TemporaryVendorRow,
  { attached, left }: Forms,
  showName: string,
): Mail {
  const headline = `${actorName} shared the vendor ${record.name} with you`;
  const facts = factsOf(record);
  const missing = left.length > 0 ? `Too large for this e-mail: ${left.join(', ')}` : '';
  const html = (
    <html lang="en">
      <body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#16201b;background:#f6f8f6">
        <div style="max-width:520px;margin:0 auto;background:#ffffff;border:1px solid #d9dfdb;border-radius:12px;padding:24px">
          <p style="margin:0 0 4px;color:#5c6a63;font-size:13px">{showName}</p>
          <h1 style="margin:0 0 16px;font-size:20px">{headline}</h1>
          {note !== '' && <p style="margin:0 0 16px;white-space:pre-line">{note}</p>}
          {facts.map(([label, value]) => (
            <p style="margin:0 0 4px">
              <span style="color:#5c6a63">{label}: </span>
              {value}
            </p>
          ))}
          {missing !== '' && <p style="margin:16px 0 0;color:#5c6a63">{missing}</p>}
        </div>
      </body>
    </html>
  );
  const lines = [showName, headline, note, ...facts.map(([label, value]) => `${label}: ${value}`), missing];
  return {
    to,
    subject: `${headline} (${showName})`.replaceAll(/[\r\n]+/g, ' ').slice(0, 200),
    html: `<!doctype html>${html.toString()}`,
    text: lines.filter(Boolean).join('\n'),
    attachments: attached,
  };
}
