import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { categoryOf } from '#domain/budget/cost-report/categories';
import { budgetedRatesText } from '#domain/budget/cost-report/columns';
import { needsReview } from '#domain/estimates/estimate';
import { dimensionNames } from '#domain/budget/cost-report/dimensions';
import type { CostReport } from '#domain/budget/cost-report/response';
import { isDay } from '#domain/values/days';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Day, Time } from '../../../parts/display/date-format.tsx';
import { DateField } from '../../../parts/fields/date-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { LoadFailure, PageHeader } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useSession } from '../../../session/session.tsx';
import { fileHref, shownReport, useCostReport, useDimensions, useIssuedReports } from './calls.ts';
import type { ShownReport } from './calls.ts';
import { CategoryChart } from './category-chart.tsx';
import { CostDocumentsDialog } from './cost-documents-dialog.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { OpenCosts } from './open-costs.tsx';
import { ReportRows } from './report-rows.tsx';
import type { Item } from './report-figures.tsx';

/** The address of the screen, also for guarantors. */
export const reportPath = '/setup/budget/report';

/** The cost report of the open show, as of a day or as it was issued (REPORT-12). */
export function CostReportScreen() {
  const [params, setParams] = useSearchParams();
  const { can, show } = useSession();
  const [isIssuing, setIssuing] = useState(false);
  const shown = shownReport(params);
  const showsOpen = params.get('view') === 'open';
  const { data: report, error, isValidating, mutate } = useCostReport(shown);
  const issued = useIssuedReports();
  const dimensions = useDimensions(shown);
  const title = showsOpen ? 'Open Orders' : 'Cost Report';
  useTitle(title);
  const change = (changes: Record<string, string | null>) =>
    setParams(changed(params, { category: null, review: null, ...changes }), { replace: true });
  const isCurrent = shown.number === null;
  return (
    <>
      <div className="gutter">
        <PageHeader
          title={title}
          acts={
            can('Budget', 'FULL') && isCurrent && report?.currency && !showsOpen ? (
              <>
                {report.hasActuals ? (
                  <ButtonLink href={`/setup/budget/estimates?day=${report.day}`}>Edit Estimates</ButtonLink>
                ) : null}
                <Button look="primary" onPress={() => setIssuing(true)}>
                  Issue
                </Button>
              </>
            ) : null
          }
        >
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/setup/budget">Budget</ButtonLink>
            <Button onPress={() => change({ view: showsOpen ? null : 'open' })}>
              {showsOpen ? 'Cost Report' : 'Open Orders'}
            </Button>
          </div>
        </PageHeader>
      </div>
      {showsOpen ? (
        <OpenCosts />
      ) : (
        <>
          <div className="gutter flex flex-wrap items-end gap-3 pb-4">
            <Select
              label="Report"
              className="w-64 max-sm:w-full"
              options={[
                { id: 'current', text: 'Not issued' },
                ...(issued.data ?? []).map(({ number, note }) => ({
                  id: String(number),
                  text: `Report ${number}`,
                  detail: note,
                })),
              ]}
              value={shown.number ?? 'current'}
              onChange={(id) => change({ number: id === 'current' ? null : id, day: null })}
            />
            {report?.isPartial ? null : (
              <Select
                label="By"
                className="w-44 max-sm:w-full"
                options={dimensions.map((id) => ({ id, text: dimensionNames[id] }))}
                value={shown.by}
                onChange={(id) => change({ by: id === 'ACCOUNT' ? null : id })}
              />
            )}
            {isCurrent ? (
              <div className="w-44 max-sm:w-full">
                <DateField
                  label="As of"
                  value={shown.day ?? report?.day ?? ''}
                  onChange={(day) => (isDay(day) ? change({ day }) : undefined)}
                />
              </div>
            ) : null}
            <Files shown={shown} showId={show.id} />
          </div>
          {error && !report ? (
            <LoadFailure
              text="Error loading the cost report."
              onRetry={() => void mutate()}
              isBusy={isValidating}
              error={error}
            />
          ) : null}
          {report ? <Report report={report} shown={shown} /> : null}
        </>
      )}
      {isIssuing && report ? (
        <IssueDialog
          day={report.day}
          onClose={() => setIssuing(false)}
          onIssued={async (number) => {
            await issued.mutate();
            change({ number: String(number), day: null });
          }}
        />
      ) : null}
    </>
  );
}

