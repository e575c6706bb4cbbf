import { addressLine } from '#domain/reference-data/company';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { FileLink } from '../../../forms/files/file-link.tsx';
import { useVendorDetails } from '../../../forms/document/model/use-reference-data.ts';
import { VendorEmail } from '../../../forms/document/vendor/vendor-details.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { useHasPainted } from '../../../parts/hooks/use-painted.ts';
import { useSession } from '../../../session/session.tsx';
import { Block, Blocks } from './printed-page.tsx';
import { WithdrawnTaxForms } from './withdrawn-files.tsx';

/** The vendor as a document has it; what else is known of it only a PO shows. */
type Named = Pick<PurchaseOrder, 'vendor' | 'vendorAddress' | 'vendorContact' | 'withdrawnTaxForms'>;

/** PO-51, DEC-94: where the vendor's PO would be sent, as accounting has it. */
function EmailLine(props: { vendorId: string }) {
  const { config } = useSession();
  const isDrawn = useHasPainted();
  const { data, error } = useVendorDetails(isDrawn ? props.vendorId : null);
  const warns = config.settings.vendorEmailAutoSendEnabled;
  return (
    <Block term="Vendor Email" isLong>
      <VendorEmail details={data} failed={Boolean(error)} warns={warns} />
    </Block>
  );
}

/** VE-04, VE-05. */
function TemporaryVendor(props: { named: Named }) {
  const { vendor, withdrawnTaxForms } = props.named;
  return (
    <>
      <Block term="Related Party">{vendor.isRelatedParty ? 'Yes' : 'No'}</Block>
      <Block term="Contact Name">{vendor.contact || '—'}</Block>
      <Block term="Email Address" isLong>
        {vendor.email || '—'}
      </Block>
      <Block term="Phone Number">{vendor.phoneNumber || '—'}</Block>
      <Block term="Vendor Tax Form(s)" isLong={withdrawnTaxForms.length > 0}>
        {vendor.attachments.length === 0
          ? '—'
          : vendor.attachments.map((file) => <FileLink key={file.attachmentId} owner="vendor" file={file} />)}
        <WithdrawnTaxForms forms={withdrawnTaxForms} />
      </Block>
    </>
  );
}

function PermanentVendor(props: { named: Named; getsMail: boolean }) {
  const { vendor, vendorContact } = props.named;
  return (
    <>
      {vendorContact ? <Block term="Vendor Contact">{vendorContact}</Block> : null}
      {vendor.phoneNumber ? <Block term="Phone Number">{vendor.phoneNumber}</Block> : null}
      {vendor.id === null || !props.getsMail ? null : <EmailLine vendorId={vendor.id} />}
    </>
  );
}

function temporaryAddress({ address, city, state, postalCode }: PurchaseOrder['vendor']): string {
  return addressLine({ address_line1: address, city, state, postal_code: postalCode });
}

/** VE-03, VE-04: the vendor block; `getsMail`: POs are sent to vendors (DEC-94). */
export function VendorBlock(props: { named: Named; getsMail?: boolean }) {
  const { named, getsMail = false } = props;
  const { vendor, vendorAddress } = named;
  const address = vendor.isTemporary ? temporaryAddress(vendor) : (vendorAddress?.address ?? '');
  return (
    <Blocks isRuled>
      <Block term="Vendor Name">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {vendor.name}
          {vendor.isTemporary ? <Chip tone="caution">Temporary</Chip> : null}
        </span>
      </Block>
      <Block term="Vendor Address">{address || '—'}</Block>
      {vendor.isTemporary ? (
        <TemporaryVendor named={named} />
      ) : (
        <PermanentVendor named={named} getsMail={getsMail} />
      )}
    </Blocks>
  );
}
