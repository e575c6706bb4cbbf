import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import useSWR from 'swr';
import { keys } from '../../../keys.ts';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Card, LoadFailure } from '../../../parts/page/card.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { ProgressBar } from '../../../parts/controls/progress-bar.tsx';
import { useSession } from '../../../session/session.tsx';
import { messageFor } from '../../../words.ts';
import { readImport } from './calls.ts';
import { pluralize } from './words.ts';
import type { ImportProgress } from '#domain/import/import-response';

const pollIntervalMs = 1000;

function importedOrdersPath(id: string): string {
  return `/po?status=all&import=${encodeURIComponent(id)}`;
}

function importedText(count: number): string {
  return `${pluralize(count, 'PO')} imported as ${count === 1 ? 'a draft' : 'drafts'}.`;
}

/**
 * The progress of an import. Opens the list of the new orders when everything was created, otherwise lists what failed.
 */
export function ImportProgressPanel({ id }: { id: string }) {
  const { show } = useSession();
  const flash = useToast();
  const navigate = useNavigate();
  const { data, error, mutate, isValidating } = useSWR(
    keys.managed(show.id, 'import', id),
    () => readImport(id),
    { refreshInterval: (run) => (run?.status === 'done' ? 0 : pollIntervalMs) },
  );
  const isComplete = data?.status === 'done' && data.failed.length === 0;
  const created = data?.created ?? 0;
  useEffect(() => {
    if (!isComplete) return;
    flash('success', importedText(created));
    void navigate(importedOrdersPath(id), { replace: true });
  }, [isComplete, created, id, flash, navigate]);
  if (!data && error !== undefined)
    return (
      <LoadFailure
        text="The import could not be loaded."
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    );
  return (
    <div className="gutter">
      <Card title={data?.fileName ?? 'Import'}>
        {data?.status === 'done' ? <FinishedImport run={data} /> : <RunningImport run={data} />}
      </Card>
    </div>
  );
}

function RunningImport({ run }: { run: ImportProgress | undefined }) {
  const percent = run ? (100 * (run.created + run.failed.length)) / run.total : null;
  return (
    <div className="grid gap-2" aria-live="polite">
      <p className="figures text-sm text-ink-muted">
        {run ? `${run.created.toLocaleString('en-US')} of ${pluralize(run.total, 'PO')}` : 'Importing'}
      </p>
      <ProgressBar label="Importing" percent={percent} hideLabel />
      <p className="text-sm text-ink-muted">You can leave this page. The import continues.</p>
    </div>
  );
}

function FinishedImport({ run }: { run: ImportProgress }) {
  const { failed } = run;
  return (
    <div className="grid gap-3">
      <p className="figures">{importedText(run.created)}</p>
      {failed.length > 0 ? (
        <>
          <p className="text-sm text-negative">
            {`${pluralize(failed.length, 'PO')} could not be created. Choose the same file again to retry. The others are not imported twice.`}
          </p>
          <ul className="grid max-h-64 gap-1 overflow-y-auto text-sm" aria-label="Could not be created">
            {failed.map(({ row, key, code }) => (
              <li key={row}>{`Row ${row}${key === '' ? '' : ` (${key})`}: ${messageFor(code)}`}</li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="flex gap-2">
        <ButtonLink look="primary" href={importedOrdersPath(run.id)}>
          Show them
        </ButtonLink>
        <ButtonLink href="/po/import">Import another file</ButtonLink>
      </div>
    </div>
  );
}
