import { freshMark } from '../browser/fresh.ts';
import { expect } from './product.ts';

/** An e-mail as the local mailbox shows it; what was attached is told by name and size. */
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

async function ask(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return (JSON.parse(await answer.text()) as { result: unknown }).result;
}

/** What the product has sent to this address, newest first. */
export async function mailTo(baseURL: string | undefined, address: string): Promise<SentMail[]> {
  const sent = (await ask(`${baseURL ?? ''}${mailbox}?per_page=100`)) as SentMail[];
  return sent.filter(({ to, cc, bcc }) => [to, cc, bcc].some((list) => list?.includes(address)));
}

/** The one e-mail that comes to this address (with this subject, if one is given), with both its faces. */
export async function arrived(baseURL: string | undefined, address: string, subject?: string) {
  const wanted = async () =>
    (await mailTo(baseURL, address)).filter((mail) => subject === undefined || mail.subject === subject);
  await expect.poll(async () => (await wanted()).length, { timeout: 120_000 }).toBe(1);
  const [mail] = await wanted();
  if (!mail) throw new Error(`There is no e-mail to ${address}`);
  const id = encodeURIComponent(mail.messageId);
  const faces = await ask(`${baseURL ?? ''}${mailbox}?email_id=${id}`);
  const { text, html } = faces as { text: string; html: string };
  return { ...mail, text, html };
}

/** An address that nobody else writes to. */
export function freshAddress(): string {
  return `ann.${freshMark()}@accounts.example`;
}
