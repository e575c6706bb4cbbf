import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import { reportDimensions } from '#domain/budget/cost-report/dimensions';
import type { ReportDimension } from '#domain/budget/cost-report/dimensions';
import type { NewEstimates } from '#domain/budget/cost-report/request';
import type {
  CostDocuments,
  CostReport,
  EstimateHistory,
  SavedEstimates,
} from '#domain/budget/cost-report/response';
import { api, ask } from '../../../api.ts';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { keys } from '../../../keys.ts';
import { timeZone } from '../../../parts/display/date-format.tsx';
import { useSession } from '../../../session/session.tsx';
import { usePagesBefore } from '../use-pages-before.ts';

const reports = api.api['cost-reports'];

/** Which report the screen shows: an issued one, or the current one as of a day. */
export interface ShownReport {
  by: ReportDimension;
  /** Null: not issued. */
  number: string | null;
  /** Null: today. */
  day: string | null;
}

/** Reads the shown report from the address of the screen. */
export function shownReport(params: URLSearchParams): ShownReport {
  return {
    by: reportDimensions.find((one) => one === params.get('by')) ?? 'ACCOUNT',
    number: params.get('number'),
    day: params.get('day'),
  };
}

/** The types of code by which rows are offered: location and free field only if the chart of accounts has them. */
export function useDimensions(shown: ShownReport): readonly ReportDimension[] {
  const { data: fields } = useAccountFields();
  return reportDimensions.filter(
    (one) =>
      (one !== 'LOCATION' && one !== 'FREE_FIELD') ||
      one === shown.by ||
      fields?.some(({ config_type }) => config_type === one),
  );
}

const queryOf = (showId: string, { by, day }: ShownReport) => ({ showId, by, ...(day !== null && { day }) });

export function useCostReport(shown: ShownReport) {
  const { show } = useSession();
  const { number, by, day } = shown;
  return useSWR<CostReport>(
    keys.managed(show.id, 'cost-report', number ?? '', by, day ?? ''),
    () =>
      number === null
        ? ask(reports.current.$get({ query: queryOf(show.id, shown) }))
        : ask(reports[':number'].$get({ param: { number }, query: { showId: show.id, by } })),
    { keepPreviousData: true },
  );
}

/** Whether a key of the cache is that of a cost report. */
export const isReportKey = (key: unknown) => Array.isArray(key) && key[2] === 'cost-report';

/** The issued reports, the newest first. */
export function useIssuedReports() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'cost-reports'), async () => {
    const answer = await ask(reports.$get({ query: { showId: show.id } }));
    return answer.reports;
  });
}

export function useOpenCosts() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'open-costs'), () =>
    ask(reports.open.$get({ query: { showId: show.id } })),
  );
}

/** Documents on one page of a row. */
const documentsPerPage = 50;

/** The documents behind a row, the newest first, in pages. */
export function useCostDocuments(shown: ShownReport, code: string) {
  const { show } = useSession();
  return useSWRInfinite<CostDocuments>(
    (index: number, previous: CostDocuments | null) =>
      previous && !previous.hasMore
        ? null
        : keys.managed(show.id, 'cost-documents', shown.by, shown.day ?? '', code, index * documentsPerPage),
    (key: readonly unknown[]) =>
      ask(
        reports.current.documents.$get({
          query: { ...queryOf(show.id, shown), code, offset: String(key.at(-1)) },
        }),
      ),
  );
}

/** The documents behind an account of open orders and accruals, the newest first, in pages. */
export function useOpenDocuments(code: string) {
  const { show } = useSession();
  return useSWRInfinite<CostDocuments>(
    (index: number, previous: CostDocuments | null) =>
      previous && !previous.hasMore
        ? null
        : keys.managed(show.id, 'open-documents', code, index * documentsPerPage),
    (key: readonly unknown[]) =>
      ask(
        reports.current.documents.$get({
          query: { showId: show.id, code, open: 'yes', offset: String(key.at(-1)) },
        }),
      ),
  );
}

export function issueReport(
  showId: string,
  json: { day: string; note: string },
  key: string,
): Promise<CostReport> {
  return ask(reports.$post({ query: { showId }, json }, { headers: { 'Idempotency-Key': key } }));
}

/** The address of a file of the shown report. */
export function fileHref(
  kind: 'csv' | 'xlsx' | 'pdf',
  showId: string,
  { by, number, day }: ShownReport,
): string {
  const query = new URLSearchParams({
    showId,
    by,
    timeZone,
    ...(number !== null && { number }),
    ...(day !== null && { day }),
  });
  if (kind === 'pdf') return `/api/cost-reports/pdf?${query}`;
  query.set('format', kind);
  return `/api/cost-reports/file?${query}`;
}

export function openFileHref(format: 'csv' | 'xlsx', showId: string): string {
  return `/api/cost-reports/open/file?${new URLSearchParams({ showId, timeZone, format })}`;
}

/** The changes of the estimate of an account, the newest first, in pages. */
export function useEstimateHistory(account: string) {
  return usePagesBefore<EstimateHistory>(
    ['cost-estimates', account],
    (page) => page.changes.at(-1)?.revision.toString(),
    (query) => ask(reports.estimates.$get({ query: { ...query, account } })),
  );
}

export function saveEstimates(showId: string, json: NewEstimates, key: string): Promise<SavedEstimates> {
  return ask(reports.estimates.$post({ query: { showId }, json }, { headers: { 'Idempotency-Key': key } }));
}