function changed(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

/** Downloads of the shown report. */
export function Files({ shown, showId }: { shown: ShownReport; showId: string }) {
  const links = [
    ['pdf', 'PDF'],
    ['xlsx', 'Excel'],
    ['csv', 'CSV'],
  ] as const;
  return (
    <div className="flex flex-wrap gap-2">
      {links.map(([kind, text]) => (
        <ButtonLink key={kind} href={fileHref(kind, showId, shown)} download>
          <Download aria-hidden className="size-4" />
          {text}
        </ButtonLink>
      ))}
    </div>
  );
}

/** The facts, the chart and the rows of a report. */
export function Report({ report, shown }: { report: CostReport; shown: ShownReport }) {
  const [params] = useSearchParams();
  const { can } = useSession();
  const [opened, setOpened] = useState<Item | null>(null);
  const toBudget = can('Budget', 'READ') ? <ButtonLink href="/setup/budget">Go to Budget</ButtonLink> : null;
  if (report.currency === '')
    return (
      <EmptyState action={toBudget}>
        A cost report compares costs with a budget, and this show has none yet.
      </EmptyState>
    );
  const chosen = report.categories.find(({ code }) => code === params.get('category'));
  const inReview = params.get('review') !== null;
  const rows = report.rows.filter(
    (row) => (!chosen || categoryOf(row) === chosen.code) && (!inReview || needsReview(row.etc)),
  );
  const hrefOf = (changes: Record<string, string | null>) =>
    `${reportPath}?${changed(params, { category: null, review: null, ...changes })}`;
  return (
    <>
      <Facts report={report} />
      {report.categories.length > 0 ? (
        <CategoryChart
          report={report}
          hrefOf={(category) => hrefOf({ category })}
          chosen={chosen?.code ?? null}
        />
      ) : null}
      {chosen ? (
        <ChosenCategory key={chosen.code} name={chosen.description || chosen.code} allHref={hrefOf({})} />
      ) : null}
      <ToReview rows={report.rows} inReview={inReview} hrefOf={hrefOf} />
      {report.rows.length === 0 ? (
        <EmptyState action={toBudget}>No costs as of this day yet.</EmptyState>
      ) : (
        <ReportRows report={report} rows={rows} onOpen={report.issued ? null : setOpened} />
      )}
      {opened ? (
        <CostDocumentsDialog
          shown={shown}
          code={opened.code}
          title={[opened.name, opened.description].filter(Boolean).join(' ')}
          currency={report.currency}
          hasActuals={report.hasActuals}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

/** Names the category of the rows and moves to them, because the chart is longer than a screen (REPORT-08). */
function ChosenCategory({ name, allHref }: { name: string; allHref: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p
      ref={box}
      tabIndex={-1}
      className="gutter flex scroll-mt-20 flex-wrap items-center gap-3 pb-3 text-sm outline-none"
    >
      {`Accounts of ${name} only.`}
      <ButtonLink look="quiet" href={allHref}>
        Show all accounts
      </ButtonLink>
    </p>
  );
}

/** The accounts whose ETC is below zero: the program never moves an EFC (EFC-05). */
function ToReview(props: {
  rows: CostReport['rows'];
  inReview: boolean;
  hrefOf: (changes: Record<string, string | null>) => string;
}) {
  const { rows, inReview, hrefOf } = props;
  const count = rows.filter(({ etc }) => needsReview(etc)).length;
  if (count === 0 && !inReview) return null;
  return (
    <p className="gutter flex flex-wrap items-center gap-3 pb-3 text-sm">
      {`${count === 1 ? '1 account costs' : `${count} accounts cost`} more than estimated: ETC is below zero.`}
      <ButtonLink look="quiet" href={hrefOf(inReview ? {} : { review: '1' })}>
        {inReview ? 'Show all accounts' : 'Review'}
      </ButtonLink>
    </p>
  );
}

/** What the figures are of, and what they leave out. */
function Facts({ report }: { report: CostReport }) {
  const { issued, previous, from, day, heading, budgetName, isComplete } = report;
  return (
    <div className="gutter grid gap-1 pb-5 text-sm text-ink-muted">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={issued ? 'positive' : 'neutral'} shape={issued ? 'check' : 'open'}>
          {issued ? `Report ${issued.number}` : 'Not issued'}
        </Chip>
        <span>
          {'Period '}
          <Day day={from} />
          {' to '}
          <Day day={day} />
        </span>
        <span>{previous === null ? 'No earlier report' : `Change since report ${previous}`}</span>
        <span>{budgetName}</span>
        {issued ? (
          <span>
            {`Issued by ${issued.issuedBy.name}, `}
            <Time at={issued.issuedAt} />
          </span>
        ) : null}
      </p>
      {heading ? <p>{heading}</p> : null}
      {report.budgetedRates ? (
        <p className="wrap-anywhere">
          {`Budgeted rates: ${budgetedRatesText(report.budgetedRates, report.currency)}. Below the total cost: what it would be at these rates, less what it is.`}
        </p>
      ) : null}
      {isComplete ? null : <p>Documents from before the upgrade are still being counted.</p>}
      {issued?.note ? <p className="text-ink">{issued.note}</p> : null}
    </div>
  );
}
