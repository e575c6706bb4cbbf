import { Navigate, useLocation, useSearchParams } from 'react-router';
import { signOf } from '#domain/budget/cost-report/columns';
import { dimensionNames, reportDimensions } from '#domain/budget/cost-report/dimensions';
import type { IssuedCostReport } from '#domain/budget/cost-report/response';
import { toCents } from '#domain/values/money';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { LoadFailure, PageHeader } from '../../../parts/page/card.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { useSession } from '../../../session/session.tsx';
import { ManagedList } from '../managed-form/managed-list.tsx';
import { shownReport, useCostReport, useIssuedReports } from './calls.ts';
import { Files, Report, reportPath } from './cost-report.tsx';

type Item = IssuedCostReport & { id: string };

/** The amount of a report's total that is missing without other actuals, or if the user sees a part of the accounts. */
function Total({ report, of }: { report: Item; of: 'total' | 'overUnder' }) {
  const amount = report.totals?.[of] ?? null;
  if (amount === null) return <span className="text-ink-muted">—</span>;
  if (of === 'total') return <Money cents={toCents(amount)} currency={report.currency} />;
  return (
    <span className={amount < 0 ? 'font-medium text-negative' : undefined}>
      {signOf(amount)}
      <Money cents={toCents(Math.abs(amount))} currency={report.currency} />
    </span>
  );
}

const totals = [
  { id: 'total', name: 'Total Cost' },
  { id: 'overUnder', name: '(Over)/Under' },
] as const;

const columns: readonly TableColumn<Item>[] = [
  {
    id: 'number',
    name: 'Report',
    width: '7rem',
    isRowHeader: true,
    cell: ({ number }) => <span className="font-medium">{`Report ${number}`}</span>,
  },
  { id: 'day', name: 'As of', width: '8rem', cell: ({ day }) => <Day day={day} /> },
  { id: 'note', name: 'Note', cell: ({ note }) => <span title={note}>{note}</span> },
  ...totals.map(({ id, name }): TableColumn<Item> => ({
    id,
    name,
    width: '9rem',
    align: 'right',
    cell: (report) => <Total report={report} of={id} />,
  })),
];

function ReportCard({ report }: { report: Item }) {
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{`Report ${report.number}`}</span>
        <span className="text-sm text-ink-muted">
          {'As of '}
          <Day day={report.day} />
        </span>
      </span>
      {report.note ? <span className="block text-sm wrap-anywhere text-ink-muted">{report.note}</span> : null}
      {totals.map(({ id, name }) => (
        <span key={id} className="flex justify-between gap-3 text-sm">
          <span className="text-ink-muted">{name}</span>
          <Total report={report} of={id} />
        </span>
      ))}
    </>
  );
}

function IssuedReportList() {
  const { data, error, isValidating, mutate } = useIssuedReports();
  return (
    <ManagedList
      title="Cost Reports"
      columns={columns}
      items={data?.map((report) => ({ ...report, id: String(report.number) }))}
      hrefOf={({ id }) => `${reportPath}?number=${id}`}
      renderCard={(report) => <ReportCard report={report} />}
      empty="No cost report has been issued yet."
      failure={
        error && !data
          ? {
              text: 'Error loading the cost reports.',
              onRetry: () => void mutate(),
              isBusy: isValidating,
              error,
            }
          : null
      }
    />
  );
}

function IssuedReport({ number }: { number: string }) {
  const [params, setParams] = useSearchParams();
  const { show } = useSession();
  const shown = { ...shownReport(params), number, day: null };
  const { data: report, error, isValidating, mutate } = useCostReport(shown);
  // A guarantor cannot read the chart of accounts: what the report has no codes of is not offered.
  const dimensions = reportDimensions.filter(
    (one) => one === 'ACCOUNT' || one === shown.by || report?.dimensions?.includes(one),
  );
  const title = `Cost Report ${number}`;
  useTitle(title);
  const by = (id: string | null) => {
    const next = new URLSearchParams({ number });
    if (id !== null && id !== 'ACCOUNT') next.set('by', id);
    setParams(next, { replace: true });
  };
  return (
    <>
      <div className="gutter">
        <PageHeader title={title}>
          <ButtonLink href={reportPath}>All Reports</ButtonLink>
        </PageHeader>
      </div>
      {error ? (
        <LoadFailure
          text="Error loading the cost report."
          onRetry={() => void mutate()}
          isBusy={isValidating}
          error={error}
        />
      ) : (
        <>
          <div className="gutter flex flex-wrap items-end gap-3 pb-4">
            {report?.isPartial ? null : (
              <Select
                label="By"
                className="w-44 max-sm:w-full"
                options={dimensions.map((id) => ({ id, text: dimensionNames[id] }))}
                value={shown.by}
                onChange={by}
              />
            )}
            <Files shown={shown} showId={show.id} />
          </div>
          {report ? <Report report={report} shown={shown} /> : null}
        </>
      )}
    </>
  );
}

/** What a guarantor sees of a show: the list of issued cost reports, and each of them (BUD-88). */
export function IssuedReports() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const number = params.get('number');
  if (pathname !== reportPath) return <Navigate to={reportPath} replace />;
  return number === null ? <IssuedReportList /> : <IssuedReport key={number} number={number} />;
}
