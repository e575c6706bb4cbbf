import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { issueTexts } from '#domain/validation';
import type { Issue, IssueCode } from '#domain/validation';
import { ApiError } from '../../api.ts';
import { words } from '../../words.ts';
import type { Complaint } from '../error-summary.tsx';

type Field = keyof PurchaseOrderDraft;

/** The field of the form that each rule of the server is about. */
const fieldOf: Record<IssueCode, Field> = {
  description: 'description',
  company: 'projectCompanyExternalId',
  vendor: 'vendor',
  department: 'department',
  date: 'poDate',
  currency: 'currency',
  line_quantity: 'lineItems',
  line_description: 'lineItems',
  line_unit_cost: 'lineItems',
  rental_dates: 'lineItems',
  line_required: 'lineItems',
  total_invalid: 'lineItems',
  total_max: 'lineItems',
  aggregate_total: 'lineItems',
  change_order_line: 'lineItems',
};

/** Refusals that speak of one field although no rule of the form does. */
const fieldOfCode: Readonly<Record<string, { field: Field; text: string }>> = {
  INVALID_TEMP_VENDOR: { field: 'vendor', text: words.INVALID_TEMP_VENDOR },
  NO_DEPARTMENT_ASSOCIATION_WITH_USER: {
    field: 'department',
    text: words.NO_DEPARTMENT_ASSOCIATION_WITH_USER,
  },
  POS_NO_VALID_WORKFLOW_STEP: { field: 'lineItems', text: words.POS_NO_VALID_WORKFLOW_STEP },
};

function isIssueCode(code: string): code is IssueCode {
  return Object.hasOwn(issueTexts, code);
}

/** What the form found, each at its field; lines say which line it is. */
export function complaintsOf(issues: readonly Issue[]): Complaint[] {
  return issues.map(({ field, message }) => {
    const line = /^lineItems\.(\d+)\./.exec(field);
    return { field, text: line ? `Line ${Number(line[1]) + 1}: ${message}` : message };
  });
}

/** Something that only the server found. It stands for as long as its field holds what was refused. */
export interface Refused {
  field: Field;
  text: string;
  /** The refused value, as JSON. */
  value: string;
}

function valueAt(draft: PurchaseOrderDraft, field: Field): string {
  return JSON.stringify(draft[field]) ?? '';
}

/** A failed save in the terms of the form (DEC-02); codes that this build does not know are left out. */
export function refusedBy(error: unknown, draft: PurchaseOrderDraft): Refused[] {
  if (!(error instanceof ApiError)) return [];
  const whole = fieldOfCode[error.code];
  const named = error.errors.filter(isIssueCode).map((code) => ({
    field: fieldOf[code],
    text: issueTexts[code],
  }));
  return [...(whole ? [whole] : []), ...named].map((one) => ({ ...one, value: valueAt(draft, one.field) }));
}

export function stillRefused(refused: readonly Refused[], draft: PurchaseOrderDraft): Refused[] {
  return refused.filter(({ field, value }) => valueAt(draft, field) === value);
}
