/** One e-mail as we send it; `text` is the plain twin of `html`. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments?: MailAttachment[];
}

export interface MailAttachment {
  disposition: 'attachment';
  filename: string;
  type: string;
  content: Uint8Array;
}

/** Sends one e-mail through the binding; local runs write it to a file. Throws when the provider refuses. */
export async function sendMail(env: Env, mail: Mail): Promise<void> {
  await env.EMAIL.send({ from: env.MAIL_FROM, ...mail });
}
