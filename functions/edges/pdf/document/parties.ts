import type { Party } from './page-model.ts';
import type { ResolvedAddress } from '#domain/documents/document-response';
import type { Vendor, VendorAddress } from '#domain/reference-data/vendor-response';

/** The parties of a purchase order or an invoice. */
interface Parties {
  vendor: Vendor;
  vendorAddress: VendorAddress | null;
  vendorContact: string;
  company: string;
  billToAddress: ResolvedAddress | null;
  shipToAddress: ResolvedAddress | null;
}

function cityLine(city: string, state: string, code: string): string {
  return [city, [state, code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** The selected address of a permanent vendor, or a temporary vendor's own (DEC-95). */
function vendorLines({ vendor, vendorAddress, vendorContact }: Parties): string[] {
  const address = vendorAddress
    ? [
        vendorAddress.address1 || vendorAddress.address,
        vendorAddress.address2,
        cityLine(vendorAddress.city, vendorAddress.state, vendorAddress.zip),
      ]
    : [vendor.address, cityLine(vendor.city, vendor.state, vendor.postalCode)];
  const contact = vendorContact || vendor.contact;
  return [
    vendor.number && `Vendor No. ${vendor.number}`,
    ...address,
    contact && `Attn. ${contact}`,
    vendor.phoneNumber,
    vendor.email,
  ];
}

/** Splits an address that is stored in one line into street and city. */
function splitAddress(line: string): string[] {
  const [street = '', ...rest] = line.split(', ');
  return [street, rest.join(', ')];
}

/** Vendor, bill-to and ship-to; without a bill-to address, the company's own (PO-03). */
export function partiesOf(document: Parties, companyLines: readonly string[]): Party[] {
  const { vendor, company, billToAddress: bill, shipToAddress: ship } = document;
  return [
    { title: 'Vendor', name: vendor.name, lines: vendorLines(document) },
    {
      title: 'Bill To',
      name: bill?.name ?? company,
      lines: bill ? [bill.address1, bill.address2] : companyLines.flatMap(splitAddress),
    },
    { title: 'Ship To', name: ship?.name ?? '', lines: ship ? [ship.address1, ship.address2] : [] },
  ];
}
