import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import useSWR from 'swr';
import type { ImportProgress } from '#domain/import/import';
import { keys } from '../../../keys.ts';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Card, LoadFailure } from '../../../parts/page/card.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { ProgressBar } from '../../../parts/controls/progress-bar.tsx';
import { useSession } from '../../../session/session.tsx';
import { wordsFor } from '../../../words.ts';
import { readImport } from './calls.ts';
import { counted } from './words.ts';

const lookEveryMs = 1000;

/** The list of what this import has created, in whatever state. */
function listOf(id: string): string {
  return `/po?status=all&import=${encodeURIComponent(id)}`;
}

function cameIn(count: number): string {
  return `${counted(count, 'PO')} imported as ${count === 1 ? 'a draft' : 'drafts'}.`;
}

/** How far an import is. When all of it is there the list of it opens; what could not be created is named here. */
export function ImportRun({ id }: { id: string }) {
  const { show } = useSession();
  const flash = useToast();
  const navigate = useNavigate();
  const { data, error, mutate, isValidating } = useSWR(
    keys.managed(show.id, 'import', id),
    () => readImport(id),
    { refreshInterval: (run) => (run?.status === 'done' ? 0 : lookEveryMs) },
  );
  const isWhole = data?.status === 'done' && data.failed.length === 0;
  const created = data?.created ?? 0;
  useEffect(() => {
    if (!isWhole) return;
    flash('success', cameIn(created));
    void navigate(listOf(id), { replace: true });
  }, [isWhole, created, id, flash, navigate]);
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
        {data?.status === 'done' ? <Ended run={data} /> : <GoingOn run={data} />}
      </Card>
    </div>
  );
}

function GoingOn({ run }: { run: ImportProgress | undefined }) {
  const percent = run ? (100 * (run.created + run.failed.length)) / run.total : null;
  return (
    <div className="grid gap-2" aria-live="polite">
      <p className="figures text-sm text-ink-muted">
        {run ? `${run.created.toLocaleString('en-US')} of ${counted(run.total, 'PO')}` : 'Importing'}
      </p>
      <ProgressBar label="Importing" percent={percent} hideLabel />
      <p className="text-sm text-ink-muted">You can leave this page. The import continues.</p>
    </div>
  );
}

function Ended({ run }: { run: ImportProgress }) {
  const { failed } = run;
  return (
    <div className="grid gap-3">
      <p className="figures">{cameIn(run.created)}</p>
      {failed.length > 0 ? (
        <>
          <p className="text-sm text-negative">
            {`${counted(failed.length, 'PO')} could not be created. Choose the same file again to retry. The others are not imported twice.`}
          </p>
          <ul className="grid max-h-64 gap-1 overflow-y-auto text-sm" aria-label="Could not be created">
            {failed.map(({ row, key, code }) => (
              <li key={row}>{`Row ${row}${key === '' ? '' : ` (${key})`}: ${wordsFor(code)}`}</li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="flex gap-2">
        <ButtonLink look="primary" href={listOf(run.id)}>
          Show them
        </ButtonLink>
        <ButtonLink href="/po/import">Import another file</ButtonLink>
      </div>
    </div>
  );
}
