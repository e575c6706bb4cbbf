import { Refusal } from '#domain/codes';
import { consecutivePeriods, fitsPattern, maxPeriods, periodName } from '#domain/periods/period';
import type { PeriodDays, PeriodLength, PeriodPattern } from '#domain/periods/period';
import type { AddedPeriods, PeriodSetUp, PeriodTurn } from '#domain/periods/period-request';
import type { CompanyPeriods, PeriodHistory, Periods } from '#domain/periods/period-response';
import { addDays } from '#domain/values/days';
import { violatesConstraint } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  insertPeriodChange,
  insertPeriods,
  periodChangesQuery,
  periodsQuery,
  turnPeriod,
} from '#store/show/budget/periods';
import { mergedSettings } from '#store/show/management/settings';
import { companiesQuery } from '#store/show/vendors/read-reference-data';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

const pageSize = 100;
const firstPage = '~';

type Stored = Pick<MembershipContext, 'store'>;

export const periodsPlan = ({ store }: Stored) => ({
  companies: companiesQuery(store),
  periods: periodsQuery(store),
});
type PeriodRows = PlanRows<typeof periodsPlan>;

/** The accounting periods of each company (PERIOD-02). Throws `FORBIDDEN`. */
export function viewPeriods({ permissions }: RequestContext, { companies, periods }: PeriodRows): Periods {
  requirePermission(permissions, 'Budget', 'READ');
  return {
    companies: companies.map(({ projectCompanyExternalId, name }) => {
      const own = periods.filter((row) => row.projectCompanyExternalId === projectCompanyExternalId);
      return {
        projectCompanyExternalId,
        companyName: name,
        pattern: own[0]?.pattern ?? null,
        periods: own.map((row) => ({
          number: row.number,
          name: row.name,
          firstDay: row.firstDay,
          lastDay: row.lastDay,
          status: row.status,
        })),
      };
    }),
  };
}

export const periodHistoryPlan = ({ store }: Stored, before: string | null) => ({
  changes: periodChangesQuery(store, before ?? firstPage, pageSize + 1),
});

/** Who set up, closed and reopened periods, the newest first (PERIOD-04). Throws `FORBIDDEN`. */
export function listPeriodChanges(
  { permissions }: RequestContext,
  { changes }: PlanRows<typeof periodHistoryPlan>,
): PeriodHistory {
  requirePermission(permissions, 'Budget', 'READ');
  return {
    changes: changes
      .slice(0, pageSize)
      .map(({ id, kind, companyName, period, reason, byId, byName, at }) => ({
        id,
        kind,
        companyName,
        period,
        reason,
        by: { userId: byId, name: byName },
        at,
      })),
    hasMore: changes.length > pageSize,
  };
}

const refuse = (message: string) => new Refusal('invalid_parameter', { message });
const conflict = () =>
  new Refusal('WORKFLOW_CONFLICT', {
    message: 'The periods of this company have changed. Look at them and try again.',
  });

/** The company with its periods. Throws `FORBIDDEN` without the permission, `NOT_FOUND` for an unknown company. */
function changedCompany(
  context: RequestContext,
  rows: PeriodRows,
  { projectCompanyExternalId }: { projectCompanyExternalId: string },
): CompanyPeriods {
  requirePermission(context.permissions, 'Budget');
  const company = viewPeriods(context, rows).companies.find(
    (one) => one.projectCompanyExternalId === projectCompanyExternalId,
  );
  if (!company) throw new Refusal('NOT_FOUND');
  return company;
}

async function write(context: RequestContext, writes: readonly Write[]): Promise<Periods> {
  const { env, store } = context;
  const rows = await store.writeAndRead(writes, periodsPlan(context)).catch((error: unknown) => {
    throw violatesConstraint(error, 'UNIQUE', 'accounting_periods') ? conflict() : error;
  });
  context.runAfterResponse(publishShowChange(env, store.showId));
  return viewPeriods(context, rows);
}

/** The history entry of a change. */
function entryOf(
  context: RequestContext,
  { companyName }: CompanyPeriods,
  change: { kind: PeriodHistory['changes'][number]['kind']; period: string; reason: string },
) {
  const { user, now } = context;
  return { id: context.newId(), companyName, ...change, byId: user.id, byName: fullName(user), at: now };
}

