import { emailNoteLimit } from '#domain/documents/document-mail';
import { Button } from '../../../parts/controls/button.tsx';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { RecipientsField } from '../../../parts/fields/recipients-field.tsx';
import { TextArea } from '../../../parts/fields/text-field.tsx';
import { addressesOf } from '../../../parts/fields/typed-recipients.ts';
import { nobody } from './use-mail.ts';
import type { Mail } from './use-mail.ts';

/** A vendor would read the production's own notes and history: said before it is sent, with the way to leave them out. */
function VendorNotice(props: { address: string; internal: string; onLeaveOut: () => void }) {
  return (
    <div className="rounded-lg bg-caution-soft px-3 py-2 text-sm text-caution">
      <p className="text-pretty wrap-anywhere">
        {`${props.address} is the vendor’s address, and the PDF includes the ${props.internal} of this document.`}
      </p>
      <Button look="quiet" flush="left" onPress={props.onLeaveOut}>
        {`Leave out ${props.internal}`}
      </Button>
    </div>
  );
}

/** EM-01: who gets it, and a word to them. */
export function MailStep(props: {
  mail: Mail;
  notMailed: string | null;
  /** The vendor's address as the document has it; empty: none is known. */
  vendorEmail: string;
  vendorAddresses: readonly string[];
  /** What of the production's own business the PDF includes; '' for nothing. */
  internal: string;
  onLeaveOut: () => void;
}) {
  const { vendorEmail, internal } = props;
  const own = new Set(props.vendorAddresses.map((address) => address.toLowerCase()));
  const { draft, change, isSending } = props.mail;
  const isOffered = vendorEmail !== '' && !isSending && !addressesOf(draft.to).includes(vendorEmail);
  const named = [draft.to, draft.cc, draft.bcc ?? nobody].flatMap(addressesOf);
  const toVendor = named.find((address) => own.has(address.toLowerCase()));
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
      <div role="status" className="empty:hidden">
        {toVendor !== undefined && internal !== '' && !isSending ? (
          <VendorNotice address={toVendor} internal={internal} onLeaveOut={props.onLeaveOut} />
        ) : null}
      </div>
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
