import { Download, Upload } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useState } from 'react';
import { partialHeading } from '#domain/budget/account-ranges';
import type { Budget, BudgetSummary } from '#domain/budget/budget-response';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { LoadFailure, PageHeader } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useSession } from '../../../session/session.tsx';
import { AmountDialog, LockDialog, OverageDialog, TransferDialog } from './change-dialogs.tsx';
import type { EditedLine } from './change-dialogs.tsx';
import { BudgetLines, BudgetTotals } from './budget-lines.tsx';
import { budgetFileHref, useBudget, useBudgets } from './calls.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { MeasuredLines } from './measured-lines.tsx';
import { NewBudgetDialog } from './new-budget-dialog.tsx';
import { SeriesDialog } from './series-dialog.tsx';

export const uploadHref = '/setup/budget/upload';
const listFailed = 'Error loading budgets.';

/** The budgets of the open show (BUD-17). */
export function BudgetScreen() {
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const { data: budgets, error, isValidating, mutate } = useBudgets();
  const chosen = budgets?.find(({ id }) => id === params.get('budget'));
  const shown = chosen ?? budgets?.find(({ isCounting }) => isCounting);
  const mayChange = can('Budget', 'FULL');
  const open = (id: string | null) => setParams(id === null ? {} : { budget: id }, { replace: true });
  useTitle('Budget');
  const creates = mayChange ? <Creates onNew={() => setCreating(true)} /> : null;
  return (
    <>
      <div className="gutter">
        <PageHeader title="Budget" acts={shown ? creates : null}>
          {budgets && shown ? (
            <Select
              label="Shown budget"
              hideLabel
              className="w-72 max-sm:w-full"
              options={budgets.map(optionOf)}
              value={shown.id}
              onChange={open}
            />
          ) : null}
        </PageHeader>
      </div>
      {error && !budgets ? (
        <LoadFailure text={listFailed} onRetry={() => void mutate()} isBusy={isValidating} error={error} />
      ) : null}
      {budgets?.length === 0 ? (
        <EmptyState action={creates}>
          No budget yet. Upload the budget of this show from Excel, CSV, tab-delimited text or Movie Magic
          Budgeting XML, or enter it by hand.
        </EmptyState>
      ) : null}
      {shown ? <OpenBudget key={shown.id} id={shown.id} mayChange={mayChange} /> : null}
      {isCreating ? (
        <NewBudgetDialog
          onClose={() => setCreating(false)}
          onCreated={async (created) => {
            await mutate();
            open(created.id);
          }}
        />
      ) : null}
    </>
  );
}

function optionOf({ id, number, name, status, isCounting }: BudgetSummary) {
  const detail = [status === 'LOCKED' ? 'Locked' : 'Working', isCounting ? 'counts' : ''];
  return { id, text: `${number} · ${name}`, detail: detail.filter(Boolean).join(', ') };
}

function Creates({ onNew }: { onNew: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button onPress={onNew}>New Budget</Button>
      <ButtonLink href="/setup/budget/accounting">From Accounting</ButtonLink>
      <ButtonLink look="primary" href={uploadHref}>
        <Upload aria-hidden className="size-4" />
        Upload Budget
      </ButtonLink>
    </div>
  );
}

type Opened = 'transfer' | 'overage' | 'lock' | 'history' | 'series' | EditedLine;

