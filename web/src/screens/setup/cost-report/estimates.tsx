import { useCallback, useRef, useState } from 'react';
import { useBlocker, useNavigate, useSearchParams } from 'react-router';
import type { CostReport } from '#domain/budget/cost-report-response';
import { Button } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { LoadFailure, PageHeader } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { ActionBar, LeaveDialog } from '../managed-form/managed-form.tsx';
import { shownReport, useCostReport } from './calls.ts';
import { entriesOf } from './estimate-draft.ts';
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
  if (!can('Budget', 'FULL')) return <EmptyState>You do not have permission to change this.</EmptyState>;
  if (!report.hasActuals || report.rows.length === 0)
    return <EmptyState>An estimate needs a budget and all costs: import other actuals first.</EmptyState>;
  return <Estimates report={report} onOutdated={() => void mutate()} />;
}

function Estimates({ report, onOutdated }: { report: CostReport; onOutdated: () => void }) {
  const [column, setColumn] = useState<EnteredColumn>('efc');
  const [draft, setDraft] = useState<EstimateDraft>(new Map());
  const [isSaving, setSaving] = useState(false);
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
            onChange={(id) => setColumn(id === 'etc' ? 'etc' : 'efc')}
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
          onPress={() => setSaving(true)}
        >
          {entries.length > 1 ? `Save ${entries.length} Estimates` : 'Save'}
        </Button>
      </ActionBar>
      <LeaveDialog leaving={leaving} />
      {isSaving ? (
        <SaveEstimatesDialog
          day={report.day}
          estimates={entries}
          onClose={() => setSaving(false)}
          onOutdated={onOutdated}
          onSaved={(count) => {
            flash('success', count === 1 ? '1 estimate saved.' : `${count} estimates saved.`);
            goBack();
          }}
        />
      ) : null}
    </div>
  );
}
