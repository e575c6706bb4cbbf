import { countVersion } from '#domain/budget/counts';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The tables that documents refer to, as `migrations/show/0001` creates them (a test compares the two). */
export const showSettings = sqliteTable('show_settings', {
  showId: text('show_id').primaryKey(),
  settings: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
  defaultPurchaseOrderWorkflowId: text('default_purchase_order_workflow_id'),
  defaultInvoiceWorkflowId: text('default_invoice_workflow_id'),
  defaultPaymentWorkflowId: text('default_payment_workflow_id'),
  /** The subscriptions to the show's events; null: none. */
  webhooks: text({ mode: 'json' }).$type<unknown>(),
  /** Working days by `stepKey`, computed once a day. */
  usualDurations: text('usual_durations', { mode: 'json' })
    .$type<Record<string, number>>()
    .notNull()
    .default({}),
  usualDurationsDay: text('usual_durations_day').notNull().default(''),
  /** As `countPosition`, for releases before `countVersion`. */
  countedTo: text('counted_to'),
  /** With which `countVersion` documents are counted. A new show has nothing to recount. */
  countVersion: integer('count_version')
    .notNull()
    .$default(() => countVersion),
  /** Documents up to this id are counted with that version; null: all. */
  countPosition: text('count_position'),
});

export const counters = sqliteTable(
  'counters',
  {
    showId: text('show_id').notNull(),
    name: text().notNull(),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.name] })],
);

export const departments = sqliteTable('departments', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  name: text().notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  poNumberPrefix: text('po_number_prefix').notNull().default(''),
  accountCodes: text('account_codes', { mode: 'json' })
    .$type<Record<string, string[]>>()
    .notNull()
    .default({}),
});

export const departmentMembers = sqliteTable(
  'department_members',
  {
    showId: text('show_id').notNull(),
    departmentId: text('department_id').notNull(),
    userId: text('user_id').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.showId, t.departmentId, t.userId] })],
);

export const categories = sqliteTable('categories', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  name: text().notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
});

export const addresses = sqliteTable('addresses', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  addressType: text('address_type', { enum: ['BILL_TO', 'SHIP_TO'] }).notNull(),
  name: text().notNull(),
  address1: text().notNull(),
  address2: text().notNull().default(''),
  city: text().notNull().default(''),
  state: text().notNull().default(''),
  zip: text().notNull().default(''),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
});

export const vendors = sqliteTable('vendors', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  externalId: text('external_id').notNull(),
  number: text().notNull().default(''),
  name: text().notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  isRelatedParty: integer('is_related_party', { mode: 'boolean' }).notNull().default(false),
  syncedAt: text('synced_at').notNull(),
});

export const vendorAddresses = sqliteTable('vendor_addresses', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  vendorId: text('vendor_id').notNull(),
  vendorAddressUuid: text('vendor_address_uuid').notNull(),
  lineNumber: integer('line_number').notNull(),
  name: text().notNull().default(''),
  address1: text().notNull().default(''),
  address2: text().notNull().default(''),
  city: text().notNull().default(''),
  state: text().notNull().default(''),
  zip: text().notNull().default(''),
  isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
});

export const vendorContacts = sqliteTable('vendor_contacts', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  vendorId: text('vendor_id').notNull(),
  name: text().notNull().default(''),
  email: text().notNull().default(''),
  phone: text().notNull().default(''),
  isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
});

export const temporaryVendors = sqliteTable('temporary_vendors', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  name: text().notNull(),
  address: text().notNull(),
  city: text().notNull().default(''),
  state: text().notNull().default(''),
  postalCode: text('postal_code').notNull().default(''),
  contact: text().notNull().default(''),
  email: text().notNull().default(''),
  phone: text().notNull().default(''),
  isRelatedParty: integer('is_related_party', { mode: 'boolean' }).notNull().default(false),
  shareEmail: text('share_email').notNull().default(''),
  shareNote: text('share_note').notNull().default(''),
  /** Increases with each change of the payee (DEC-34). */
  version: integer().notNull().default(1),
  createdBy: text('created_by').notNull(),
  createdAt: text('created_at').notNull(),
});

export const companies = sqliteTable(
  'companies',
  {
    showId: text('show_id').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    companyExternalId: text('company_external_id').notNull(),
    name: text().notNull(),
    hasTaxInfo: integer('has_tax_info', { mode: 'boolean' }).notNull().default(false),
    termsFileId: text('terms_file_id'),
    termsLabel: text('terms_label'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.projectCompanyExternalId] })],
);

export const companyAddresses = sqliteTable(
  'company_addresses',
  {
    showId: text('show_id').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    position: integer().notNull(),
    addressLine1: text('address_line1').notNull(),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.showId, t.projectCompanyExternalId, t.position] })],
);

export const companyCurrencies = sqliteTable(
  'company_currencies',
  {
    showId: text('show_id').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    externalId: text('external_id').notNull(),
    isoCurrencyCode: text('iso_currency_code').notNull(),
    referenceCode: text('reference_code').notNull(),
    symbol: text().notNull(),
    isBase: integer('is_base', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.showId, t.projectCompanyExternalId, t.externalId] })],
);

export const companyTaxCodes = sqliteTable(
  'company_tax_codes',
  {
    showId: text('show_id').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    code: text().notNull(),
    description: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.showId, t.projectCompanyExternalId, t.code] })],
);

export const accountFields = sqliteTable(
  'account_fields',
  {
    showId: text('show_id').notNull(),
    partConfigId: text('part_config_id').notNull(),
    configType: text('config_type').notNull(),
    header: text().notNull(),
    position: integer().notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.partConfigId] })],
);

export const accountParts = sqliteTable(
  'account_parts',
  {
    showId: text('show_id').notNull(),
    partConfigId: text('part_config_id').notNull(),
    accountPartId: text('account_part_id').notNull(),
    idCode: text('id_code').notNull(),
    description: text().notNull(),
    partOrder: integer('part_order').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    isAsset: integer('is_asset', { mode: 'boolean' }).notNull().default(false),
    isHeader: integer('is_header', { mode: 'boolean' }).notNull().default(false),
    isInsurance: integer('is_insurance', { mode: 'boolean' }).notNull().default(false),
    rollupAccountPartId: text('rollup_account_part_id'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.partConfigId, t.accountPartId] })],
);