function OpenBudget({ id, mayChange }: { id: string; mayChange: boolean }) {
  const { data: budget, error, isValidating, mutate } = useBudget(id);
  const { mutate: mutateList } = useBudgets();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [params, setParams] = useSearchParams();
  if (error && !budget)
    return (
      <LoadFailure text={listFailed} onRetry={() => void mutate()} isBusy={isValidating} error={error} />
    );
  const dialog = {
    onClose: () => setOpened(null),
    onSaved: async (saved: Budget) => {
      await mutate(saved, { revalidate: false });
      await mutateList();
    },
    onOutdated: () => void mutate(),
  };
  const isEditable = mayChange && budget?.status === 'WORKING';
  const showsCosts = params.get('view') === 'costs' && budget?.isCounting === true;
  const switchView = () =>
    setParams(showsCosts ? { budget: id } : { budget: id, view: 'costs' }, { replace: true });
  return (
    <>
      {budget ? (
        <div className="gutter grid gap-4 pb-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Status budget={budget} />
            <div className="flex flex-wrap gap-2">
              {budget.isCounting ? (
                <>
                  <Button onPress={switchView}>{showsCosts ? 'Amounts' : 'Costs'}</Button>
                  <ButtonLink href="/setup/budget/report">Cost Report</ButtonLink>
                  <ButtonLink href="/setup/budget/actuals">Other Actuals</ButtonLink>
                </>
              ) : null}
              <Actions budget={budget} mayChange={mayChange} onOpen={setOpened} />
            </div>
          </div>
          {showsCosts ? null : <BudgetTotals budget={budget} />}
        </div>
      ) : null}
      {showsCosts ? (
        <MeasuredLines />
      ) : (
        <BudgetLines budget={budget} onEdit={isEditable ? setOpened : null} />
      )}
      {budget && opened === 'history' ? <HistoryDialog budget={budget} onClose={dialog.onClose} /> : null}
      {budget && opened === 'lock' ? <LockDialog budget={budget} {...dialog} /> : null}
      {budget && opened === 'series' ? <SeriesDialog budget={budget} {...dialog} /> : null}
      {budget && opened === 'transfer' ? <TransferDialog budget={budget} {...dialog} /> : null}
      {budget && opened === 'overage' ? <OverageDialog budget={budget} {...dialog} /> : null}
      {budget && typeof opened === 'object' && opened !== null ? (
        <AmountDialog budget={budget} line={opened} {...dialog} />
      ) : null}
    </>
  );
}

function Status({ budget }: { budget: Budget }) {
  const { status, isCounting, isPartial, lockedBy, createdBy } = budget;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
      <Chip
        tone={status === 'LOCKED' ? 'positive' : 'neutral'}
        shape={status === 'LOCKED' ? 'check' : 'open'}
      >
        {status === 'LOCKED' ? 'Locked' : 'Working'}
      </Chip>
      {isCounting ? null : <span>Another budget counts.</span>}
      {isPartial ? <span>{`${partialHeading}.`}</span> : null}
      <span>{lockedBy ? `Locked by ${lockedBy.name}` : `Created by ${createdBy.name}`}</span>
    </p>
  );
}

/** Files that can be changed in a spreadsheet and uploaded again (BUD-86). */
function Files({ id }: { id: string }) {
  const { show } = useSession();
  return Object.entries({ xlsx: 'Excel', csv: 'CSV' } as const).map(([format, text]) => (
    <ButtonLink key={format} href={budgetFileHref(id, show.id, format)} download>
      <Download aria-hidden className="size-4" />
      {text}
    </ButtonLink>
  ));
}

function Actions(props: { budget: Budget; mayChange: boolean; onOpen: (opened: Opened) => void }) {
  const { budget, mayChange, onOpen } = props;
  const isWorking = budget.status === 'WORKING';
  const { data: fields } = useAccountFields();
  const hasEpisodes = fields?.some(({ config_type: type }) => type === 'EPISODE') ?? false;
  const newer = budget.isCounting ? null : 'A newer budget is locked. Change that one.';
  return (
    <div className="flex flex-wrap gap-2">
      <Button onPress={() => onOpen('history')}>History</Button>
      {budget.lines.length > 0 ? <Files id={budget.id} /> : null}
      {mayChange && isWorking ? (
        <>
          <Button onPress={() => onOpen({ isNew: true })}>Add Line</Button>
          {hasEpisodes ? <Button onPress={() => onOpen('series')}>Pattern and Amort</Button> : null}
          <Button
            onPress={() => onOpen('lock')}
            reason={budget.lines.length === 0 ? 'This budget has no lines yet.' : null}
          >
            Lock
          </Button>
        </>
      ) : null}
      {mayChange && !isWorking ? (
        <>
          <Button onPress={() => onOpen('overage')} reason={newer}>
            Approved Overage
          </Button>
          <Button onPress={() => onOpen('transfer')} reason={newer}>
            Transfer
          </Button>
        </>
      ) : null}
    </div>
  );
}
