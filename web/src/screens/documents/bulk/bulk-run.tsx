import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSettled, mergeProgress } from '#domain/bulk-approval/bulk-progress';
import { POLL_EVERY_MS } from '../../../delay.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useLive, useOnReconnect } from '../../../session/live-provider.tsx';
import { approvedPath, useStoreLastRun } from './last-run.tsx';
import { RunPanel } from './run-panel.tsx';
import { isBusy, useBulkStage, useRunActions, useServerRun } from './use-bulk-run.ts';
import type { Stage } from './use-bulk-run.ts';
import { endText, failedText, kindOf } from './words.ts';
import type { BulkRun as Run } from '#domain/bulk-approval/bulk-response';

const undoFailed = 'The approvals could not be taken back.';

/** (BK-10) */
const RESET_AFTER_MS = 1000;
/** While the channel is open the run is polled this many times less often, because messages may be lost. */
const roundsBetweenReads = 10;

/** Keeps the run up to date, by messages of the server or by polling (DEC-45, RT-05). */
function useRunUpdates(): void {
  const live = useLive();
  const { runId, run, mutateRun, lookForRun } = useServerRun();
  const refresh = () => void (runId === null ? lookForRun() : mutateRun());
  useEffect(
    () =>
      live?.on('bulk_progress_update', (update) => {
        // The run was started in another window, or its first response has not arrived yet.
        if (update.runId !== runId) return void lookForRun();
        if (!run || update.status !== run.status) return void mutateRun();
        return void mutateRun(mergeProgress(run, update), { revalidate: false });
      }),
    [live, runId, run, mutateRun, lookForRun],
  );
  useOnReconnect(refresh);
  const isRunning = run !== undefined && !isSettled(run);
  const poll = useEffectEvent((round: number) => {
    if (!live?.isOpen() || round % roundsBetweenReads === 0) void mutateRun();
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    let round = 0;
    const timer = setInterval(() => poll((round += 1)), POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
}

/** Whether the run needs no further notice: nothing failed, and accounting accepted everything. */
function isClean({ numFailure, warnings }: Run): boolean {
  return numFailure === 0 && warnings.length === 0;
}

/** `Undo` as long as votes can be taken back, with their number if it is not that of the run (BULK-08); else the approved documents. */
function followOf(run: Run, undo: (runId: string) => void) {
  const { docType, action } = kindOf(run);
  const { runId, undoable = 0, numSuccess, total } = run;
  if (undoable > 0) {
    const text =
      undoable === total ? 'Undo' : `Undo ${undoable} ${undoable === 1 ? 'Approval' : 'Approvals'}`;
    return { text, onPress: () => undo(runId) };
  }
  if (action !== 'approve' || numSuccess === 0) return undefined;
  return { text: 'Show Approved', href: approvedPath(docType) };
}

/** Reports the end of a run once (BK-15), and closes the panel if nothing is left to review (BK-10). */
function useEnd(stage: Stage, close: () => Promise<void>, undo: (runId: string) => void): void {
  const flash = useToast();
  const store = useStoreLastRun();
  const storeLast = useEffectEvent(store);
  const undoVotes = useEffectEvent(undo);
  const reported = useRef<unknown>(null);
  const wasRunning = useRef(false);
  const { name, run } = stage;
  const startedAction = stage.name === 'failed' ? stage.action : 'approve';
  useEffect(() => {
    if (name !== 'ended' && name !== 'failed') {
      reported.current = null;
      wasRunning.current = isBusy({ name });
      return;
    }
    const what = run?.runId ?? name;
    if (reported.current === what) return;
    reported.current = what;
    // A run that had ended before this window opened is shown in the panel. Only one without problems needs the toast.
    if (run && !wasRunning.current && !isClean(run)) return;
    if (!run) return flash('failure', failedText({ action: startedAction }));
    const { type, text } = endText(run);
    flash(type, text, followOf(run, undoVotes));
    if (kindOf(run).action === 'approve' && run.numSuccess > 0 && isClean(run)) storeLast(run);
  }, [name, run, flash, startedAction]);
  const end = useEffectEvent(() => void close().catch(() => undefined));
  const isOver = name === 'ended' && isClean(run);
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => end(), RESET_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
}

/**
 * The user's bulk run in the open show, on every page while it runs (BK-05 to BK-10, BK-15, DEC-45). It runs on
 * the server, so a window that is opened later shows it too.
 */
export function BulkRun() {
  const stage = useBulkStage();
  const actions = useRunActions();
  const flash = useToast();
  useRunUpdates();
  const undo = (runId: string) => void actions.undo(runId).catch(() => flash('failure', undoFailed));
  useEnd(stage, actions.close, undo);
  const [isCancelling, setCancelling] = useState(false);
  if (stage.name === 'none') return null;
  const orToast = (action: Promise<unknown>) =>
    action.catch(() => flash('failure', failedText(stage.run ? kindOf(stage.run) : stage)));
  const cancel = async () => {
    setCancelling(true);
    await orToast(actions.cancel());
    setCancelling(false);
  };
  return (
    <RunPanel
      stage={stage}
      isBusy={isBusy(stage)}
      isCancelling={isCancelling}
      onCancel={() => void cancel()}
      onRetry={() => void orToast(actions.retry())}
      onClose={() => void orToast(actions.close())}
    />
  );
}
