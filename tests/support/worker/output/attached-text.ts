import { pageTexts } from '../../pdf/read-text.ts';
import type { SentMail } from './sent-mail.ts';

/** Returns the text of the attached PDF. */
export async function attachedText(mail: SentMail | undefined): Promise<string> {
  const [file] = mail?.attachments ?? [];
  if (!file) throw new Error('nothing is attached');
  return (await pageTexts(file.content)).join(' ');
}
