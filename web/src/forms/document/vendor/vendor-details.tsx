import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { TooltipText } from '../../../parts/controls/tooltip.tsx';
import { FileLink } from '../../files/file-link.tsx';
import type { VendorContact, VendorDetails } from '#domain/reference-data/reference-data-response';

const noEmailWarning =
  'POs cannot be emailed to vendors on approval without an email on file. Vendor emails are configured in the accounting system.';

/** A read-only term with its value. */
export function Fact(props: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{props.term}</dt>
      <dd className="break-words">{props.children}</dd>
    </div>
  );
}

/** The e-mail of the default contact (DEC-59). */
function vendorEmail(contacts: readonly VendorContact[]): string {
  return (contacts.find((contact) => contact.is_default) ?? contacts[0])?.contact_details.email ?? '';
}

/** The address that the vendor's PO is sent to (DEC-94, VE-24, VE-25). */
export function VendorEmail(props: { details: VendorDetails | undefined; failed: boolean; warns: boolean }) {
  if (props.failed) return <span className="text-negative">Error loading vendor data</span>;
  if (!props.details) return <span className="text-ink-muted">Loading information...</span>;
  const email = vendorEmail(props.details.contacts);
  if (email !== '') return email;
  if (!props.warns) return <span className="text-ink-muted">No email on file</span>;
  return (
    <TooltipText text={noEmailWarning} className="inline-flex items-center gap-1 text-caution">
      <TriangleAlert aria-hidden className="size-3.5" />
      No email on file
    </TooltipText>
  );
}

/** The data of a temporary vendor (VE-04, VE-05). */
export function TemporaryVendorFacts(props: { vendor: VendorDraft }) {
  const { vendor } = props;
  return (
    <dl className="grid grid-cols-2 content-start gap-x-4 gap-y-2.5 text-sm">
      <Fact term="Street Address">{vendor.address}</Fact>
      <Fact term="Related Party">{vendor.isRelatedParty ? 'Yes' : 'No'}</Fact>
      <Fact term="Contact Name">{vendor.contact || '—'}</Fact>
      <Fact term="Email Address">{vendor.email || '—'}</Fact>
      <Fact term="Phone Number">{vendor.phoneNumber || '—'}</Fact>
      <Fact term="Vendor Tax Form(s)">
        {vendor.attachments.length === 0
          ? '—'
          : vendor.attachments.map((file) => <FileLink key={file.attachmentId} owner="vendor" file={file} />)}
      </Fact>
    </dl>
  );
}
