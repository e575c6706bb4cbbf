import { useState } from 'react';
import { jobSubjects } from '#domain/operations/health';
import type { JobKind } from '#domain/operations/health';
import { Button } from '../../../parts/controls/button.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { Section } from '../managed-form/section.tsx';
import { FailureSubject } from './failure-subject.tsx';
import { useHealthActions } from './use-health.ts';
import type { Failure } from './use-health.ts';
import { pluralize, nameOf, reasons, refusedMail } from './words.ts';

/** The jobs that failed for good, each with its actions. */
export function Failures(props: { showId: string; failures: readonly Failure[]; total: number }) {
  const { showId, failures, total } = props;
  const actions = useHealthActions(showId);
  const [isAsking, setAsking] = useState(false);
  const retryable = failures.filter(({ mayRetry }) => mayRetry).length;
  const retryAll = async () => {
    await actions.retry({ all: true }, 'all');
    setAsking(false);
  };
  return (
    <Section
      title="Failures"
      text="What was given up. A retry does nothing twice; only an e-mail may come again."
      action={
        retryable > 1 ? (
          <Button onPress={() => setAsking(true)} isDisabled={actions.busy !== null}>
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
            <FailureLine key={failure.id} showId={showId} failure={failure} actions={actions} />
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
        isBusy={actions.busy !== null}
        onCancel={() => setAsking(false)}
        onConfirm={() => void retryAll()}
      >
        {`${pluralize(total - failures.length + retryable, 'failure')}: pushes, releases and e-mails that were given up are sent again now.`}
      </ConfirmDialog>
    </Section>
  );
}

function FailureLine(props: {
  showId: string;
  failure: Failure;
  actions: ReturnType<typeof useHealthActions>;
}) {
  const { failure, actions } = props;
  const { id, kind, reason, endedAt, attempts, mayRetry } = failure;
  const selection = { ids: [id] };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">
          {nameOf(kind)} <FailureSubject showId={props.showId} document={failure.document} />
        </p>
        <p className="text-sm text-pretty text-ink-muted">
          {mayRetry
            ? sentenceFor(kind, reason)
            : 'The user who started it sees what is left and can retry it there.'}
        </p>
        <p className="pt-0.5 text-sm text-ink-muted">
          Given up <Time at={endedAt} />
          {attempts > 0 ? ` after ${pluralize(attempts, 'try', 'tries')}` : ''}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          look="quiet"
          onPress={() => void actions.dismiss(selection, id)}
          isPending={actions.busy === `dismiss ${id}`}
          isDisabled={actions.busy !== null && actions.busy !== `dismiss ${id}`}
        >
          Dismiss
        </Button>
        {mayRetry ? (
          <Button
            onPress={() => void actions.retry(selection, id)}
            isPending={actions.busy === `retry ${id}`}
            isDisabled={actions.busy !== null && actions.busy !== `retry ${id}`}
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
