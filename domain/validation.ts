/** What a failed rule says: the code that the server lists in `errors` (DEC-02) and the text that the form shows. */
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

/** One failed rule at one field; `field` is a path such as `lineItems.2.quantity`. */
export interface Issue {
  code: IssueCode;
  field: string;
  message: string;
}

/** An issue in the rule's own words, unless the contract has others for this field. */
export function issue(code: IssueCode, field: string, message: string = issueTexts[code]): Issue {
  return { code, field, message };
}

/** DEC-02: one code per failed rule, in the order of the contract. */
export function errorCodes(issues: readonly Issue[]): readonly IssueCode[] {
  return [...new Set(issues.map(({ code }) => code))];
}
