import { consecutivePeriods, periodName } from '#domain/periods/period';
import { addMonths } from '#domain/values/days';
import { idIn } from '#domain/values/ids';
import { accountingPeriods, periodChanges } from '#store/show/tables/period-tables';
import { day, dayOf, instant, uuidAt } from '../clock.ts';
import { randomFrom } from '../random.ts';
import type { Company } from './companies.ts';
import type { Draft } from './show.ts';

const pattern = 'NUMBERS' as const;
const monthsAhead = 12;

/**
 * Adds monthly periods of each company. The month before the current one is still to be closed, those before it are
 * closed. They were set up last week, so that approved documents have none (PERIOD-12). Nothing is drawn from the seed,
 * so that the documents stay as they are.
 */
export function addPeriods(show: Draft, companies: readonly Company[]): void {
  const { plan, rows, members, anchor, openedAt } = show;
  if (!plan.settings.accountingPeriods) return;
  const showId = plan.id;
  const accountant = members.find(({ membership }) => membership.role === 'Show Admin')?.person;
  const random = randomFrom(`${showId}/periods`);
  const firstDay = `${dayOf(openedAt).slice(0, 7)}-01`;
  const lastMonth = addMonths(`${dayOf(anchor).slice(0, 7)}-01`, -1);
  const at = anchor - 6 * day;
  for (const { projectCompanyExternalId, name: companyName } of companies) {
    const change = () => ({
      showId,
      id: idIn(showId, uuidAt(random, at)),
      companyName,
      byId: accountant?.id ?? '',
      byName: accountant?.name ?? '',
      at: instant(at),
    });
    const periods = consecutivePeriods({ firstDay, number: 1 }, { length: 'MONTH', count: monthsAhead });
    const nameOf = (number: number) => periodName(pattern, number);
    const closed = periods.filter(({ lastDay }) => lastDay < lastMonth);
    rows.add(
      accountingPeriods,
      ...periods.map((period) => ({
        ...period,
        showId,
        projectCompanyExternalId,
        pattern,
        name: nameOf(period.number),
        status: period.lastDay < lastMonth ? ('CLOSED' as const) : ('OPEN' as const),
      })),
    );
    rows.add(
      periodChanges,
      { ...change(), kind: 'SET_UP', period: `${nameOf(1)} to ${nameOf(periods.length)}` },
      ...closed.map(({ number }) => ({ ...change(), kind: 'CLOSED' as const, period: nameOf(number) })),
    );
  }
}
