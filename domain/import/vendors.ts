import { cellText, overlong } from './table.ts';
import type { ImportColumn, ImportError, NamedTable } from './table.ts';
import { nameKey } from '#domain/values/names';
import { isEmail, notAnAddress } from '#domain/values/email-address';

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

/** How long each may be, as in the form (VE-13). */
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

/** A temporary vendor as a file describes it. */
export interface ImportedVendor {
  row: number;
  values: Record<Exclude<VendorColumn, 'relatedParty'>, string> & { isRelatedParty: boolean };
  faults: ImportError[];
  /** The show has one of this name, which stays as it is. */
  isKnown: boolean;
}

/** The temporary vendors of a file (VE-13, VE-17, DEC-34); `known` are the names of all vendors of the show that it names. */
export function importedVendors(table: NamedTable, known: readonly string[]): ImportedVendor[] {
  const long = Map.groupBy(overlong(table), ({ row }) => row);
  const knownKeys = new Set(known.map(nameKey));
  const before = new Set<string>();
  return table.rows.map(({ number, cells }) => {
    const faults = [...(long.get(number) ?? [])];
    const blame = (column: VendorColumn, message: string) =>
      faults.push({ row: number, column: table.names.get(column) ?? null, message });
    const text = (column: keyof typeof lengths) => {
      const said = cellText(cells.get(column));
      const most = lengths[column];
      if (said.length > most) blame(column, `This is longer than ${most} characters.`);
      return said;
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
    if (!/^(|y|yes|true|1|n|no|false|0)$/i.test(isRelated)) blame('relatedParty', 'Enter Yes or No.');
    if (values.name === '') blame('name', 'Enter the name of the vendor.');
    if (values.address === '') blame('address', 'Enter the street address of the vendor.');
    if (values.email !== '' && !isEmail(values.email)) blame('email', notAnAddress);
    const key = nameKey(values.name);
    const isKnown = knownKeys.has(key);
    if (!isKnown && key !== '' && before.has(key))
      blame('name', 'A row above already has a vendor with this name.');
    before.add(key);
    return { row: number, values, faults, isKnown };
  });
}
