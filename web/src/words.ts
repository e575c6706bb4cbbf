import type { Code } from '#domain/codes';
import { texts } from './texts.ts';

/** The message for each server code (DEC-02). A screen may put its own failure text in front of "contextual" ones. */
export const words = {
  USER_NOT_IN_SESSION: 'Redirecting to login...',
  session_timeout: texts.sessionExpired,
  SHOW_NOT_IN_SESSION: 'You are not a member of this show.',
  USER_NOT_FOUND: 'Error occurred while loading user. Please try again.',
  EMAIL_USER_MISMATCH: 'Error occurred while creating user.',
  NO_DEPARTMENT_ASSOCIATION_WITH_USER: 'You are not a member of the department of this document.',
  MISSING_REQUIRED_FIELDS: 'A required value is missing.',
  POS_BAD_REQUEST: 'Some values are not valid.',
  POS_NO_DEFAULT_WORKFLOW: 'No approval flow defined. Create an approval flow to submit items for approval.',
  POS_NO_VALID_WORKFLOW_STEP:
    'The workflow does not contain an approval level that accommodates the document; contact your administrator.',
  POS_NO_DEPARTMENT_MEMBERS:
    'The department does not have a department approver on the workflow; update the workflow.',
  ERROR_PO_NOT_EDITABLE: 'Cannot update purchase order after it has been submitted.',
  ERROR_INVOICE_NOT_EDITABLE: 'Cannot update invoice after it has been submitted.',
  INVALID_TEMP_VENDOR: 'Temporary vendor values are invalid or missing.',
  relief_exceeded: 'The invoice exceeds what is left on a purchase order.',
  reduction_exceeded: 'A line cannot be lower than what is invoiced.',
  reduction_unsupported: 'This change order cannot lower approved lines.',
  budget_reason_missing: 'This takes an account over its budget. Give a reason, then submit again.',
  rate_missing: 'There is no exchange rate for this currency. Ask a Show Admin to add it.',
  no_open_period: 'No accounting period is open for this document. Ask a Show Admin to open one.',
  duplicate_vendor_invoice_id: 'An invoice with this number already exists for this vendor.',
  invalid_parameter: 'A value is not valid.',
  accounting_interface_error: 'Unable to send PO to Accounting',
  INTERNAL_ERROR: texts.systemError,
  FORBIDDEN: 'You do not have permission to do this.',
  CSRF_INVALID: 'The page is out of date. Please refresh and try again.',
  NOT_FOUND: texts.notFound,
  WORKFLOW_CONFLICT: 'The document has changed in the meantime.',
  already_nudged: 'Already nudged today. You can nudge again tomorrow.',
  TEMP_VENDOR_NOT_ALLOWED: 'Temporary vendors are not supported for this document type.',
  category_in_use: 'This category is in use. Do you want to continue?',
  department_exists: 'Department could not be added. Check that it does not already exist',
  file_too_large: 'The file is too large. Choose a smaller one.',
  file_empty: 'The file is empty. Choose another one.',
  file_not_pdf: 'File must be in PDF format.',
  file_erased: 'This file was erased on legal request.',
  email_send_failed: 'The e-mail could not be sent. Please try again.',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  show_is_moving: texts.showIsMoving,
} satisfies Record<Code, string>;

function isCode(code: string): code is Code {
  return Object.hasOwn(words, code);
}

/** The message for a code; `An error occurred.` for a code that this build does not know (ER-05). */
export function messageFor(code: string): string {
  return isCode(code) ? words[code] : texts.anError;
}
