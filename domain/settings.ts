import * as v from 'valibot';
import { milestones } from './document.ts';
import type { Milestone } from './document.ts';
import { fromCents, maximumCents } from '#domain/values/money';

/** DEC-39: what happens to an invoice that takes more of a PO line than is left of it. */
export const overReliefModes = ['WARN', 'REFUSE'] as const;
export type OverReliefMode = (typeof overReliefModes)[number];

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
  /** DEC-97: an amount up to which `preventSelfApproval` does not apply; null: it applies to every amount. */
  selfApprovalLimit: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents)))),
    null,
  ),
  overReliefMode: v.optional(v.picklist(overReliefModes), 'WARN'),
  overReliefToleranceAmount: v.optional(
    v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents))),
    0,
  ),
  overReliefTolerancePercent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100)), 0),
  splitOrderWarning: v.optional(v.boolean(), true),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** DEC-97: what a user may do with a document of their own. */
export const selfApprovalPolicies = ['FORBID', 'FORBID_ABOVE', 'ALLOW'] as const;
export type SelfApprovalPolicy = (typeof selfApprovalPolicies)[number];

export function selfApprovalPolicy(
  settings: Pick<Settings, 'preventSelfApproval' | 'selfApprovalLimit'>,
): SelfApprovalPolicy {
  if (!settings.preventSelfApproval) return 'ALLOW';
  return settings.selfApprovalLimit === null ? 'FORBID' : 'FORBID_ABOVE';
}

/** DEC-97: `preventSelfApproval` alone says forbid or allow: a limit that was stored before goes. */
export function withSelfApproval(changes: SettingsChanges): SettingsChanges {
  const saysPolicy = changes.preventSelfApproval !== undefined && changes.selfApprovalLimit === undefined;
  return saysPolicy ? { ...changes, selfApprovalLimit: null } : changes;
}

/** API-53: some of the settings; what is not named stays as it is, and unknown names are passed over (DEC-01). */
export const settingsChanges = v.partial(settingsSchema);
export type SettingsChanges = v.InferOutput<typeof settingsChanges>;

/** DEC-39, DEC-97: what a new show begins with where that is not the default, which shows from before have kept. */
export const newShowSettings: SettingsChanges = { preventSelfApproval: true, overReliefMode: 'REFUSE' };

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
