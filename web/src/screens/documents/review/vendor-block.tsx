import { Suspense } from 'react';
import { addressLine } from '#domain/reference-data/company';
import { FileLink } from '../../../forms/files/file-link.tsx';
import { useVendorDetails } from '../../../forms/document/model/use-reference-data.ts';
import { VendorEmail } from '../../../forms/document/vendor/vendor-details.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { useHasPainted } from '../../../parts/hooks/use-has-painted.ts';
import { useSession } from '../../../session/session.tsx';
import { Block, Blocks } from './printed-page.tsx';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const WithdrawnTaxForms = lazyPart(
  async () => (await import('./withdrawn-files.tsx')).WithdrawnTaxForms,
  () => false,
);

/** The vendor fields of a document. Further details are shown only for a PO. */
type VendorFields = Pick<PurchaseOrder, 'vendor' | 'vendorAddress' | 'vendorContact' | 'withdrawnTaxForms'>;

/** The address that the vendor's PO would be sent to, from accounting (PO-51, DEC-94). */
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

/** (VE-04, VE-05) */
function TemporaryVendor(props: { source: VendorFields }) {
  const { vendor, withdrawnTaxForms } = props.source;
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
        {withdrawnTaxForms.length > 0 ? (
          <Suspense fallback={null}>
            <WithdrawnTaxForms forms={withdrawnTaxForms} />
          </Suspense>
        ) : null}
      </Block>
    </>
  );
}

function PermanentVendor(props: { source: VendorFields; getsMail: boolean }) {
  const { vendor, vendorContact } = props.source;
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

/** The vendor block (VE-03, VE-04). `getsMail`: POs are e-mailed to vendors (DEC-94). */
export function VendorBlock(props: { source: VendorFields; getsMail?: boolean }) {
  const { source, getsMail = false } = props;
  const { vendor, vendorAddress } = source;
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
        <TemporaryVendor source={source} />
      ) : (
        <PermanentVendor source={source} getsMail={getsMail} />
      )}
    </Blocks>
  );
}
