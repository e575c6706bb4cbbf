import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown, ChevronUp, CircleAlert, X } from 'lucide-react';
import { bulkBatchSize, percentDone, remainingText } from '#domain/bulk-approval/bulk-progress';
import { Button, IconButton } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { ProgressBar } from '../../../parts/controls/progress-bar.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { RunProblems } from './run-problems.tsx';
import type { Stage } from './use-bulk-run.ts';
import { canRetry, countText, endTitle, kindOf, runFailed, verbsOf } from './words.ts';
import type { RunKind } from './words.ts';

interface PanelProps {
  stage: Exclude<Stage, { name: 'none' }>;
  isBusy: boolean;
  /** The cancel request is still running. */
  isCancelling: boolean;
  onCancel: () => void;
  onRetry: () => void;
  onClose: () => void;
}

function panelContent(stage: PanelProps['stage'], kind: RunKind) {
  const { doing, nothing } = verbsOf(kind);
  if (stage.run === null) {
    const { name, total, sums } = stage;
    const left = Math.ceil(total / bulkBatchSize);
    const title = name === 'failed' ? nothing : `${doing} ${countText(kind, total)}`;
    const detail = name === 'waiting' ? 'Starts in a moment' : `0 of ${total} · ${remainingText(left)} left`;
    return { percent: 0, title, detail, sums, canRetry: name === 'failed', isCanceled: false };
  }
  const { run, name } = stage;
  const percent = percentDone(run);
  const done = run.numSuccess + run.numFailure;
  if (name === 'ended') {
    return {
      percent,
      title: endTitle(run),
      detail: '',
      sums: [],
      canRetry: canRetry(run),
      isCanceled: false,
    };
  }
  const isCanceled = run.status === 'canceled';
  const left = remainingText(run.totalBatches - run.batchesComplete);
  return {
    percent,
    title: isCanceled ? 'Cancelling' : `${doing} ${countText(kind, run.total)}`,
    detail: `${done} of ${run.total} · ${isCanceled ? 'finishing what has started' : `${left} left`}`,
    sums: [],
    canRetry: false,
    isCanceled,
  };
}

/** The screen reader announces every tenth of the progress, and the end. */
function Announcement(props: { label: string; title: string; percent: number; isBusy: boolean }) {
  const tenth = Math.floor(props.percent / 10) * 10;
  return (
    <p role="status" className="sr-only">
      {`${props.label}: ${props.isBusy ? `${tenth} percent` : props.title}`}
    </p>
  );
}

function Head(props: {
  title: string;
  percent: number | null;
  /** Null if there is nothing more to show. */
  fold: { isOpen: boolean; onToggle: () => void; controls: string } | null;
  onClose: (() => void) | null;
}) {
  const { title, percent, fold, onClose } = props;
  return (
    <header className="flex items-center gap-2 py-1.5 pr-2 pl-4">
      <h2 className="min-w-0 flex-1 text-base font-medium text-balance">{title}</h2>
      {percent === null ? null : <span className="figures text-sm text-ink-muted">{`${percent}%`}</span>}
      {fold ? (
        <IconButton
          label={fold.isOpen ? 'Show less' : 'Show more'}
          aria-expanded={fold.isOpen}
          aria-controls={fold.controls}
          onPress={fold.onToggle}
        >
          {fold.isOpen ? (
            <ChevronDown aria-hidden className="size-4" />
          ) : (
            <ChevronUp aria-hidden className="size-4" />
          )}
        </IconButton>
      ) : null}
      {onClose ? (
        <IconButton label="Close" onPress={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      ) : null}
    </header>
  );
}

function Line(props: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-4 pb-3">
      {props.children}
      {props.action}
    </div>
  );
}

/**
 * The progress of the run and its actions (BK-06 to BK-09). On a wide window it is in the corner, above the action
 * bars. On a phone it is a bar above the navigation and covers nothing.
 */
export function RunPanel(props: PanelProps) {
  const { stage, isBusy } = props;
  const kind = stage.run ? kindOf(stage.run) : stage;
  const [isOpen, setOpen] = useState(true);
  const body = useId();
  const phone = useIsPhone();
  const { percent, title, detail, sums, canRetry: isRetryOffered, isCanceled } = panelContent(stage, kind);
  const { title: label } = verbsOf(kind);
  const run = stage.name === 'ended' ? stage.run : null;
  const hasProblems = run !== null && run.failed.length + run.warnings.length > 0;
  const hasMore = isBusy || isRetryOffered || hasProblems;
  const isFolded = hasMore && !isOpen;
  const fold = { isOpen, onToggle: () => setOpen(!isOpen), controls: body };
  const cancel = (
    <Button onPress={props.onCancel} isPending={props.isCancelling}>
      Cancel
    </Button>
  );
  return (
    <section
      aria-label={label}
      data-page-bar="run"
      className={`z-20 shrink-0 bg-surface-raised max-sm:border-t max-sm:border-line sm:fixed sm:right-6 sm:bottom-20 sm:max-w-[calc(100vw-3rem)] sm:rounded-lg sm:shadow-float ${isFolded ? 'sm:w-fit' : 'sm:w-96'}`}
    >
      <Announcement label={label} title={title} percent={percent} isBusy={isBusy} />
      <Head
        title={title}
        percent={isBusy ? percent : null}
        fold={hasMore ? fold : null}
        onClose={isBusy ? null : props.onClose}
      />
      {isBusy || !hasProblems ? (
        <div className={isOpen ? 'px-4 pb-3' : 'px-4 pb-2'}>
          <ProgressBar label={label} percent={percent} hideLabel />
        </div>
      ) : null}
      <div id={body} hidden={!isOpen}>
        {isBusy ? (
          <Line action={isCanceled ? null : cancel}>
            <div className="figures min-w-0 text-sm text-ink-muted">
              {sums.length > 0 ? (
                <p className="flex flex-wrap gap-x-2">
                  {sums.map(({ currency, cents }) => (
                    <Money
                      key={currency}
                      cents={cents}
                      currency={currency}
                      className="font-medium text-ink"
                    />
                  ))}
                </p>
              ) : null}
              <p>{detail}</p>
            </div>
          </Line>
        ) : null}
        {isRetryOffered ? (
          <Line action={<Button onPress={props.onRetry}>Retry</Button>}>
            <p role="alert" className="flex items-center gap-2 text-sm text-negative">
              <CircleAlert aria-hidden className="size-4 shrink-0" />
              {runFailed}
            </p>
          </Line>
        ) : null}
        {run && hasProblems ? (
          // On a phone the document needs the space.
          <RunProblems run={run} onFollow={() => setOpen(!phone)} />
        ) : null}
      </div>
    </section>
  );
}
