import type { ReactNode } from 'react';
import type { PurchaseOrder } from '#domain/purchase-order';
import { FileLink } from '../../../forms/file-viewer.tsx';
import { useVendorDetails } from '../../../forms/purchase-order/reference.ts';
import { VendorEmail } from '../../../forms/purchase-order/vendor-facts.tsx';
import { Chip } from '../../../parts/chip.tsx';
import { useSession } from '../../../session/session.tsx';

/** A term of the document and what it says. */
export function Block(props: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{props.term}</dt>
      <dd className="break-words">{props.children}</dd>
    </div>
  );
}

/** PO-51, DEC-94: where the vendor's PO would be sent, as accounting has it. */
function EmailLine(props: { vendorId: string }) {
  const { config } = useSession();
  const { data, error } = useVendorDetails(props.vendorId);
  const warns = config.settings.vendorEmailAutoSendEnabled;
  return (
    <Block term="Vendor Email">
      <VendorEmail details={data} failed={Boolean(error)} warns={warns} />
    </Block>
  );
}

/** VE-04, VE-05. */
function TemporaryVendor(props: { order: PurchaseOrder }) {
  const { vendor } = props.order;
  return (
    <>
      <Block term="Related Party">{vendor.isRelatedParty ? 'Yes' : 'No'}</Block>
      <Block term="Contact Name">{vendor.contact || '—'}</Block>
      <Block term="Email Address">{vendor.email || '—'}</Block>
      <Block term="Phone Number">{vendor.phoneNumber || '—'}</Block>
      <Block term="Vendor Tax Form(s)">
        {vendor.attachments.length === 0
          ? '—'
          : vendor.attachments.map((file) => <FileLink key={file.attachmentId} owner="vendor" file={file} />)}
      </Block>
    </>
  );
}

function PermanentVendor(props: { order: PurchaseOrder }) {
  const { vendor, vendorContact } = props.order;
  return (
    <>
      {vendorContact ? <Block term="Vendor Contact">{vendorContact}</Block> : null}
      {vendor.phoneNumber ? <Block term="Phone Number">{vendor.phoneNumber}</Block> : null}
      {vendor.id === null ? null : <EmailLine vendorId={vendor.id} />}
    </>
  );
}

/** VE-03, VE-04: the vendor block. */
export function VendorBlock(props: { order: PurchaseOrder }) {
  const { order } = props;
  const { vendor, vendorAddress } = order;
  const address = vendor.isTemporary ? vendor.address : (vendorAddress?.address ?? '');
  return (
    <dl className="grid grid-cols-3 gap-x-6 gap-y-3 max-md:grid-cols-2 border-b border-line py-4 text-sm max-sm:grid-cols-1">
      <Block term="Vendor Name">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {vendor.name}
          {vendor.isTemporary ? <Chip tone="caution">Temporary</Chip> : null}
        </span>
      </Block>
      <Block term="Vendor Address">{address || '—'}</Block>
      {vendor.isTemporary ? <TemporaryVendor order={order} /> : <PermanentVendor order={order} />}
    </dl>
  );
}
