import * as v from 'valibot';
import { attachmentIssues } from '#domain/documents/attachments';
import { checkInvoice, invoiceInput } from '#domain/invoices/invoice';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { enteredLine } from '#domain/budget/entered-budget';
import { invoiceLineCents, invoiceLinesCents } from '#domain/invoices/invoice-line';
import { toCents } from '#domain/values/money';
import { invoiceIssueTexts } from '#domain/documents/validation';
import { words } from '../../words.ts';
import { describeDraft } from '../document/saving/describe-draft.ts';
import { attachmentsRequiredText } from '../files/attachments-required.tsx';
import type { RefusalRules } from '../document/model/form-errors.ts';
import type { FormDefinition, SaveTarget } from '../document/model/form-definition.ts';
import { api, ask } from '../../api.ts';
import { createIdempotent } from '../document/saving/idempotent-create.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

const refusals: RefusalRules<InvoiceDraft> = {
  fieldOf: {
    amount: 'amount',
    number: 'number',
    description: 'description',
    date: 'date',
    dueDate: 'dueDate',
    vendor: 'vendor',
    department: 'department',
    company: 'projectCompanyExternalId',
    currency: 'currency',
    line_description: 'lineItems',
    line_required: 'lineItems',
    reference_po: 'lineItems',
    total_invalid: 'lineItems',
    total_max: 'amount',
    line_total_mismatch: 'amount',
  },
  texts: invoiceIssueTexts,
  fieldOfCode: {
    INVALID_TEMP_VENDOR: { field: 'vendor', text: words.INVALID_TEMP_VENDOR },
    NO_DEPARTMENT_ASSOCIATION_WITH_USER: {
      field: 'department',
      text: words.NO_DEPARTMENT_ASSOCIATION_WITH_USER,
    },
    POS_NO_VALID_WORKFLOW_STEP: { field: 'amount', text: words.POS_NO_VALID_WORKFLOW_STEP },
    POS_NO_DEPARTMENT_MEMBERS: { field: 'department', text: words.POS_NO_DEPARTMENT_MEMBERS },
    // IN-17, DEC-37
    duplicate_vendor_invoice_id: {
      field: 'number',
      text: words.duplicate_vendor_invoice_id,
      alsoOf: 'vendor',
      insist: 'Save anyway',
    },
  },
};

function about(draft: InvoiceDraft): string[] {
  const { number, amount, lineItems } = draft;
  const orders = new Set(lineItems.map(({ referencePo }) => referencePo.trim()).filter(Boolean));
  const [invoice, ...rest] = describeDraft(draft, {
    number: number.trim() && `Invoice ${number.trim()}`,
    cents: amount === null || amount === 0 ? invoiceLinesCents(lineItems) : toCents(amount),
  });
  const against = orders.size > 0 ? [`PO ${[...orders].join(', ')}`] : [];
  return invoice === undefined ? against : [invoice, ...against, ...rest];
}

export const invoiceFormDefinition: FormDefinition<InvoiceDraft, Invoice> = {
  docType: 'INVOICE',
  newSlot: 'new-invoice',
  parse: (value) => {
    const read = v.safeParse(invoiceInput, value);
    return read.success ? read.output : null;
  },
  about,
  check: (draft, phase) => {
    const files = (draft.attachments ?? []).filter(({ shouldDelete }) => !shouldDelete).length;
    return [...checkInvoice(draft), ...(phase === 'submit' ? attachmentIssues(files) : [])];
  },
  totalCents: ({ lineItems }) => invoiceLinesCents(lineItems),
  budgetLines: ({ lineItems }) => lineItems.map((line) => enteredLine(line, invoiceLineCents(line))),
  refusals,
  save: saveInvoice,
  fileOwner: 'invoice',
  filesLabel: "Drop the vendor's invoice and other files here",
  filesNeeded: (count) => (attachmentIssues(count).length > 0 ? attachmentsRequiredText : null),
};

const { invoices } = api.api;

const once = createIdempotent<Invoice>();

/**
 * Creates or saves an invoice (API-81, API-82). With a `reason` it may repeat the number of another invoice of its
 * vendor (IN-16, IN-32). Throws `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`,
 * `duplicate_vendor_invoice_id`.
 */
export async function saveInvoice(
  showId: string,
  target: SaveTarget | null,
  draft: InvoiceDraft,
  reason: string | null,
): Promise<Invoice> {
  const json = { ...draft, showId, duplicateReason: reason ?? '' };
  const query = { overrideDuplicateValidation: String(reason !== null) };
  if (target !== null) {
    const { id, contentVersion } = target;
    const save = { param: { id }, query, json: { ...json, contentVersion } };
    return once(save, (headers) => ask(invoices[':id'].$put(save, { headers })));
  }
  const call = { query, json };
  return once(call, (headers) => ask(invoices.$post(call, { headers })));
}
