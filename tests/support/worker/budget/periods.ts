import type { Periods } from '#domain/periods/period-response';
import { as } from '../fixtures/client.ts';
import type { Answer } from '../fixtures/client.ts';
import type { PersonName } from '../fixtures/rows.ts';
import { rowsOf, sql } from '../fixtures/studio.ts';

export type PeriodsAnswer = Answer<Periods & { code?: string; message?: string }>;

/** A change of the periods of the first company of the first show. */
export const changePeriods = (
  what: 'set-up' | 'add' | 'close' | 'reopen',
  body: object,
  name: PersonName = 'ada',
): Promise<PeriodsAnswer> =>
  as(name).post(`/api/periods/${what}?showId=alpha1`, { projectCompanyExternalId: 'pc1', ...body });

/** Four weeks from November 1. */
export const fourWeeks = { pattern: 'WEEKS', firstDay: '2026-11-01', length: 'WEEK', count: 4 };

export const close = (number: number) => changePeriods('close', { number });
export const reopen = (number: number) => changePeriods('reopen', { number, reason: 'Late invoice' });

export async function forgetPeriods(): Promise<void> {
  await sql.alpha`DELETE FROM accounting_periods`;
  await sql.alpha`DELETE FROM period_changes`;
}

/** The sums of what a document counts, by day and measure. */
export const countedDays = async (id: string) =>
  (
    await rowsOf<{ day: string; measure: string; cents: number }>(
      'alpha1',
      `SELECT effective_day AS day, measure, sum(cents) AS cents FROM budget_movements
        WHERE document_id = '${id}' AND measure NOT IN ('WAITING', 'IN_PROGRESS')
        GROUP BY 1, 2 HAVING sum(cents) <> 0 ORDER BY 1, 2`,
    )
  ).map(({ day, measure, cents }) => `${day} ${measure} ${cents / 100}`);
