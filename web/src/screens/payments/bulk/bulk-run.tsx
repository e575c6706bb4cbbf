import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSettled, toldOf } from '#domain/bulk-approval/bulk-progress';
import type { BulkRun as Run } from '#domain/bulk-approval/bulk';
import { POLL_EVERY_MS } from '../../../delay.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useLive, useLiveOpening } from '../../../session/live-provider.tsx';
import { approvedPath, useKeepLastRun } from './last-run.tsx';
import { RunPanel } from './run-panel.tsx';
import { isBusy, useBulkStage, useRunActs, useServerRun } from './use-bulk-run.ts';
import type { Stage } from './use-bulk-run.ts';
import { bulkFailed, endText } from './words.ts';

/** BK-10 */
const RESET_AFTER_MS = 1000;
/** Messages are hints: while the channel is open the run is looked at so many times less often. */
const roundsBetweenReads = 10;

/** What the server tells of the run, and what is asked when it cannot (DEC-45, RT-05). */
function useNewsOfRun(): void {
  const live = useLive();
  const { runId, run, mutateRun, lookForRun } = useServerRun();
  const refresh = () => void (runId === null ? lookForRun() : mutateRun());
  useEffect(
    () =>
      live?.on('bulk_progress_update', (told) => {
        // A run of another window, or one whose first answer has not come yet.
        if (told.runId !== runId) return void lookForRun();
        if (!run || told.status !== run.status) return void mutateRun();
        return void mutateRun(toldOf(run, told), { revalidate: false });
      }),
    [live, runId, run, mutateRun, lookForRun],
  );
  useLiveOpening(refresh);
  const goesOn = run !== undefined && !isSettled(run);
  const look = useEffectEvent((round: number) => {
    if (!live?.isOpen() || round % roundsBetweenReads === 0) void mutateRun();
  });
  useEffect(() => {
    if (!goesOn) return undefined;
    let round = 0;
    const timer = setInterval(() => look((round += 1)), POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, [goesOn]);
}

/** Nothing is left to be told: nothing failed, and accounting took all of it. */
function isClean({ numFailure, warnings }: Run): boolean {
  return numFailure === 0 && warnings.length === 0;
}

/** Says once how it ended (BK-15), and clears away what needs no more looking at (BK-10). */
function useEnd(stage: Stage, close: () => Promise<void>): void {
  const flash = useToast();
  const keep = useKeepLastRun();
  const keepLast = useEffectEvent(keep);
  const said = useRef<unknown>(null);
  const wasSeenGoing = useRef(false);
  const { name, run } = stage;
  useEffect(() => {
    if (name !== 'ended' && name !== 'failed') {
      said.current = null;
      wasSeenGoing.current = isBusy({ name });
      return;
    }
    const what = run?.runId ?? name;
    if (said.current === what) return;
    said.current = what;
    // What this window finds ended says so in its panel; what leaves none there has only the banner.
    if (run && !wasSeenGoing.current && !isClean(run)) return;
    const { type, text } = run ? endText(run) : { type: 'failure' as const, text: bulkFailed };
    flash(type, text, run && run.numSuccess > 0 ? { text: 'Show Approved', href: approvedPath } : undefined);
    if (run && run.numSuccess > 0 && isClean(run)) keepLast(run);
  }, [name, run, flash]);
  const end = useEffectEvent(() => void close().catch(() => undefined));
  const isOver = name === 'ended' && isClean(run);
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => end(), RESET_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
}

/**
 * The bulk approval of this user in the open show, wherever he walks while it goes on (BK-05 to BK-10, BK-15, DEC-45).
 * It is on the server: a window that is opened later finds it again.
 */
export function BulkRun() {
  const stage = useBulkStage();
  const acts = useRunActs();
  const flash = useToast();
  useNewsOfRun();
  useEnd(stage, acts.close);
  const [isCancelling, setCancelling] = useState(false);
  if (stage.name === 'none') return null;
  const orSay = (act: Promise<unknown>) => act.catch(() => flash('failure', bulkFailed));
  const cancel = async () => {
    setCancelling(true);
    await orSay(acts.cancel());
    setCancelling(false);
  };
  return (
    <RunPanel
      stage={stage}
      isBusy={isBusy(stage)}
      isCancelling={isCancelling}
      onCancel={() => void cancel()}
      onRetry={() => void orSay(acts.retry())}
      onClose={() => void orSay(acts.close())}
    />
  );
}
