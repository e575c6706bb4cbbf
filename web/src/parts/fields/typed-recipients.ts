import { withRecipients } from '#domain/values/email-address';
import { recipientLimit } from '#domain/documents/document-mail';

/** Recipients of an e-mail, and the text that is being typed. */
export interface TypedRecipients {
  chips: readonly string[];
  typed: string;
}

/** All recipients, including the typed text. Returns one more than allowed, so that the limit can be reported. */
export function addressesOf({ chips, typed }: TypedRecipients): string[] {
  return withRecipients(chips, typed).slice(0, recipientLimit + 1);
}
