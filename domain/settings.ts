import * as v from 'valibot';
import { budgetOnDecisionModes } from '#domain/budget/budget-answers';
import { defaultCoverDays, longestCoverDays } from '#domain/cover/cover-request';
import { milestones } from './document.ts';
import type { Milestone } from './document.ts';
import { defaultTimeZone, isDay, timeZoneOrDefault } from '#domain/values/days';
import { fromCents, maximumCents } from '#domain/values/money';

/** Maximum holidays of a show: those of several years. */
export const maxHolidays = 100;
export const maxHolidayName = 60;

const holiday = v.object({
  day: v.pipe(v.string(), v.check(isDay, 'Write a day as 2018-03-30.')),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxHolidayName)), ''),
});

/** How an invoice is treated that exceeds the balance of a PO line (DEC-39). */
export const overReliefModes = ['WARN', 'REFUSE'] as const;
export type OverReliefMode = (typeof overReliefModes)[number];

const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : 1);

/** Every setting of a show with its default; feature switches are settings too (MG-11, DEC-64, DEC-97, DEC-83). */
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
  /** The amount up to which `preventSelfApproval` does not apply; null applies it to every amount (DEC-97). */
  selfApprovalLimit: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents)))),
    null,
  ),
  /** Whether nobody may approve two steps of a document, themselves or on behalf of others (COV-20). */
  oneVotePerFlow: v.optional(v.boolean(), false),
  overReliefMode: v.optional(v.picklist(overReliefModes), 'WARN'),
  overReliefToleranceAmount: v.optional(
    v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents))),
    0,
  ),
  overReliefTolerancePercent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100)), 0),
  splitOrderWarning: v.optional(v.boolean(), true),
  /** The currency of limits and sums; null: each document's own (CURR-01). It is set under Currencies. */
  baseCurrency: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))), null),
  /** Whether a company has accounting periods (PERIOD-01). They are set up under Periods. */
  accountingPeriods: v.optional(v.boolean(), false),
  /** Whether a change order may also lower approved lines, down to what is invoiced (CHANGE-05). */
  changeOrdersMayReduce: v.optional(v.boolean(), false),
  /** The amount above which the web confirms an approval that completes a document; null is none (RUN-13). */
  confirmApprovalAbove: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents)))),
    null,
  ),
  /** The amount up to which approvers can approve with a link of an e-mail; null is off (LINK-01). */
  approveByMailUpTo: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents)))),
    null,
  ),
  /** The amount up to which such a link needs no sign-in of users without a second factor; null is never (LINK-05). */
  approveByMailWithoutSignIn: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(fromCents(maximumCents)))),
    null,
  ),
  /** Whether a cover that users set for themselves needs the approval of an administrator (COV-17). */
  coversNeedApproval: v.optional(v.boolean(), false),
  /** The most days of a cover (COV-16). */
  maxCoverDays: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(defaultCoverDays), v.maxValue(longestCoverDays)),
    defaultCoverDays,
  ),
  /** What approvers without permission to read budgets see of them (BUD-24). */
  budgetOnDecision: v.optional(v.picklist(budgetOnDecisionModes), 'NOTHING'),
  /** The zone and the holidays by which working days are counted (WAIT-11). */
  timeZone: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(64),
      v.check((zone) => timeZoneOrDefault(zone) === zone, 'Name a time zone, such as America/New_York.'),
    ),
    defaultTimeZone,
  ),
  holidays: v.optional(
    v.pipe(
      v.array(holiday),
      v.maxLength(maxHolidays),
      v.transform((all) => [...new Map(all.map((one) => [one.day, one])).values()].toSorted(byDay)),
    ),
    [],
  ),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** Whether users may approve their own documents (DEC-97). */
export const selfApprovalPolicies = ['FORBID', 'FORBID_ABOVE', 'ALLOW'] as const;
export type SelfApprovalPolicy = (typeof selfApprovalPolicies)[number];

export function selfApprovalPolicy(
  settings: Pick<Settings, 'preventSelfApproval' | 'selfApprovalLimit'>,
): SelfApprovalPolicy {
  if (!settings.preventSelfApproval) return 'ALLOW';
  return settings.selfApprovalLimit === null ? 'FORBID' : 'FORBID_ABOVE';
}

/** `preventSelfApproval` alone selects forbid or allow, so a stored limit is removed (DEC-97). */
export function withSelfApproval(changes: SettingsChanges): SettingsChanges {
  const setsPolicyOnly = changes.preventSelfApproval !== undefined && changes.selfApprovalLimit === undefined;
  return setsPolicyOnly ? { ...changes, selfApprovalLimit: null } : changes;
}

/** Some of the settings; absent ones stay unchanged, and unknown names are ignored (API-53, DEC-01). */
export const settingsChanges = v.partial(v.omit(settingsSchema, ['baseCurrency', 'accountingPeriods']));
export type SettingsChanges = v.InferOutput<typeof settingsChanges>;

/** Initial settings of new shows that differ from the defaults, which older shows keep (DEC-39, DEC-97). */
export const newShowSettings: SettingsChanges = { preventSelfApproval: true, overReliefMode: 'REFUSE' };

/** Fills a show's stored settings (an object with some of them, or nothing) up with the defaults of DEC-64. */
export function parseSettings(stored: unknown): Settings {
  return v.parse(settingsSchema, stored ?? {});
}

/**
 * Switches per user and show. `voidPo` and `voidInvoice` decide the two Void permissions; a null `displayPoNumbers`
 * takes the show's setting (PE-25, DEC-63).
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
