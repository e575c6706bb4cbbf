import { cellText, tooLongCells } from './table.ts';
import type { ImportColumn, NamedTable } from './table.ts';
import { nameKey } from '#domain/values/names';
import { isEmail, notAnAddress } from '#domain/values/email-address';
import type { ImportError } from './import-response.ts';

export const vendorColumns = [
  { id: 'name', heading: 'Vendor', aliases: ['Vendor Name', 'Name', 'Supplier'], isRequired: true },
  { id: 'address', heading: 'Address', aliases: ['Street', 'Street Address'], isRequired: true },
  { id: 'city', heading: 'City', aliases: ['Town'] },
  { id: 'state', heading: 'State', aliases: ['Province', 'State / Province', 'Region'] },
  { id: 'postalCode', heading: 'Postal Code', aliases: ['Zip', 'Zip Code', 'Postcode'] },
  { id: 'contact', heading: 'Contact', aliases: ['Contact Name'] },
  { id: 'email', heading: 'E-mail', aliases: ['Email', 'Email Address'] },
  { id: 'phone', heading: 'Phone', aliases: ['Phone Number', 'Telephone'] },
  { id: 'relatedParty', heading: 'Related Party', aliases: [] },
] as const satisfies readonly ImportColumn<string>[];

type VendorColumn = (typeof vendorColumns)[number]['id'];

/** Maximum characters, as in the form (VE-13). */
const lengths = {
  name: 200,
  address: 300,
  city: 100,
  state: 100,
  postalCode: 30,
  contact: 200,
  email: 254,
  phone: 50,
} as const satisfies Partial<Record<VendorColumn, number>>;

/** A temporary vendor parsed from a file. */
export interface ImportedVendor {
  row: number;
  values: Record<Exclude<VendorColumn, 'relatedParty'>, string> & { isRelatedParty: boolean };
  faults: ImportError[];
  /** The show already has a vendor of this name, which stays unchanged. */
  isKnown: boolean;
}

/**
 * Parses the temporary vendors of a file (VE-13, VE-17, DEC-34). `knownNames` are the show's vendors that the file
 * refers to.
 */
export function parseVendors(table: NamedTable, knownNames: readonly string[]): ImportedVendor[] {
  const tooLong = Map.groupBy(tooLongCells(table), ({ row }) => row);
  const knownKeys = new Set(knownNames.map(nameKey));
  const earlierKeys = new Set<string>();
  return table.rows.map(({ number, cells }) => {
    const faults = [...(tooLong.get(number) ?? [])];
    const reportError = (column: VendorColumn, message: string) =>
      faults.push({ row: number, column: table.names.get(column) ?? null, message });
    const text = (column: keyof typeof lengths) => {
      const value = cellText(cells.get(column));
      const limit = lengths[column];
      if (value.length > limit) reportError(column, `This is longer than ${limit} characters.`);
      return value;
    };
    const isRelated = cellText(cells.get('relatedParty'));
    const values = {
      name: text('name'),
      address: text('address'),
      city: text('city'),
      state: text('state'),
      postalCode: text('postalCode'),
      contact: text('contact'),
      email: text('email'),
      phone: text('phone'),
      isRelatedParty: /^(y|yes|true|1)$/i.test(isRelated),
    };
    if (!/^(|y|yes|true|1|n|no|false|0)$/i.test(isRelated)) reportError('relatedParty', 'Enter Yes or No.');
    if (values.name === '') reportError('name', 'Enter the name of the vendor.');
    if (values.address === '') reportError('address', 'Enter the street address of the vendor.');
    if (values.email !== '' && !isEmail(values.email)) reportError('email', notAnAddress);
    const key = nameKey(values.name);
    const isKnown = knownKeys.has(key);
    if (!isKnown && key !== '' && earlierKeys.has(key))
      reportError('name', 'A row above already has a vendor with this name.');
    earlierKeys.add(key);
    return { row: number, values, faults, isKnown };
  });
}
