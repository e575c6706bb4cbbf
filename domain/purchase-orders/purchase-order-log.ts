import { logColumn, lineTextColumns } from '#domain/lists/log-format';
import type { LogColumn } from '#domain/lists/log-format';
import { orderLineFields } from '#domain/documents/line-fields';
import type { OrderLineTexts } from '#domain/documents/line-fields';
import type { AcquisitionType, RentalType } from '#domain/documents/line';
import type { Coding } from '#domain/reference-data/coding';
import type { CodingField } from '#domain/reference-data/coding-field';

/** A row of the purchase order log: one line of one order (DEC-68). `number` is masked for this reader (DEC-17). */
export interface PurchaseOrderLogRow extends OrderLineTexts {
  number: string;
  poDay: string;
  changeOrder: number;
  revision: number;
  status: string;
  department: string;
  vendorNumber: string;
  vendor: string;
  company: string;
  category: string;
  currency: string;
  description: string;
  lineNumber: number;
  acquisitionType: AcquisitionType;
  rentalType: RentalType;
  rentalStart: string | null;
  rentalEnd: string | null;
  quantityHundredths: number;
  unitCostCents: number;
  coding: Coding;
  lineTotalCents: number;
  remainingCents: number;
  totalCents: number;
  createdBy: string;
  lastApprovalAt: string | null;
  sentToAccountingAt: string | null;
}

const column = logColumn<PurchaseOrderLogRow>;

const acquisitions = { PURCHASE: 'Purchase', RENTAL: 'Rental' } as const satisfies Record<
  AcquisitionType,
  string
>;
const rentals = {
  UNDEFINED: '',
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  EPISODIC: 'Episodic',
} as const satisfies Record<RentalType, string>;

/** In the order of DEC-68; the show's own coding columns come between unit cost and tax code. */
export function purchaseOrderLogColumns(coding: readonly CodingField[]): LogColumn<PurchaseOrderLogRow>[] {
  return [
    column('PO Number', 'text', 14, (row) => row.number),
    column('Date', 'day', 12, (row) => row.poDay),
    column('Change Order', 'whole', 13, (row) => row.changeOrder || null),
    column('Revision', 'whole', 9, (row) => row.revision),
    column('Status', 'text', 20, (row) => row.status),
    column('Department', 'text', 20, (row) => row.department),
    column('Vendor Number', 'text', 15, (row) => row.vendorNumber),
    column('Vendor', 'text', 28, (row) => row.vendor),
    column('Company', 'text', 24, (row) => row.company),
    column('Category', 'text', 18, (row) => row.category),
    column('Currency', 'text', 9, (row) => row.currency),
    column('Description', 'text', 40, (row) => row.description),
    column('Line No.', 'whole', 9, (row) => row.lineNumber),
    column('Type', 'text', 10, (row) => acquisitions[row.acquisitionType]),
    column('Rental Type', 'text', 12, (row) => rentals[row.rentalType]),
    column('Rental Start', 'day', 12, (row) => row.rentalStart),
    column('Rental End', 'day', 12, (row) => row.rentalEnd),
    column('Quantity', 'quantity', 10, (row) => row.quantityHundredths),
    column('Unit Cost', 'amount', 15, (row) => row.unitCostCents),
    ...coding.map((field) => column(field.header, 'text', 14, (row) => row.coding[field.configType] ?? null)),
    ...lineTextColumns<PurchaseOrderLogRow, typeof orderLineFields>(orderLineFields),
    column('Line Total', 'amount', 15, (row) => row.lineTotalCents),
    column('Remaining Balance', 'amount', 18, (row) => row.remainingCents),
    column('PO Total', 'amount', 15, (row) => row.totalCents),
    column('Created By', 'text', 22, (row) => row.createdBy),
    column('Last Approval', 'instant', 20, (row) => row.lastApprovalAt),
    column('Sent to Accounting', 'instant', 20, (row) => row.sentToAccountingAt),
  ];
}
