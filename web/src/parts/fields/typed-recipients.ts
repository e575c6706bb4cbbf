import { withRecipients } from '#domain/values/email-address';
import { recipientLimit } from '#domain/documents/document-mail';

/** Who an e-mail goes to, and what is being typed beside it. */
export interface TypedRecipients {
  chips: readonly string[];
  typed: string;
}

/** What is typed counts as well, whether or not it has become a chip. One more than may be, so that it can be said. */
export function addressesOf({ chips, typed }: TypedRecipients): string[] {
  return withRecipients(chips, typed).slice(0, recipientLimit + 1);
}
