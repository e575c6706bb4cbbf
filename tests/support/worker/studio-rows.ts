import { licenses } from './sandbox-books.ts';

type Value = string | number | null;
export type Row = Record<string, Value>;

/** Show `alpha1` lives on the first shard, `bravo2` on the second. */
export const showIds = { alpha: 'alpha1', bravo: 'bravo2' } as const;
const { alpha, bravo } = showIds;
const createdAt = '2026-01-05T09:00:00.000Z';

/** Every person with role and department of each show; `void` and `special` are the toggles. */
const cast = {
  dana: { [alpha]: { role: 'PO Creator', departments: ['art'] }, [bravo]: { role: 'PO Creator' } },
  carl: { [alpha]: { role: 'PO Creator', departments: ['art'], sees: 'IN_THIS_USERS_DEPARTMENT' } },
  wendy: { [alpha]: { role: 'PO Creator', departments: ['grip'], sees: 'ALL' } },
  ivan: { [alpha]: { role: 'Invoice Creator', departments: ['art'] } },
  abel: { [alpha]: { role: 'Approver', departments: ['art'], void: 1 } },
  grace: { [alpha]: { role: 'Approver', departments: ['grip'] } },
  lena: { [alpha]: { role: 'Approver', void: 1 } },
  luis: { [alpha]: { role: 'Approver' } },
  lara: { [alpha]: { role: 'Approver' } },
  sol: { [alpha]: { role: 'Approver', special: 1 } },
  hugo: { [alpha]: { role: 'Approver' } },
  otto: { [alpha]: { role: 'Approver', void: 1 } },
  ada: { [alpha]: { role: 'Show Admin', sees: 'ALL', void: 1 } },
  nora: { [bravo]: { role: 'PO Creator', departments: ['art'] } },
  bea: { [bravo]: { role: 'Approver' } },
  ben: { [bravo]: { role: 'Approver' } },
  bob: { [bravo]: { role: 'Approver' } },
  bill: { [bravo]: { role: 'Approver' } },
  bess: { [bravo]: { role: 'Approver' } },
  gone: { [alpha]: { role: 'PO Creator', departments: ['art'], left: 1 } },
  idle: { [alpha]: { role: 'PO Creator' } },
} as const satisfies Record<string, Record<string, Place>>;

interface Place {
  role: string;
  departments?: readonly string[];
  sees?: string;
  void?: 0 | 1;
  special?: 0 | 1;
  left?: 0 | 1;
}

export type PersonName = keyof typeof cast;
const people = Object.entries(cast) as [PersonName, Record<string, Place>][];
const places = people.flatMap(([name, shows]) =>
  Object.entries(shows).map(([showId, place]) => ({ name, showId, place })),
);

/** The rows of the directory. Everybody has the same password hash; `idle` is no longer active anywhere. */
export function directoryRows(passwordHash: string): Record<string, Row[]> {
  return {
    studios: [
      { id: 'meridian', name: 'Meridian Pictures', division: 'Television' },
      { id: 'quarry', name: 'Quarry Films', division: '' },
    ],
    shows: [
      show(alpha, 'meridian', 'Alpha Station', 0, 'SA'),
      show(bravo, 'quarry', 'Bravo Junction', 1, 'V5'),
    ],
    users: people.map(([name]) => ({
      id: name,
      username: `${name}@backlot.example`,
      first_name: name.charAt(0).toUpperCase() + name.slice(1),
      last_name: 'Stone',
      initials: `${name.charAt(0).toUpperCase()}S`,
      is_active: name === 'idle' ? 0 : 1,
      password_hash: passwordHash,
      created_at: createdAt,
    })),
    memberships: places.map(({ name, showId, place }) => ({
      show_id: showId,
      user_id: name,
      role: place.role,
      purchase_order_visibility: place.sees ?? 'CREATED_BY_THIS_USER',
      is_active: place.left === 1 ? 0 : 1,
      special_approver: place.special ?? 0,
      void_po: place.void ?? 0,
    })),
  };
}

function show(id: string, studioId: string, name: string, shard: number, system: 'SA' | 'V5'): Row {
  return {
    id,
    studio_id: studioId,
    slug: name.toLowerCase().replace(' ', '-'),
    name,
    license: licenses[system],
    shard,
    accounting_system: system,
    created_at: createdAt,
  };
}

interface Step {
  kind: 'STANDARD' | 'DEPARTMENT';
  limit: number | null;
  needed: number;
  approvers: readonly PersonName[];
}

/** Up to 1,000.00 the level of three ends it, with two votes; beyond, up to 50,000.00, one more. */
const flows: Record<string, readonly Step[]> = {
  [alpha]: [
    { kind: 'DEPARTMENT', limit: null, needed: 1, approvers: ['abel', 'grace'] },
    { kind: 'STANDARD', limit: 100_000, needed: 2, approvers: ['lena', 'luis', 'lara'] },
    { kind: 'STANDARD', limit: 5_000_000, needed: 1, approvers: ['sol', 'hugo'] },
  ],
  [bravo]: [{ kind: 'STANDARD', limit: null, needed: 1, approvers: ['bea', 'ben', 'bob', 'bill', 'bess'] }],
};

