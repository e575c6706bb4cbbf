import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { ActualImport } from '#domain/budget/actuals-response';
import { toCents } from '#domain/values/money';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Day, Time } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { LoadFailure, PageHeader } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useSession } from '../../../session/session.tsx';
import { useActualImports } from './calls.ts';
import { ReverseDialog } from './reverse-dialog.tsx';
import { RowsDialog } from './rows-dialog.tsx';

const uploadHref = '/setup/budget/upload-actuals';

/** The imports of other actuals: payroll, petty cash, cards and journals (ACTUAL-07). */
export function ActualsScreen() {
  const { can } = useSession();
  const { data: pages, error, isValidating, mutate, size, setSize } = useActualImports();
  const [opened, setOpened] = useState<{ kind: 'rows' | 'reverse'; of: ActualImport } | null>(null);
  const imports = pages?.flatMap((page) => page.imports);
  const mayChange = can('Budget', 'FULL');
  useTitle('Other Actuals');
  const upload = mayChange ? (
    <ButtonLink look="primary" href={uploadHref}>
      <Upload aria-hidden className="size-4" />
      Upload Actuals
    </ButtonLink>
  ) : null;
  return (
    <>
      <div className="gutter">
        <PageHeader title="Other Actuals" acts={upload}>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/setup/budget">Budget</ButtonLink>
            <ButtonLink href="/setup/budget/report">Cost Report</ButtonLink>
          </div>
        </PageHeader>
      </div>
      {error && !pages ? (
        <LoadFailure
          text="Error loading the actuals."
          onRetry={() => void mutate()}
          isBusy={isValidating}
          error={error}
        />
      ) : null}
      {imports?.length === 0 ? (
        <EmptyState action={upload}>
          Nothing imported yet. Payroll, petty cash, cards and journals from accounting count as actual to
          date, beside the invoices of this show.
        </EmptyState>
      ) : null}
      <ul aria-label="Imports" aria-busy={!imports} className="gutter grid grid-cols-1 gap-2 pb-4">
        {imports?.map((one) => (
          <ImportCard
            key={one.id}
            imported={one}
            onOpen={() => setOpened({ kind: 'rows', of: one })}
            onReverse={
              mayChange && one.reversed === null ? () => setOpened({ kind: 'reverse', of: one }) : null
            }
          />
        ))}
      </ul>
      {pages?.at(-1)?.hasMore ? (
        <div className="gutter pb-4">
          <Button onPress={() => void setSize(size + 1)} isPending={isValidating}>
            Show more
          </Button>
        </div>
      ) : null}
      {opened?.kind === 'rows' ? (
        <RowsDialog
          title={`Import ${opened.of.number}`}
          importId={opened.of.id}
          currency={opened.of.currency}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {opened?.kind === 'reverse' ? (
        <ReverseDialog
          imported={opened.of}
          onClose={() => setOpened(null)}
          onReversed={async () => void (await mutate())}
        />
      ) : null}
    </>
  );
}

function ImportCard(props: { imported: ActualImport; onOpen: () => void; onReverse: (() => void) | null }) {
  const { imported, onOpen, onReverse } = props;
  const { number, fileName, companyName, rows, total, currency, firstDay, lastDay, by, at, reversed } =
    imported;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-surface-raised px-4 py-3">
      <div className="min-w-64 flex-1 max-sm:min-w-0 max-sm:basis-full">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{`Import ${number}`}</span>
          <span className="text-sm wrap-anywhere text-ink-muted">{fileName}</span>
          {reversed ? (
            <Chip tone="neutral" shape="cross">
              Reversed
            </Chip>
          ) : null}
        </span>
        <span className="block text-sm text-ink-muted">
          {[companyName, rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`].join(' · ')}
          {' · '}
          <Day day={firstDay} />
          {firstDay === lastDay ? null : (
            <>
              {' to '}
              <Day day={lastDay} />
            </>
          )}
        </span>
        <span className="block text-sm text-ink-muted">
          {`${by.name} · `}
          <Time at={at} />
        </span>
        {reversed ? (
          <span className="block text-sm wrap-anywhere text-ink-muted">
            {`Reversed by ${reversed.by.name}: ${reversed.reason}`}
          </span>
        ) : null}
      </div>
      {total === null ? null : (
        <span className={reversed ? 'text-ink-muted line-through' : 'font-semibold'}>
          <Money cents={toCents(total)} currency={currency} />
        </span>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onPress={onOpen} aria-label={`Rows of import ${number}`}>
          Rows
        </Button>
        {onReverse ? (
          <Button onPress={onReverse} aria-label={`Reverse import ${number}`}>
            Reverse
          </Button>
        ) : null}
      </div>
    </li>
  );
}
