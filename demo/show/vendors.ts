import type { VendorSnapshot } from '#store/show/tables/snapshots';
import {
  temporaryVendors,
  vendorAddresses,
  vendorContacts,
  vendors,
} from '#store/show/tables/reference-tables';
import type { DepartmentKey } from './departments.ts';
import { locations } from './locations.ts';
import type { Draft } from './show.ts';
import { contactNames, temporaryVendorNames, vendorNames } from './vendor-names.ts';

/** A vendor as documents use it; `snapshot` is the copy in a document. */
export interface Vendor {
  trades: readonly DepartmentKey[];
  isActive: boolean;
  isTemporary: boolean;
  addressId: string | null;
  snapshot: VendorSnapshot;
}

type Row<T extends { $inferInsert: object }> = T['$inferInsert'];

/** Adds vendors of every kind. Returns those that documents may use (VE-01, VE-02, DEC-34, DEC-59). */
export function addVendors(show: Draft): Vendor[] {
  const permanent = vendorNames.map(([name, trades], index) => addPermanent(show, name, trades, index));
  const temporary = temporaryVendorNames.map(([name, trades], index) =>
    addTemporary(show, name, trades, index),
  );
  return [...permanent, ...temporary];
}

function addPermanent(show: Draft, name: string, trades: readonly DepartmentKey[], index: number): Vendor {
  const { random, rows, plan } = show;
  const id = show.newId(show.openedAt);
  const row: Row<typeof vendors> = {
    id,
    showId: plan.id,
    externalId: `V${String(20_000 + index * 7)}`,
    number: String(10_100 + index * 13),
    name,
    // Every ninth is inactive in accounting, but never the last of a trade.
    isActive: index % 9 !== 6,
    isRelatedParty: name === 'Courtyard Suites',
    syncedAt: show.openedAtText,
  };
  rows.add(vendors, row);
  const address = addAddresses(show, row, index % 4 === 1 ? 3 : 1);
  const contact = addContacts(show, row, index);
  return {
    trades,
    isActive: row.isActive !== false,
    isTemporary: false,
    addressId: address.id,
    snapshot: {
      id,
      name,
      number: row.number ?? '',
      externalId: row.externalId,
      isTemporary: false,
      tempVendorId: null,
      isRelatedParty: row.isRelatedParty === true,
      contact: contact?.name ?? '',
      email: contact?.email ?? '',
      phoneNumber: contact?.phone ?? phone(show, random.int(0, 99)),
      address: [address.address1, address.address2].filter(Boolean).join(', '),
      city: address.city ?? '',
      state: address.state ?? '',
      postalCode: address.zip ?? '',
    },
  };
}

/** The first is the default; of three, the last is inactive. */
function addAddresses(show: Draft, vendor: Row<typeof vendors>, count: number): Row<typeof vendorAddresses> {
  const names = ['Main office', 'Warehouse', 'Former showroom'];
  const made = names.slice(0, count).map((name, index): Row<typeof vendorAddresses> => ({
    id: show.newId(show.openedAt),
    showId: show.plan.id,
    vendorId: vendor.id,
    vendorAddressUuid: show.random.hex(32),
    lineNumber: index + 1,
    name,
    ...place(show),
    isDefault: index === 0,
    isActive: index < 2,
  }));
  show.rows.add(vendorAddresses, ...made);
  const [first] = made;
  if (!first) throw new Error('A vendor needs an address');
  return first;
}

/** Every seventh has no recipient: no contact, or one without e-mail (VE-25). */
function addContacts(
  show: Draft,
  vendor: Row<typeof vendors>,
  index: number,
): Row<typeof vendorContacts> | undefined {
  if (index % 14 === 10) return undefined;
  const domain = vendor.name.toLowerCase().replace(/[^a-z]+/g, '');
  const names = show.random.some(contactNames, index % 5 === 2 ? 2 : 1);
  const made = names.map((name, position): Row<typeof vendorContacts> => ({
    id: show.newId(show.openedAt),
    showId: show.plan.id,
    vendorId: vendor.id,
    name,
    email: index % 14 === 3 ? '' : `${(name.split(' ')[0] ?? 'office').toLowerCase()}@${domain}.example`,
    phone: phone(show, show.random.int(0, 99)),
    isDefault: position === 0,
  }));
  show.rows.add(vendorContacts, ...made);
  return made[0];
}

function addTemporary(show: Draft, name: string, trades: readonly DepartmentKey[], index: number): Vendor {
  const { random, plan } = show;
  const where = place(show);
  const row: Row<typeof temporaryVendors> = {
    id: show.newId(show.openedAt),
    showId: plan.id,
    name,
    address: where.address1,
    city: where.city,
    state: where.state,
    postalCode: where.zip,
    contact: random.pick(contactNames),
    email: index % 3 === 1 ? '' : `hello@${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`,
    phone: phone(show, random.int(0, 99)),
    isRelatedParty: index === 3,
    shareEmail: index === 1 ? 'elena@backlot.example' : '',
    shareNote: index === 1 ? 'Tax form follows when he is back from the lake.' : '',
    createdBy: random.pick(show.creators).person.id,
    createdAt: show.openedAtText,
  };
  show.rows.add(temporaryVendors, row);
  return {
    trades,
    isActive: true,
    isTemporary: true,
    addressId: null,
    snapshot: {
      id: row.id,
      name,
      number: '',
      externalId: null,
      isTemporary: true,
      tempVendorId: row.id,
      isRelatedParty: row.isRelatedParty === true,
      contact: row.contact ?? '',
      email: row.email ?? '',
      phoneNumber: row.phone ?? '',
      address: row.address,
      city: row.city ?? '',
      state: row.state ?? '',
      postalCode: row.postalCode ?? '',
    },
  };
}

function place(show: Draft): {
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
} {
  const { random } = show;
  const where = locations[show.baseCurrency];
  const [city, state, zip] = random.pick(where.cities);
  return {
    address1: `${random.int(12, 9800)} ${random.pick(where.streets)}`,
    address2: random.chance(0.2) ? `Unit ${random.int(1, 40)}` : '',
    city,
    state,
    zip,
  };
}

function phone(show: Draft, last: number): string {
  return `${locations[show.baseCurrency].phone}${String(last).padStart(2, '0')}`;
}
