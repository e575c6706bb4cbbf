import { emailNoteLimit } from '#domain/documents/document-mail';
import { Button } from '../../../parts/controls/button.tsx';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { RecipientsField } from '../../../parts/fields/recipients-field.tsx';
import { TextArea } from '../../../parts/fields/text-field.tsx';
import { addressesOf } from '../../../parts/fields/typed-recipients.ts';
import { noRecipients } from './use-mail.ts';
import type { Mail } from './use-mail.ts';

/** Warns before the vendor is sent the production's notes or history, with a button to leave them out. */
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

/** The recipients and a note to them (EM-01). */
export function MailStep(props: {
  mail: Mail;
  notMailed: string | null;
  /** The vendor's address in the document. Empty if none is known. */
  vendorEmail: string;
  vendorAddresses: readonly string[];
  /** The internal parts that the PDF includes. Empty if there are none. */
  internal: string;
  onLeaveOut: () => void;
}) {
  const { vendorEmail, internal } = props;
  const vendorAddressSet = new Set(props.vendorAddresses.map((address) => address.toLowerCase()));
  const { draft, change, isSending } = props.mail;
  const isOffered = vendorEmail !== '' && !isSending && !addressesOf(draft.to).includes(vendorEmail);
  const recipients = [draft.to, draft.cc, draft.bcc ?? noRecipients].flatMap(addressesOf);
  const toVendor = recipients.find((address) => vendorAddressSet.has(address.toLowerCase()));
  const hasBcc = draft.bcc !== null;
  const toggle = (
    <span className="-my-2">
      <Button
        look="quiet"
        flush="right"
        aria-expanded={hasBcc}
        onPress={() => change({ bcc: hasBcc ? null : noRecipients })}
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
