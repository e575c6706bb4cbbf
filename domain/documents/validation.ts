/** The code of a failed purchase order rule, as listed in `errors` (DEC-02), and the form's text. */
export const issueTexts = {
  description: 'PO description cannot be empty.',
  company: 'Please select a company from the list.',
  vendor: 'Please select a vendor from the list.',
  department: 'Please select a department from the list.',
  date: 'Please enter a valid purchase order date.',
  currency: 'Please select a currency.',
  line_quantity: 'Quantity cannot be zero.',
  line_description: 'Description field is required.',
  line_unit_cost: 'Unit cost must be a number.',
  rental_dates: 'One or more line item(s) have invalid Rental Dates.',
  line_required: 'One or more line item(s) are incomplete.',
  total_invalid: 'Error calculating total cost.',
  total_max: 'Please enter an amount less than 10 billion.',
  aggregate_total: 'Total cost must be greater than zero.',
  change_order_line: 'Change order must include at least one new line item.',
} as const;

export type IssueCode = keyof typeof issueTexts;

/** The same for the rules of an invoice (IN-06 to IN-15). */
export const invoiceIssueTexts = {
  amount: 'Amount cannot be empty.',
  number: 'Invoice number cannot be empty.',
  description: 'Description cannot be empty.',
  date: 'Please enter a valid invoice date.',
  dueDate: 'Please enter a valid invoice due date.',
  vendor: issueTexts.vendor,
  department: issueTexts.department,
  company: issueTexts.company,
  currency: issueTexts.currency,
  line_description: issueTexts.line_description,
  line_required: issueTexts.line_required,
  reference_po: 'Reference PO not found.',
  total_invalid: issueTexts.total_invalid,
  total_max: issueTexts.total_max,
  line_total_mismatch: "Line item total doesn't match Invoice Amount.",
  attachment_required: 'This item requires an attachment to submit.',
} as const;

export type InvoiceIssueCode = keyof typeof invoiceIssueTexts;

/** Text of the rule `amount` for an amount that rounds to zero (DEC-36). */
export const zeroAmount = 'Amount cannot be zero.';

/** Text of the rule `number` for an invoice number that is too long (DEC-18). */
export const longInvoiceNumber = 'Invoice number cannot be longer than 30 characters.';

/** A failed rule at one field; `field` is a path such as `lineItems.2.quantity`. */
export interface Issue {
  code: IssueCode | InvoiceIssueCode;
  field: string;
  message: string;
}

const texts = { ...invoiceIssueTexts, ...issueTexts };

/** Creates an issue with the rule's text, unless the contract has another text for this field. */
export function issue(code: Issue['code'], field: string, message: string = texts[code]): Issue {
  return { code, field, message };
}

/** Creates an issue with the invoice text of the rule. */
export function invoiceIssue(
  code: InvoiceIssueCode,
  field: string,
  message: string = invoiceIssueTexts[code],
): Issue {
  return { code, field, message };
}

/** Returns one code per failed rule, in the order of the contract (DEC-02). */
export function errorCodes(issues: readonly Issue[]): readonly Issue['code'][] {
  return [...new Set(issues.map(({ code }) => code))];
}
