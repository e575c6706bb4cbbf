import { useState } from 'react';
import { jobSubjects } from '#domain/operations/health';
import type { JobKind } from '#domain/operations/health';
import { Button } from '../../../parts/controls/button.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { Section } from '../managed-form/section.tsx';
import { Concerned } from './concerned.tsx';
import { useActs } from './use-health.ts';
import type { Failure } from './use-health.ts';
import { counted, nameOf, reasons, refusedMail } from './words.ts';

/** What was given up, each with what can be done about it. */
export function Failures(props: { showId: string; failures: readonly Failure[]; total: number }) {
  const { showId, failures, total } = props;
  const acts = useActs(showId);
  const [isAsking, setAsking] = useState(false);
  const retryable = failures.filter(({ mayRetry }) => mayRetry).length;
  const retryAll = async () => {
    await acts.retry({ all: true }, 'all');
    setAsking(false);
  };
  return (
    <Section
      title="Failures"
      text="What was given up. A retry does nothing twice; only an e-mail may come again."
      act={
        retryable > 1 ? (
          <Button onPress={() => setAsking(true)} isDisabled={acts.busy !== null}>
            Retry All
          </Button>
        ) : null
      }
    >
      {failures.length === 0 ? (
        <p className="text-ink-muted">Nothing has failed.</p>
      ) : (
        <ul aria-label="Failures" className="-my-3 divide-y divide-line">
          {failures.map((failure) => (
            <FailureLine key={failure.id} showId={showId} failure={failure} acts={acts} />
          ))}
        </ul>
      )}
      {total > failures.length ? (
        <p className="pt-4 text-sm text-ink-muted">{`The latest ${failures.length} of ${total} are listed.`}</p>
      ) : null}
      <ConfirmDialog
        title="Retry all failures?"
        isOpen={isAsking}
        confirm="Retry All"
        isBusy={acts.busy !== null}
        onCancel={() => setAsking(false)}
        onConfirm={() => void retryAll()}
      >
        {`${counted(total - failures.length + retryable, 'failure')}: pushes, releases and e-mails that were given up are sent again now.`}
      </ConfirmDialog>
    </Section>
  );
}

function FailureLine(props: { showId: string; failure: Failure; acts: ReturnType<typeof useActs> }) {
  const { failure, acts } = props;
  const { id, kind, reason, endedAt, attempts, mayRetry } = failure;
  const selection = { ids: [id] };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">
          {nameOf(kind)} <Concerned showId={props.showId} document={failure.document} />
        </p>
        <p className="text-sm text-pretty text-ink-muted">
          {mayRetry
            ? sentenceFor(kind, reason)
            : 'The user who started it sees what is left and can retry it there.'}
        </p>
        <p className="pt-0.5 text-sm text-ink-muted">
          Given up <Time at={endedAt} />
          {attempts > 0 ? ` after ${counted(attempts, 'try', 'tries')}` : ''}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          look="quiet"
          onPress={() => void acts.dismiss(selection, id)}
          isPending={acts.busy === `dismiss ${id}`}
          isDisabled={acts.busy !== null && acts.busy !== `dismiss ${id}`}
        >
          Dismiss
        </Button>
        {mayRetry ? (
          <Button
            onPress={() => void acts.retry(selection, id)}
            isPending={acts.busy === `retry ${id}`}
            isDisabled={acts.busy !== null && acts.busy !== `retry ${id}`}
          >
            Retry
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function sentenceFor(kind: string, reason: Failure['reason']): string {
  const isMail = Object.hasOwn(jobSubjects, kind) && jobSubjects[kind as JobKind] === 'mail';
  return isMail && reason === 'refused' ? refusedMail : reasons[reason];
}
