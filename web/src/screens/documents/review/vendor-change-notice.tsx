import { TriangleAlert } from 'lucide-react';
import type { Payee } from '#domain/reference-data/vendor-change';
import { Notice } from '../../../parts/page/notice.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds } from '../paths.ts';

function addressText({ name, address, city, state, postalCode }: Payee): string {
  return [name, address, city, state, postalCode].filter(Boolean).join(', ');
}

/**
 * Warns that the vendor's record now has another payee or address. The document keeps what was sent for approval
 * (DEC-34).
 */
export function VendorChangeNotice({ document }: { document: StoredDocument }) {
  if (document.docType === 'PAYMENT' || !document.wire.vendorChange) return null;
  const { vendor, vendorChange } = document.wire;
  const { noun } = kinds[document.docType];
  return (
    <Notice icon={<TriangleAlert aria-hidden className="size-4" />} actions={null}>
      <span className="font-medium">{`The vendor has changed since this ${noun} was saved.`}</span>
      {` The ${noun} names: ${addressText(vendor)}. The vendor’s record says: ${addressText(vendorChange)}.`}
    </Notice>
  );
}
