import { can, hasCreatePermission, isApprover, moduleVisible } from '#domain/identity/permissions';
import type { Modules, Permissions, Role } from '#domain/identity/permissions';
import { docTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import type { Viewer } from '#domain/identity/visibility';
import { addDays, daysBetween } from '#domain/values/days';
import { stepKey } from '#domain/workflow/usual-durations';
import { workingDayBefore, workingDaysBetween } from '#domain/workflow/working-days';
import type { WorkCalendar } from '#domain/workflow/working-days';

/** Maximum documents of each type that home lists individually. */
export const submittedShown = 3;
export const rentalsShown = 3;

/** Maximum periods that home names. */
export const periodsNamed = 3;

/** Of a longer queue, only the documents that have waited longest are checked for flags. */
export const flagsChecked = 50;

/** Rentals that end within this many days from today are listed (HOME-03). */
export const rentalDays = 7;

export interface TileViewer extends Pick<Viewer, 'purchaseOrderVisibility' | 'invoiceVisibility'> {
  role: Role;
  permissions: Permissions;
}

/** The modules as far as they are known: before the show's settings are read, all of them. */
export const anyModule: Modules = { invoices: true, payments: true };

/** Which tiles a user has, by what they may do and see in the show, not by their title (HOME-01). */
export function tilesFor(viewer: TileViewer, modules: Modules) {
  const { permissions, role } = viewer;
  const mayCreate = (docType: DocType) =>
    moduleVisible(modules, docType) && hasCreatePermission(permissions, docType);
  const isAccountant = mayCreate('INVOICE') && viewer.invoiceVisibility === 'ALL';
  return {
    submitted: mayCreate('PO') || mayCreate('INVOICE'),
    rentals: mayCreate('PO'),
    flagged: isApprover(role),
    due: isAccountant,
    failed: isAccountant && viewer.purchaseOrderVisibility === 'ALL',
    failedInvoicesAndPayments: isAccountant,
    drafts: isAccountant,
    periods: can(permissions, 'Budget', 'FULL'),
    away: can(permissions, 'UserManagement', 'FULL'),
    stuck: can(permissions, 'Show', 'FULL'),
  };
}

interface Days {
  from: string;
  until: string;
}

/** The days on which rentals end soon: today and the seven days after it. */
export function rentalWindow(today: string): Days {
  return { from: today, until: addDays(today, rentalDays) };
}

/** Monday to Sunday of the week of a day. */
export function weekOf(day: string): Days {
  const fromMonday = daysBetween('0001-01-01', day) % 7;
  const from = addDays(day, -fromMonday);
  return { from, until: addDays(from, 6) };
}

export function isWithin(day: string, { from, until }: Days): boolean {
  return from <= day && day <= until;
}

/** Documents that arrived at a step of an approval flow on one day. */
export interface Arrivals {
  docType: DocType;
  workflowTemplateId: string;
  step: string;
  /** The day of arrival, in the show's time zone. */
  day: string;
  count: number;
}

/** How many of them no approver may decide now. */
export interface StepArrivals extends Arrivals {
  withNobody: number;
}

/** How many documents wait for nobody, by type (HOME-16). */
export function waitingForNobody(arrivals: readonly Pick<StepArrivals, 'docType' | 'withNobody'>[]) {
  return docTypes
    .map((docType) => ({
      docType,
      count: arrivals.reduce((sum, row) => sum + (row.docType === docType ? row.withNobody : 0), 0),
    }))
    .filter(({ count }) => count > 0);
}

/** A step at which documents have waited for more working days than usual. */
export interface StuckStep extends Omit<Arrivals, 'day'> {
  days: number;
  usualDays: number;
  since: string;
}

/**
 * The steps at which documents have waited for more working days than the step usually takes, the longest waiting first.
 * A step without a usual duration is never stuck (WAIT-03, HOME-07).
 */
export function stuckSteps(
  arrivals: readonly Arrivals[],
  usualDurations: Readonly<Record<string, number>>,
  today: string,
  calendar: WorkCalendar,
): StuckStep[] {
  const keyOf = ({ docType, workflowTemplateId, step }: Arrivals) =>
    `${docType} ${stepKey(workflowTemplateId, step)}`;
  return [...Map.groupBy(arrivals, keyOf).values()]
    .flatMap((rows): StuckStep[] => {
      const [first] = rows;
      if (!first) return [];
      const { docType, workflowTemplateId, step } = first;
      const usualDays = usualDurations[stepKey(workflowTemplateId, step)];
      if (usualDays === undefined) return [];
      const since = workingDayBefore(today, usualDays + 1, calendar);
      const late = rows.filter(({ day }) => day <= since);
      if (late.length === 0) return [];
      const days = Math.max(...late.map(({ day }) => workingDaysBetween(day, today, calendar)));
      const count = late.reduce((sum, row) => sum + row.count, 0);
      return [{ docType, workflowTemplateId, step, count, days, usualDays, since }];
    })
    .toSorted((a, b) => b.days - b.usualDays - (a.days - a.usualDays) || b.count - a.count);
}
