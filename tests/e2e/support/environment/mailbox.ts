import { uniqueMark } from '../browser/unique-names.ts';
import { expect } from './product.ts';

/** An e-mail in the local mailbox. Attachments have a name, a type and a size, but no content. */
interface SentMail {
  messageId: string;
  subject: string;
  to?: string[];
  cc?: string[];
  bcc?: string[];
  replyTo?: string;
  attachments: { filename: string; contentType: string; size: number }[];
}

const mailbox = '/cdn-cgi/local/explorer/api/local/email/sending';

async function getResult(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (JSON.parse(await response.text()) as { result: unknown }).result;
}

/** Returns the e-mails that the product has sent to this address, newest first. */
export async function mailTo(baseURL: string | undefined, address: string): Promise<SentMail[]> {
  const sent = (await getResult(`${baseURL ?? ''}${mailbox}?per_page=100`)) as SentMail[];
  return sent.filter(({ to, cc, bcc }) => [to, cc, bcc].some((list) => list?.includes(address)));
}

/** Waits for the only e-mail to this address (and with this subject). Returns it with its text and HTML. */
export async function waitForMail(baseURL: string | undefined, address: string, subject?: string) {
  const matching = async () =>
    (await mailTo(baseURL, address)).filter((mail) => subject === undefined || mail.subject === subject);
  await expect.poll(async () => (await matching()).length, { timeout: 120_000 }).toBe(1);
  const [mail] = await matching();
  if (!mail) throw new Error(`There is no e-mail to ${address}`);
  const id = encodeURIComponent(mail.messageId);
  const bodies = await getResult(`${baseURL ?? ''}${mailbox}?email_id=${id}`);
  const { text, html } = bodies as { text: string; html: string };
  return { ...mail, text, html };
}

/** Returns an address that no other test uses. */
export function uniqueMailAddress(): string {
  return `ann.${uniqueMark()}@accounts.example`;
}