function flowRows(showId: string): Record<string, Row[]> {
  const steps = (flows[showId] ?? []).map((step, index) => ({ ...step, id: `${showId}_step${index + 1}` }));
  return {
    workflow_templates: [
      {
        id: `${showId}_flow`,
        show_id: showId,
        slug: 'standard',
        name: 'Standard',
        template_type: 'PURCHASE_ORDER',
        created_at: createdAt,
      },
    ],
    workflow_template_steps: steps.map(({ id, kind, limit, needed }, index) => ({
      id,
      show_id: showId,
      template_id: `${showId}_flow`,
      step_order: index + 1,
      name: `Step ${index + 1}`,
      kind,
      amount_limit_cents: limit,
      approvals_needed: needed,
    })),
    workflow_template_approvers: steps.flatMap(({ id, approvers }) =>
      approvers.map((userId, position) => ({ show_id: showId, step_id: id, user_id: userId, position })),
    ),
  };
}

/** The ids of a show's own rows: `inShow('alpha1').department('art')`. */
export function inShow(showId: string) {
  const id = (kind: string) => (name: string) => `${showId}_${kind}_${name}`;
  return {
    department: id('department'),
    vendor: id('vendor'),
    vendorAddress: id('place'),
    category: id('category'),
    address: id('address'),
  };
}

function vendorRows(showId: string): Record<string, Row[]> {
  const ids = inShow(showId);
  const vendors = [
    { name: 'lumen', label: 'Lumen Rentals', active: 1 },
    { name: 'anvil', label: 'Anvil Props', active: 1 },
    { name: 'dormant', label: 'Dormant Drapes', active: 0 },
  ];
  return {
    vendors: vendors.map(({ name, label, active }) => ({
      id: ids.vendor(name),
      show_id: showId,
      external_id: name,
      number: `N-${name}`,
      name: label,
      is_active: active,
      synced_at: createdAt,
    })),
    vendor_addresses: vendors.map(({ name }) => ({
      id: ids.vendorAddress(name),
      show_id: showId,
      vendor_id: ids.vendor(name),
      vendor_address_uuid: `a-${name}`,
      line_number: 1,
      address1: '1 Stage Way',
      city: 'Burbank',
      is_default: 1,
    })),
    vendor_contacts: [
      {
        id: `${showId}_contact_lumen`,
        show_id: showId,
        vendor_id: ids.vendor('lumen'),
        name: 'Ada Lumen',
        email: 'ada@lumen.example',
        is_default: 1,
      },
    ],
  };
}

function companyRows(showId: string): Record<string, Row[]> {
  const company = { show_id: showId, project_company_external_id: 'pc1' };
  return {
    companies: [{ ...company, company_external_id: 'co1', name: 'Harbor Lights LLC', has_tax_info: 1 }],
    company_addresses: [
      { ...company, position: 1, address_line1: '9 Quay St', city: 'Los Angeles', is_default: 1 },
    ],
    company_currencies: [
      {
        ...company,
        external_id: 'usd1',
        iso_currency_code: 'USD',
        reference_code: 'US',
        symbol: '$',
        is_base: 1,
      },
    ],
    company_tax_codes: [{ ...company, code: 'T1', description: 'Sales tax' }],
    account_fields: [
      {
        show_id: showId,
        part_config_id: 'acc',
        config_type: 'ACCOUNT',
        header: 'Account',
        position: 1,
        updated_at: createdAt,
      },
    ],
    account_parts: [
      {
        show_id: showId,
        part_config_id: 'acc',
        account_part_id: 'acc-6100',
        id_code: '6100',
        description: 'Set dressing',
        part_order: 1,
      },
    ],
  };
}

/** Everything of one show: small, but nothing in it is missing that a purchase order needs. */
export function showRows(showId: string): Record<string, Row[]> {
  const ids = inShow(showId);
  const addresses = [
    { name: 'office', type: 'BILL_TO' },
    { name: 'stage', type: 'SHIP_TO' },
  ];
  return {
    show_settings: [{ show_id: showId, default_purchase_order_workflow_id: `${showId}_flow` }],
    departments: [
      { id: ids.department('art'), show_id: showId, name: 'Art', po_number_prefix: 'ART' },
      { id: ids.department('grip'), show_id: showId, name: 'Grip' },
      { id: ids.department('empty'), show_id: showId, name: 'Empty' },
    ],
    department_members: places
      .filter((member) => member.showId === showId)
      .flatMap(({ name, place }) =>
        (place.departments ?? []).map((department) => ({
          show_id: showId,
          department_id: ids.department(department),
          user_id: name,
        })),
      ),
    categories: [{ id: ids.category('props'), show_id: showId, name: 'Props' }],
    addresses: addresses.map(({ name, type }) => ({
      id: ids.address(name),
      show_id: showId,
      address_type: type,
      name,
      address1: '5 Lot Road',
    })),
    ...vendorRows(showId),
    ...companyRows(showId),
    ...flowRows(showId),
  };
}
