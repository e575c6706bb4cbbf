import { dateInZone, defaultTimeZone } from '#domain/values/days';
import type { ImportKind } from '#domain/import/import';
import { orderColumns } from '#domain/import/order-columns';
import { vendorColumns } from '#domain/import/vendors';
import type { LogColumn, LogFormat } from '#domain/lists/log-format';
import { createLogFile, logTypes } from '#edges/files/log-file';
import type { PlanRows } from '#store/d1/query';
import { accountFieldsQuery, companiesQuery } from '#store/show/vendors/read-reference-data';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { LogFile } from '#verbs/lists/export-log';
import { accountFieldOf } from '#verbs/reference-data/view-companies';
import { openDepartmentsQuery } from '#store/show/imports/import-lookups';
import { availableParts } from '#domain/reference-data/chart-of-accounts';

type Example = Readonly<Record<string, string | number>>;

/** The reference data of a template for purchase orders. */
export const templatePlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  accountFields: accountFieldsQuery(store, true),
  departments: openDepartmentsQuery(store),
  companies: companiesQuery(store),
});

/** A file with the columns of the show and an example that can be imported, apart from its vendor (DEC-52). */
export async function importTemplate(
  context: RequestContext,
  references: PlanRows<typeof templatePlan>,
  { kind, format }: { kind: ImportKind; format: LogFormat },
): Promise<LogFile> {
  const title = kind === 'PO' ? 'Purchase orders' : 'Temporary vendors';
  const { columns, examples } = kind === 'PO' ? ordersOf(context, references) : vendors;
  const look = { dateFormat: context.user.dateFormat, timeZone: 'UTC' };
  const rows = (async function* rows() {
    yield* examples;
  })();
  const name = kind === 'PO' ? 'Purchase_order_import' : 'Vendor_import';
  return {
    fileName: `${name}.${format}`,
    contentType: logTypes[format],
    body: await createLogFile({ title, columns: columns.map(columnOf), rows, formatOptions: look }, format),
  };
}

function columnOf({ id, heading }: { id: string; heading: string }): LogColumn<Example> {
  const kind = id === 'unitCost' ? 'amount' : id === 'poDate' || id.startsWith('rental') ? 'day' : 'text';
  return { header: heading, kind, width: Math.max(12, heading.length + 2), value: (row) => row[id] ?? null };
}

function ordersOf(
  { departmentIds, now }: RequestContext,
  { accountFields, departments, companies }: PlanRows<typeof templatePlan>,
) {
  const fields = accountFields.map(accountFieldOf);
  const ownDepartment = departments.find(({ id }) => departmentIds.includes(id)) ?? departments[0];
  const codes = fields.map(
    (field) =>
      [
        `coding.${field.config_type}`,
        availableParts(field, ownDepartment?.allowed ?? {})[0]?.id_code ?? '',
      ] as const,
  );
  const head = {
    key: 'A-1',
    department: ownDepartment?.name ?? '',
    vendor: 'Name as in the vendor search',
    description: 'Lumber for the diner set',
    poDate: dateInZone(now, defaultTimeZone),
    // A single company need not be named (DEC-95).
    company: companies.length > 1 ? (companies[0]?.name ?? '') : '',
  };
  const coding = Object.fromEntries(codes);
  const examples: Example[] = [
    { ...head, ...coding, lineDescription: 'Plywood, 19 mm', quantity: '40', unitCost: 4_850 },
    { ...coding, key: 'A-1', lineDescription: 'Delivery', quantity: '1', unitCost: 18_000 },
  ];
  return { columns: orderColumns(fields), examples };
}

const vendors: { columns: readonly { id: string; heading: string }[]; examples: readonly Example[] } = {
  columns: vendorColumns,
  examples: [
    {
      name: 'Silver Lake Lumber',
      address: '2100 Hyperion Ave',
      city: 'Los Angeles',
      state: 'CA',
      postalCode: '90027',
      contact: 'Rae Ortiz',
      email: 'rae@silverlakelumber.example',
      phone: '(323) 555-0142',
      relatedParty: 'No',
    },
  ],
};
