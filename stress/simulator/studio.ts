import { inShow, showRows } from '../../tests/support/worker/fixtures/rows.ts';
import type { Row } from './database.ts';
import type { Database } from './database.ts';

export const showId = 'alpha1';
const at = '2026-11-20T09:00:00.000Z';
const ids = inShow(showId);

/**
 * Members of the show: creators, the department's approver, the level that needs two of three, the last level, approvers
 * without a step of their own, the admins.
 */
const people: Record<string, Row> = {
  dana: { role: 'PO Creator', void_po: 1 },
  ivan: { role: 'Invoice Creator', void_invoice: 1, purchase_order_visibility: 'ALL' },
  abel: { role: 'Approver', void_po: 1 },
  lena: { role: 'Approver', void_po: 1, void_invoice: 1 },
  luis: { role: 'Approver' },
  lara: { role: 'Approver' },
  sol: { role: 'Approver', special_approver: 1 },
  hugo: { role: 'Approver' },
  mara: { role: 'Approver' },
  cass: { role: 'Approver' },
  ada: {
    role: 'Show Admin',
    void_po: 1,
    void_invoice: 1,
    purchase_order_visibility: 'ALL',
    invoice_visibility: 'ALL',
  },
  vera: { role: 'Show Admin' },
};
export const userIds: readonly string[] = Object.keys(people);

const directory: Record<string, Row[]> = {
  studios: [{ id: 'meridian', name: 'Meridian Pictures', division: 'Television' }],
  shows: [
    {
      id: showId,
      studio_id: 'meridian',
      slug: 'alpha-station',
      name: 'Alpha Station',
      license: 'SA-100',
      shard: 0,
      accounting_system: 'SA',
      features: '["APPA","APIA"]',
      created_at: at,
    },
  ],
  users: userIds.map((id) => ({
    id,
    username: `${id}@backlot.example`,
    first_name: id,
    last_name: 'Stone',
    initials: id.slice(0, 2),
    created_at: at,
    // Some get notifications at once, some in the digest.
    consolidate_po_emails: id === 'ada' || id === 'hugo' ? 1 : 0,
  })),
  memberships: Object.entries(people).map(([user, membership]) => ({
    show_id: showId,
    user_id: user,
    invoice_module_visible: 1,
    payment_module_visible: 1,
    ...membership,
  })),
};

interface Level {
  kind: 'STANDARD' | 'DEPARTMENT';
  limit: number | null;
  needed: number;
  approvers: readonly string[];
}

const bills: readonly Level[] = [
  { kind: 'DEPARTMENT', limit: null, needed: 1, approvers: ['abel'] },
  { kind: 'STANDARD', limit: null, needed: 2, approvers: ['lena', 'luis', 'lara'] },
];
const payments: readonly Level[] = [
  { kind: 'STANDARD', limit: null, needed: 2, approvers: ['lena', 'sol', 'hugo'] },
];

function flow(slug: string, type: string, levels: readonly Level[]): Record<string, Row[]> {
  const id = `${showId}_${slug}`;
  const step = (index: number) => `${id}_${index + 1}`;
  return {
    workflow_templates: [{ id, show_id: showId, slug, name: slug, template_type: type, created_at: at }],
    workflow_template_steps: levels.map(({ kind, limit, needed }, index) => ({
      id: step(index),
      show_id: showId,
      template_id: id,
      step_order: index + 1,
      name: `Step ${index + 1}`,
      kind,
      amount_limit_cents: limit,
      approvals_needed: needed,
    })),
    workflow_template_approvers: levels.flatMap(({ approvers }, index) =>
      approvers.map((user, position) => ({ show_id: showId, step_id: step(index), user_id: user, position })),
    ),
  };
}

const settings = JSON.stringify({ invoiceModuleVisible: true, paymentModuleVisible: true });

/** Inserts rows by table, in this order. */
export function insertRows(database: Database, tables: Record<string, readonly Row[]>): void {
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const names = Object.keys(row);
      const marks = names.map(() => '?').join(', ');
      database.rows(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(row));
    }
}

/**
 * Fills an empty database with the studio: one show with all three modules and their workflows, and one scanned file.
 */
export function fillStudio(database: Database): void {
  const fill = (tables: Record<string, Row[]>) => insertRows(database, tables);
  fill(directory);
  fill(showRows(showId));
  fill(flow('bills', 'INVOICE', bills));
  fill(flow('pay', 'PAYMENT', payments));
  database.rows(
    `UPDATE show_settings SET settings = ?, default_invoice_workflow_id = ?, default_payment_workflow_id = ?`,
    settings,
    `${showId}_bills`,
    `${showId}_pay`,
  );
  const file = { show_id: showId, owner_kind: 'invoice', label: 'scan.pdf', content_type: 'application/pdf' };
  const scans = [...scanNumbers, looseScan].map((number) => ({
    ...file,
    id: scanOf(number),
    size: 9,
    sha256: 'x',
    uploaded_by: 'ivan',
  }));
  fill({ files: scans.map((row) => ({ ...row, created_at: '2026-11-21T12:00:00.000Z' })) });
}

/** Numbers of the invoices with a scan; other invoices may not use them. */
export const scanNumbers: readonly string[] = ['LR-1', 'LR-2', 'LR-9'];

/** A scan without an invoice. */
export const looseScan = 'loose';

export function scanOf(number: string): string {
  return `${showId}_scan_${number}`;
}

const vendorNames = { lumen: 'Lumen Rentals', anvil: 'Anvil Props' } as const;
export type VendorName = keyof typeof vendorNames;

/** Returns the vendor fields of a draft. */
export function vendorOf(name: VendorName = 'lumen') {
  return {
    vendor: { id: ids.vendor(name), name: vendorNames[name] },
    vendorAddress: { id: ids.vendorAddress(name) },
  };
}

const common = {
  showId,
  description: 'Set dressing',
  department: { id: ids.department('art'), name: 'Art' },
  category: { id: ids.category('props'), name: 'Props' },
  ...vendorOf(),
  projectCompanyExternalId: 'pc1',
  currency: 'USD',
  projectCompanyCurrencyExternalId: 'usd1',
  billToAddressId: ids.address('office'),
  shipToAddressId: ids.address('stage'),
};

const ownAccount = '6100';

/** Builds a purchase order with these lines. */
export function anOrder(
  lines: readonly { quantity: number; unitCost: number; id?: string }[],
  account = ownAccount,
): object {
  const lineItems = lines.map((line, index) => ({
    keyId: `key-${index}`,
    description: `Line ${index + 1}`,
    coding: { ACCOUNT: account },
    ...line,
  }));
  return { ...common, poDate: '2026-11-03', lineItems };
}

/** Builds an invoice with these amounts; its first line relieves `relieves`. */
export function anInvoice(
  number: string,
  amounts: readonly number[],
  more: object = {},
  relieves: object = {},
  account = ownAccount,
): unknown {
  const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  return {
    ...common,
    number,
    date: '2026-11-03',
    dueDate: '2026-12-03',
    contactName: 'Ada Lumen',
    contactNumber: '818 555 0100',
    amount: cents / 100,
    userTotal: String(cents / 100),
    lineItems: amounts.map((amount, index) => ({
      keyId: `key-${index}`,
      description: 'Sofas',
      amount,
      coding: { ACCOUNT: account },
      ...(index === 0 && relieves),
    })),
    ...more,
  };
}
