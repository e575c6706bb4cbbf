import * as v from 'valibot';
import { checkPurchaseOrder, purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { enteredLine } from '#domain/budget/entered-budget';
import { draftTotalCents, totalCents } from '#domain/documents/line';
import { issueTexts } from '#domain/documents/validation';
import { words } from '../../words.ts';
import { describeDraft } from '../document/saving/describe-draft.ts';
import type { RefusalRules } from '../document/model/form-errors.ts';
import type { FormDefinition, SaveTarget } from '../document/model/form-definition.ts';
import { api, ask } from '../../api.ts';
import { createIdempotent } from '../document/saving/idempotent-create.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** The fields for the error codes of a failed save of a purchase order. */
export const orderRefusals: RefusalRules<PurchaseOrderDraft> = {
  fieldOf: {
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
  },
  texts: issueTexts,
  fieldOfCode: {
    INVALID_TEMP_VENDOR: { field: 'vendor', text: words.INVALID_TEMP_VENDOR },
    NO_DEPARTMENT_ASSOCIATION_WITH_USER: {
      field: 'department',
      text: words.NO_DEPARTMENT_ASSOCIATION_WITH_USER,
    },
    reduction_exceeded: { field: 'lineItems', text: words.reduction_exceeded },
    POS_NO_VALID_WORKFLOW_STEP: { field: 'lineItems', text: words.POS_NO_VALID_WORKFLOW_STEP },
    POS_NO_DEPARTMENT_MEMBERS: { field: 'department', text: words.POS_NO_DEPARTMENT_MEMBERS },
  },
};

export const purchaseOrderFormDefinition: FormDefinition<PurchaseOrderDraft, PurchaseOrder> = {
  docType: 'PO',
  newSlot: 'new-po',
  parse: (value) => {
    const read = v.safeParse(purchaseOrderInput, value);
    return read.success ? read.output : null;
  },
  about: (draft) => describeDraft(draft, { number: '', cents: totalCents(draft.lineItems) }),
  check: (draft, phase, lockedLineCount) => checkPurchaseOrder(draft, phase, { lockedLineCount }),
  totalCents: ({ lineItems }) => totalCents(lineItems),
  budgetLines: ({ lineItems }) => lineItems.map((line) => enteredLine(line, draftTotalCents(line))),
  refusals: orderRefusals,
  save: savePurchaseOrder,
  fileOwner: 'po',
  filesLabel: 'Drop quotes, estimates or other files here',
  filesNeeded: () => null,
};

const once = createIdempotent<PurchaseOrder>();

/** Creates or saves a PO (API-02, API-03). Throws `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`. */
export async function savePurchaseOrder(
  showId: string,
  target: SaveTarget | null,
  draft: PurchaseOrderDraft,
): Promise<PurchaseOrder> {
  const json = { ...draft, showId };
  if (target === null) return once(json, (headers) => ask(api.api.pos.$post({ json }, { headers })));
  const { id, contentVersion } = target;
  const call = { param: { id }, json: { ...json, contentVersion } };
  return once(call, (headers) => ask(api.api.pos[':id'].$put(call, { headers })));
}
