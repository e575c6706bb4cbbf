import * as v from 'valibot';
import { milestones } from './document.ts';
import type { Milestone } from './document.ts';

/** MG-11, DEC-64, DEC-97: every setting of a show with its default; feature switches are settings too (DEC-83). */
export const settingsSchema = v.object({
  replacePoTempVendors: v.optional(v.boolean(), true),
  resetApprovalOnEdit: v.optional(v.boolean(), true),
  sendUnapprovedPurchaseOrders: v.optional(v.boolean(), false),
  purchaseOrderRelieveResources: v.optional(v.boolean(), true),
  displayReliefIndicatorsApp: v.optional(v.boolean(), true),
  displayReliefIndicatorsPdf: v.optional(v.boolean(), false),
  archiveVoidedItems: v.optional(v.boolean(), false),
  vendorEmailAutoSendEnabled: v.optional(v.boolean(), false),
  updateRentalQuantity: v.optional(v.boolean(), false),
  approvalFlowPaymentSelectionEnabled: v.optional(v.boolean(), false),
  invoiceModuleVisible: v.optional(v.boolean(), false),
  paymentModuleVisible: v.optional(v.boolean(), false),
  displayPoNumbers: v.optional(v.picklist(milestones), 'SAVED_AS_DRAFT'),
  poNumberStart: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9_999_999_999)), 1),
  preventSelfApproval: v.optional(v.boolean(), false),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** API-53: some of the settings; what is not named stays as it is, and unknown names are passed over (DEC-01). */
export const settingsChanges = v.partial(settingsSchema);
export type SettingsChanges = v.InferOutput<typeof settingsChanges>;

/** What a show has stored (an object with some of the settings, or nothing), filled up with the defaults of DEC-64. */
export function parseSettings(stored: unknown): Settings {
  return v.parse(settingsSchema, stored ?? {});
}

/**
 * PE-25, DEC-63: what is switched per user and show. `voidPo` and `voidInvoice` decide the two Void permissions;
 * `displayPoNumbers` null means the show's setting.
 */
export interface Toggles {
  invoiceModuleVisible: boolean;
  paymentModuleVisible: boolean;
  specialApprover: boolean;
  voidPo: boolean;
  voidInvoice: boolean;
  sendUnapprovedPurchaseOrders: boolean;
  displayPoNumbers: Milestone | null;
}
