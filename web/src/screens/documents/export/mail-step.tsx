import { emailNoteLimit } from '#domain/sending';
import { Button } from '../../../parts/button.tsx';
import { LinkButton } from '../../../parts/link-button.tsx';
import { RecipientsField } from '../../../parts/recipients-field.tsx';
import { TextArea } from '../../../parts/text-field.tsx';
import { addressesOf } from '../../../parts/typed-recipients.ts';
import { nobody } from './use-mail.ts';
import type { Mail } from './use-mail.ts';

/** EM-01: who gets it, and a word to them. */
export function MailStep(props: {
  mail: Mail;
  notMailed: string | null;
  /** The vendor's address as the document has it; empty: none is known. */
  vendorEmail: string;
}) {
  const { vendorEmail } = props;
  const { draft, change, isSending } = props.mail;
  const isOffered = vendorEmail !== '' && !isSending && !addressesOf(draft.to).includes(vendorEmail);
  const hasBcc = draft.bcc !== null;
  const toggle = (
    <span className="-my-2">
      <Button
        look="quiet"
        flush="right"
        aria-expanded={hasBcc}
        onPress={() => change({ bcc: hasBcc ? null : nobody })}
      >
        Bcc
      </Button>
    </span>
  );
  return (
    <div className="grid gap-3">
      <RecipientsField
        label="To"
        isRequired
        value={draft.to}
        onChange={(to) => change({ to })}
        isDisabled={isSending}
        startsFocused
        aside={
          isOffered ? (
            <span className="text-xs wrap-anywhere">
              <LinkButton
                label={`Add ${vendorEmail} to To`}
                onPress={() => change({ to: { ...draft.to, chips: [...draft.to.chips, vendorEmail] } })}
              >
                {`Add ${vendorEmail}`}
              </LinkButton>
            </span>
          ) : null
        }
      />
      <RecipientsField
        label="Cc"
        value={draft.cc}
        onChange={(cc) => change({ cc })}
        isDisabled={isSending}
        aside={toggle}
      />
      {draft.bcc ? (
        <RecipientsField
          label="Bcc"
          value={draft.bcc}
          onChange={(bcc) => change({ bcc })}
          isDisabled={isSending}
          startsFocused
        />
      ) : null}
      <TextArea
        label="Note"
        value={draft.note}
        onChange={(note) => change({ note })}
        limit={emailNoteLimit}
        maxRows={4}
        isDisabled={isSending}
      />
      {props.notMailed ? (
        <p className="text-xs text-ink-muted">{`The email leaves out ${props.notMailed}.`}</p>
      ) : null}
    </div>
  );
}
