import { useState } from 'react';
import { Plus } from 'lucide-react';
import type { CompanyPeriods } from '#domain/periods/period-response';
import { Button } from '../../../parts/controls/button.tsx';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Day, today } from '../../../parts/display/date-format.tsx';
import { usePeriods } from '../../../forms/document/model/use-periods.ts';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { useSession } from '../../../session/session.tsx';
import { LoadingSections } from '../managed-form/loading-form.tsx';
import { Section } from '../managed-form/section.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { NewPeriodsDialog } from './new-periods-dialog.tsx';
import { CloseDialog, ReopenDialog } from './turn-dialogs.tsx';
import type { Period } from './turn-dialogs.tsx';

/** The accounting periods of each company (PERIOD-13). */
export function PeriodSettings() {
  const { data, error, isValidating, mutate } = usePeriods();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  if (!data) {
    if (error === undefined) return <LoadingSections />;
    return (
      <LoadFailure
        text="Error loading periods."
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    );
  }
  const { companies } = data;
  const hasCompanies = companies.length > 1;
  return (
    <>
      <div className="flex items-start justify-between gap-4 pb-5 max-sm:flex-col">
        <p className="max-w-prose text-sm text-pretty text-ink-muted">
          The final approval of a document enters it into the period of its date, or into the next open one.
          Nothing is entered into a closed period: a void or a change order of its documents counts in an open
          one. Companies without periods accept any date.
        </p>
        <Button onPress={() => setHistoryOpen(true)}>History</Button>
      </div>
      {companies.length === 0 ? (
        <p className="text-ink-muted">Accounting has not sent the companies of this show yet.</p>
      ) : null}
      {companies.map((company) => (
        <Company key={company.projectCompanyExternalId} company={company} />
      ))}
      {isHistoryOpen ? (
        <HistoryDialog hasCompanies={hasCompanies} onClose={() => setHistoryOpen(false)} />
      ) : null}
    </>
  );
}

/** Open periods that are shown at first, and closed ones before them. */
const [openShown, closedShown] = [8, 2];

/** The periods around the first open one. */
function nearest(periods: readonly Period[]): readonly Period[] {
  const at = periods.findIndex(({ status }) => status === 'OPEN');
  const from = at < 0 ? periods.length : at;
  return periods.slice(Math.max(0, from - closedShown), from + openShown);
}

function Company({ company }: { company: CompanyPeriods }) {
  const { can } = useSession();
  const mayChange = can('Budget', 'FULL');
  const { periods, companyName } = company;
  const [showsAll, setShowsAll] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [turned, setTurned] = useState<Period | null>(null);
  const shown = showsAll ? periods : nearest(periods);
  const hidden = periods.length - shown.length;
  const Turn = turned?.status === 'OPEN' ? CloseDialog : ReopenDialog;
  return (
    <Section
      title={companyName}
      {...(periods.length === 0 && { text: 'No periods: every date is accepted.' })}
      action={
        mayChange ? (
          <Button onPress={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            {periods.length === 0 ? 'Set Up Periods' : 'Add Periods'}
          </Button>
        ) : null
      }
    >
      {periods.length === 0 ? (
        <p className="text-ink-muted">Not set up.</p>
      ) : (
        <ul aria-label={`Periods of ${companyName}`} className="-my-2 divide-y divide-line">
          {shown.map((period) => (
            <PeriodRow
              key={period.number}
              period={period}
              onTurn={mayChange ? () => setTurned(period) : null}
            />
          ))}
          {hidden > 0 || showsAll ? (
            <li className="py-2">
              <LinkButton onPress={() => setShowsAll(!showsAll)}>
                {showsAll ? 'Show fewer periods' : `Show ${hidden} more periods`}
              </LinkButton>
            </li>
          ) : null}
        </ul>
      )}
      {isAdding ? <NewPeriodsDialog company={company} onClose={() => setAdding(false)} /> : null}
      {turned ? <Turn company={company} period={turned} onClose={() => setTurned(null)} /> : null}
    </Section>
  );
}

function PeriodRow({ period, onTurn }: { period: Period; onTurn: (() => void) | null }) {
  const { name, firstDay, lastDay, status } = period;
  const isOpen = status === 'OPEN';
  const isNow = firstDay <= today() && today() <= lastDay;
  const verb = isOpen ? 'Close' : 'Reopen';
  return (
    <li className="flex min-h-11 items-center gap-x-4 py-2">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          <Chip tone={isOpen ? 'positive' : 'neutral'} shape={isOpen ? 'open' : 'check'}>
            {isOpen ? 'Open' : 'Closed'}
          </Chip>
          {isNow ? <span className="text-sm font-normal text-ink-muted">today</span> : null}
        </span>
        <span className="block text-sm text-ink-muted">
          <Day day={firstDay} /> – <Day day={lastDay} />
        </span>
      </span>
      {onTurn ? (
        <Button aria-label={`${verb} ${name}`} onPress={onTurn}>
          {verb}
        </Button>
      ) : null}
    </li>
  );
}