function newPeriods(
  pattern: PeriodPattern,
  from: { firstDay: string; number: number },
  { length, count }: { length: PeriodLength; count: number },
): (PeriodDays & { name: string })[] {
  if (!fitsPattern(pattern, length)) throw refuse('Weeks have seven days; numbered periods are longer.');
  return consecutivePeriods(from, { length, count }).map((days) => ({
    ...days,
    name: periodName(pattern, days.number),
  }));
}

const spanOf = (periods: readonly { name: string }[]) =>
  periods.length < 2
    ? (periods[0]?.name ?? '')
    : `${periods[0]?.name ?? ''} to ${periods.at(-1)?.name ?? ''}`;

/**
 * Sets up the periods of a company (PERIOD-01). The same request again changes nothing. Throws `FORBIDDEN`, `NOT_FOUND`,
 * `invalid_parameter`, and `WORKFLOW_CONFLICT` when the company has other periods.
 */
export async function setUpPeriods(
  context: RequestContext,
  rows: PeriodRows,
  { projectCompanyExternalId, pattern, firstDay, firstNumber, length, count }: PeriodSetUp,
): Promise<Periods> {
  const company = changedCompany(context, rows, { projectCompanyExternalId });
  const periods = newPeriods(pattern, { firstDay, number: firstNumber }, { length, count });
  if (company.pattern !== null) {
    if (company.pattern === pattern && isSame(company.periods, periods)) return viewPeriods(context, rows);
    throw conflict();
  }
  const { store } = context;
  return write(context, [
    insertPeriods(store, { projectCompanyExternalId, pattern }, periods),
    mergedSettings(store, { accountingPeriods: true }),
    insertPeriodChange(
      store,
      entryOf(context, company, { kind: 'SET_UP', period: spanOf(periods), reason: '' }),
    ),
  ]);
}

function isSame(stored: readonly PeriodDays[], wanted: readonly PeriodDays[]): boolean {
  return (
    stored.length === wanted.length &&
    wanted.every(({ number, firstDay, lastDay }, at) => {
      const other = stored[at];
      return other?.number === number && other.firstDay === firstDay && other.lastDay === lastDay;
    })
  );
}

/**
 * Adds periods after the last one (PERIOD-01). Throws `FORBIDDEN`, `NOT_FOUND`, `invalid_parameter`, and
 * `WORKFLOW_CONFLICT` when `after` is no longer the last one.
 */
export async function addPeriods(
  context: RequestContext,
  rows: PeriodRows,
  { projectCompanyExternalId, after, length, count }: AddedPeriods,
): Promise<Periods> {
  const company = changedCompany(context, rows, { projectCompanyExternalId });
  const { pattern } = company;
  const last = company.periods.at(-1);
  if (pattern === null || !last) throw refuse('Set up the periods of this company first.');
  if (last.number !== after) throw conflict();
  if (company.periods.length + count > maxPeriods)
    throw refuse(`A company can have at most ${maxPeriods} periods.`);
  const from = { firstDay: addDays(last.lastDay, 1), number: last.number + 1 };
  const periods = newPeriods(pattern, from, { length, count });
  const { store } = context;
  return write(context, [
    insertPeriods(store, { projectCompanyExternalId, pattern }, periods),
    insertPeriodChange(
      store,
      entryOf(context, company, { kind: 'ADDED', period: spanOf(periods), reason: '' }),
    ),
  ]);
}

/**
 * Closes or reopens a period (PERIOD-03). A period that is closed or open already stays as it is. Throws `FORBIDDEN`,
 * `NOT_FOUND`, `invalid_parameter` for a number without a period.
 */
export async function turn(
  context: RequestContext,
  rows: PeriodRows,
  { projectCompanyExternalId, number, reason }: PeriodTurn,
  to: 'CLOSED' | 'OPEN',
): Promise<Periods> {
  const company = changedCompany(context, rows, { projectCompanyExternalId });
  const period = company.periods.find((one) => one.number === number);
  if (!period) throw refuse(`${company.companyName} has no period ${number}.`);
  if (period.status === to) return viewPeriods(context, rows);
  const kind = to === 'CLOSED' ? 'CLOSED' : 'REOPENED';
  const entry = entryOf(context, company, { kind, period: period.name, reason });
  return write(context, turnPeriod(context.store, { projectCompanyExternalId, number, to }, entry));
}
