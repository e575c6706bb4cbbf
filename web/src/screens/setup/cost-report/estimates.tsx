import { useCallback, useRef, useState } from 'react';
import { useBlocker, useNavigate, useSearchParams } from 'react-router';
import type { NewEstimates } from '#domain/budget/cost-report/request';
import type { CostReport } from '#domain/budget/cost-report/response';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { LoadFailure, PageHeader } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { ActionBar, LeaveDialog } from '../managed-form/managed-form.tsx';
import { shownReport, useCostReport } from './calls.ts';
import { entriesOf, withRevisionsOf } from './estimate-draft.ts';
import type { EnteredColumn, EnteredEstimate, EstimateDraft } from './estimate-draft.ts';
import { EstimateTable } from './estimate-table.tsx';
import { SaveEstimatesDialog } from './save-estimates-dialog.tsx';

/** Enters EFC or ETC of all accounts as of the day of the report (EFC-03). */
export function EstimatesScreen() {
  const [params] = useSearchParams();
  const { can } = useSession();
  const { day } = shownReport(params);
  const { data: report, error, isValidating, mutate } = useCostReport({ by: 'ACCOUNT', number: null, day });
  useTitle('Estimates');
  if (!report)
    return error ? (
      <LoadFailure
        text="Error loading the cost report."
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    ) : null;
  if (!can('Budget', 'FULL'))
    return (
      <EmptyState action={<ButtonLink href="/setup/budget/report">Cost Report</ButtonLink>}>
        You do not have permission to change estimates. Ask a Show Admin for it.
      </EmptyState>
    );
  if (!report.hasActuals || report.rows.length === 0)
    return (
      <EmptyState action={<ButtonLink href="/setup/budget/actuals">Other Actuals</ButtonLink>}>
        An estimate needs a budget and all costs: import other actuals first.
      </EmptyState>
    );
  return <Estimates report={report} reload={() => mutate()} />;
}

function Estimates(props: { report: CostReport; reload: () => Promise<CostReport | undefined> }) {
  const { report, reload } = props;
  const [column, setColumn] = useState<EnteredColumn>('efc');
  const [draft, setDraft] = useState<EstimateDraft>(new Map());
  // As they were when `Save` was pressed: a request that is repeated has the same entries.
  const [toSave, setToSave] = useState<NewEstimates['estimates']>([]);
  const navigate = useNavigate();
  const flash = useToast();
  const mayLeave = useRef(false);
  const entries = entriesOf(report.rows, draft);
  const invalid = [...draft.values()].filter(({ isInvalid }) => isInvalid).length;
  const leaving = useBlocker(() => (entries.length > 0 || invalid > 0) && !mayLeave.current);
  const enter = useCallback(
    (account: string, entered: EnteredEstimate) =>
      setDraft((before) => new Map(before).set(account, entered)),
    [],
  );
  const enterOther = (other: EnteredColumn) => {
    setColumn(other);
    // The boxes of the other column are empty where a text is no amount.
    setDraft((before) => new Map([...before].filter(([, { isInvalid }]) => !isInvalid)));
  };
  /** Shows what another user changed. The next `Save` replaces it. */
  const renew = async () => {
    const { rows } = (await reload()) ?? report;
    const renewed = withRevisionsOf(rows, draft);
    setDraft(renewed);
    setToSave(entriesOf(rows, renewed));
  };
  const goBack = () => {
    mayLeave.current = true;
    void navigate(`/setup/budget/report?day=${report.day}`);
  };
  return (
    <div className="flex flex-1 flex-col">
      <div className="gutter flex-1 pb-8">
        <PageHeader
          title="Estimates"
          detail={
            <>
              {'As of '}
              <Day day={report.day} />
              {'. Enter EFC or ETC; the other one follows. An empty box has no estimate.'}
            </>
          }
        />
        <div className="w-44 pb-4 max-sm:w-full">
          <Select
            label="Enter"
            options={[
              { id: 'efc', text: 'EFC' },
              { id: 'etc', text: 'ETC' },
            ]}
            value={column}
            onChange={(id) => enterOther(id === 'etc' ? 'etc' : 'efc')}
          />
        </div>
        <EstimateTable report={report} draft={draft} column={column} onEnter={enter} />
      </div>
      <ActionBar>
        <Button look="quiet" onPress={goBack}>
          Cancel
        </Button>
        <Button
          look="primary"
          isDisabled={entries.length === 0 || invalid > 0}
          onPress={() => setToSave(entries)}
        >
          {entries.length > 1 ? `Save ${entries.length} Estimates` : 'Save'}
        </Button>
      </ActionBar>
      <LeaveDialog leaving={leaving} />
      {toSave.length > 0 ? (
        <SaveEstimatesDialog
          day={report.day}
          estimates={toSave}
          onClose={() => setToSave([])}
          onOutdated={() => void renew()}
          onSaved={(count) => {
            flash('success', count === 1 ? '1 estimate saved.' : `${count} estimates saved.`);
            goBack();
          }}
        />
      ) : null}
    </div>
  );
}
