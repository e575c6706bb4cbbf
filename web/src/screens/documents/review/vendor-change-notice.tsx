import { TriangleAlert } from 'lucide-react';
import type { Payee } from '#domain/reference-data/vendor-change';
import { Notice } from '../../../parts/page/notice.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds } from '../paths.ts';

function placeOf({ name, address, city, state, postalCode }: Payee): string {
  return [name, address, city, state, postalCode].filter(Boolean).join(', ');
}

/** DEC-34: the vendor's record names another payee or address by now; the document keeps what was sent for approval. */
export function VendorChangeNotice({ document }: { document: StoredDocument }) {
  if (document.docType === 'PAYMENT' || !document.wire.vendorChange) return null;
  const { vendor, vendorChange } = document.wire;
  const { noun } = kinds[document.docType];
  return (
    <Notice icon={<TriangleAlert aria-hidden className="size-4" />} actions={null}>
      <span className="font-medium">{`The vendor has changed since this ${noun} was saved.`}</span>
      {` The ${noun} names: ${placeOf(vendor)}. The vendor’s record says: ${placeOf(vendorChange)}.`}
    </Notice>
  );
}
