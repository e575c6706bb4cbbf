import * as v from 'valibot';
import { checkPurchaseOrder, purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { totalCents } from '#domain/documents/line';
import { issueTexts } from '#domain/documents/validation';
import { words } from '../../words.ts';
import { describeDraft } from '../document/saving/describe-draft.ts';
import type { RefusalRules } from '../document/model/form-errors.ts';
import type { FormKind } from '../document/model/form-definition.ts';
import { savePurchaseOrder } from './save.ts';

/** Where the codes of a failed save stand in the form of a purchase order. */
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
    POS_NO_VALID_WORKFLOW_STEP: { field: 'lineItems', text: words.POS_NO_VALID_WORKFLOW_STEP },
  },
};

export const orderKind: FormKind<PurchaseOrderDraft, PurchaseOrder> = {
  docType: 'PO',
  newSlot: 'new-po',
  parse: (value) => {
    const read = v.safeParse(purchaseOrderInput, value);
    return read.success ? read.output : null;
  },
  about: (draft) => describeDraft(draft, { number: '', cents: totalCents(draft.lineItems) }),
  check: (draft, phase, lockedLineCount) => checkPurchaseOrder(draft, phase, { lockedLineCount }),
  refusals: orderRefusals,
  save: savePurchaseOrder,
  fileOwner: 'po',
  filesLabel: 'Drop quotes, estimates or other files here',
  filesNeeded: () => null,
};
