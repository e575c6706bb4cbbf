/**
 * Every error code of the server and its HTTP status (DEC-02, ER-01). The union is closed: without a row here and a
 * sentence in `web/src/words.ts`, a new code does not compile.
 */
export const codes = {
  USER_NOT_IN_SESSION: 401,
  session_timeout: 401,
  SHOW_NOT_IN_SESSION: 403,
  USER_NOT_FOUND: 404,
  EMAIL_USER_MISMATCH: 403,
  NO_DEPARTMENT_ASSOCIATION_WITH_USER: 403,
  MISSING_REQUIRED_FIELDS: 400,
  POS_BAD_REQUEST: 400,
  POS_NO_DEFAULT_WORKFLOW: 422,
  POS_NO_VALID_WORKFLOW_STEP: 422,
  POS_NO_DEPARTMENT_MEMBERS: 422,
  ERROR_PO_NOT_EDITABLE: 409,
  ERROR_INVOICE_NOT_EDITABLE: 409,
  INVALID_TEMP_VENDOR: 422,
  relief_exceeded: 422,
  reduction_exceeded: 422,
  reduction_unsupported: 422,
  rate_missing: 422,
  budget_reason_missing: 422,
  no_open_period: 422,
  duplicate_vendor_invoice_id: 409,
  invalid_parameter: 400,
  accounting_interface_error: 424,
  INTERNAL_ERROR: 500,
  FORBIDDEN: 403,
  CSRF_INVALID: 403,
  NOT_FOUND: 404,
  WORKFLOW_CONFLICT: 409,
  already_nudged: 409,
  TEMP_VENDOR_NOT_ALLOWED: 422,
  category_in_use: 409,
  department_exists: 409,
  file_too_large: 413,
  file_empty: 400,
  file_not_pdf: 415,
  file_erased: 410,
  email_send_failed: 424,
  too_many_requests: 429,
  show_is_moving: 503,
} as const;

export type Code = keyof typeof codes;

export interface RefusalDetail {
  /** One code per failed rule, in the order of the contract (DEC-02). */
  errors?: readonly string[];
  /** A text for the user where the code alone is not enough; never internals. */
  message?: string;
  /** Overrides the status of the code (DEC-99). */
  status?: number;
  /** Further fields of the response (DEC-03). */
  body?: Readonly<Record<string, unknown>>;
}

/** Thrown when a rule rejects a request. Only `app.onError` turns it into a response. */
export class Refusal extends Error {
  readonly code: Code;
  readonly detail: RefusalDetail;

  constructor(code: Code, detail: RefusalDetail = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return this.detail.status ?? codes[this.code];
  }
}
