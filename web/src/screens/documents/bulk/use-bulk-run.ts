import { useCallback, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { BulkAction } from '#domain/bulk-approval/bulk-preview';
import type { DocType } from '#domain/document';
import { bulkBatchSize, isSettled } from '#domain/bulk-approval/bulk-progress';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { cancelRun, readCurrentRun, readRun, retryRun, markRunSeen, startRun, undoRun } from './calls.ts';
import type { BulkBody } from './calls.ts';
import type { CurrencySum } from '../list/totals.ts';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

/** A run that was started here and that the server does not know yet. */
interface Starting {
  key: string;
  body: BulkBody;
  /** The totals of the run, as far as they are known. */
  sums: readonly CurrencySum[];
  /** How many of the selection the dialog left out. */
  leftOut: number;
  phase: 'waiting' | 'sending' | 'failed';
  timer: ReturnType<typeof setTimeout>;
}

/** The stage of this user's bulk approval in the open show, whichever window started it. */
export type Stage =
  | { name: 'none'; run: null }
  /** `waiting`: the user may still cancel (BK-05). `failed`: the request failed. */
  | {
      name: Starting['phase'];
      run: null;
      total: number;
      sums: readonly CurrencySum[];
      docType: DocType;
      action: BulkAction;
    }
  | { name: 'running' | 'ended'; run: BulkRun };

function stageOf(starting: Starting | undefined, run: BulkRun | undefined): Stage {
  if (starting) {
    const { phase, body, sums } = starting;
    const { total, docType, action } = body;
    return { name: phase, run: null, total, sums, docType, action };
  }
  if (!run) return { name: 'none', run: null };
  return { name: isSettled(run) ? 'ended' : 'running', run };
}

/** The response of an action as a run, until the run is read again. */
function runOf(progress: BulkProgress, details: Omit<BulkRun, keyof BulkProgress>): BulkRun {
  return { ...details, ...progress };
}

export function useServerRun() {
  const { show } = useSession();
  const current = useSWR(keys.bulk(show.id, 'current'), () => readCurrentRun(show.id));
  const runId = current.data?.runId ?? null;
  const answer = useSWR(runId === null ? null : keys.bulk(show.id, 'run', runId), () =>
    readRun(show.id, runId ?? ''),
  );
  return { runId, run: answer.data, mutateRun: answer.mutate, lookForRun: current.mutate };
}

function useStarting() {
  const { show } = useSession();
  return useSWR<Starting | undefined>(keys.bulk(show.id, 'start'), null).data;
}

/** The stage of this user's run (BK-14). */
export function useBulkStage(): Stage {
  const { run } = useServerRun();
  return stageOf(useStarting(), run);
}

/** Whether a run is in progress. A `failed` one is not, and can be started again. */
export function isBusy({ name }: Pick<Stage, 'name'>): boolean {
  return name === 'waiting' || name === 'sending' || name === 'running';
}

const noRow = (): boolean => false;

/**
 * Whether a row of a list with these filters belongs to the run, from the press on. A selection of all rows covers only
 * that list until the server has returned the items.
 */
export function useIsInRun(filters: unknown): (id: string) => boolean {
  const { run } = useServerRun();
  const starting = useStarting();
  const listed = JSON.stringify(filters);
  const items = starting || !run || isSettled(run) ? null : run.items;
  const sent = starting && starting.phase !== 'failed' ? starting.body : null;
  return useMemo(() => {
    if (sent?.allSelected) {
      return JSON.stringify(sent.filters) === listed
        ? (id: string) => !sent.excludedIds.some((one) => one === id)
        : noRow;
    }
    const ids = new Set<string>((sent?.items ?? items ?? []).map(({ id }) => id));
    return ids.size === 0 ? noRow : (id: string) => ids.has(id);
  }, [sent, items, listed]);
}

/**
 * Starts a run after `delayMs`, even if the user leaves the page. Until then `useRunActions().cancel` stops it (BK-05).
 */
export function useStartRun(): (
  body: BulkBody,
  details: Pick<Starting, 'sums' | 'leftOut'>,
  delayMs: number,
) => void {
  const send = useSend();
  const { mutate } = useSWRConfig();
  return useCallback(
    (body, details, delayMs) => {
      const key = crypto.randomUUID();
      const start = keys.bulk(body.showId, 'start');
      const timer = setTimeout(() => void send({ ...starting, timer, phase: 'sending' }), delayMs);
      const starting = { key, body, ...details };
      const waiting: Starting = { ...starting, timer, phase: 'waiting' };
      void mutate(start, waiting, { revalidate: false });
    },
    [mutate, send],
  );
}

function useSend(): (starting: Starting) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (starting) => {
      const { body, key, leftOut } = starting;
      const { showId } = body;
      const put = (next: Starting | undefined) =>
        mutate(keys.bulk(showId, 'start'), next, { revalidate: false });
      await put({ ...starting, phase: 'sending' });
      try {
        const progress = await startRun(body, key);
        const { runId } = progress;
        const { items, allSelected, filters, isRetry, docType, action } = body;
        const kind = { ...(docType !== 'PAYMENT' && { docType }), ...(action !== 'approve' && { action }) };
        const started = runOf(progress, { items, allSelected, filters, isRetry, payments: [], ...kind });
        // The run knows what it may undo and the names of what failed.
        const run = isSettled(progress) ? await readRun(showId, runId).catch(() => started) : started;
        await mutate(keys.bulk(showId, 'run', runId), run, { revalidate: false });
        await mutate(keys.bulk(showId, 'last', runId), leftOut, { revalidate: false });
        await mutate(keys.bulk(showId, 'current'), { runId }, { revalidate: false });
        await put(undefined);
        if (run === started) void mutate(keys.bulk(showId, 'run', runId));
      } catch {
        await put({ ...starting, phase: 'failed' });
      }
    },
    [mutate],
  );
}

/** The actions on the run. They throw `ApiError`. */
export function useRunActions() {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  const send = useSend();
  const starting = useStarting();
  const { runId, run, mutateRun, lookForRun } = useServerRun();
  return useMemo(() => {
    const showId = show.id;
    const dropStart = () => mutate(keys.bulk(showId, 'start'), undefined, { revalidate: false });
    const cancel = async () => {
      if (starting?.phase === 'waiting') {
        clearTimeout(starting.timer);
        return void dropStart();
      }
      // Until the first response arrives, only the server knows the run.
      const id = starting ? (await readCurrentRun(showId)).runId : runId;
      if (id === null) return undefined;
      await cancelRun(showId, id);
      return void mutate(keys.bulk(showId, 'run', id));
    };
    const retry = async () => {
      if (starting) return send(starting);
      if (!run) return undefined;
      const batches = Math.ceil(run.failed.length / bulkBatchSize);
      const totalBatches = run.totalBatches + batches;
      const restart: BulkRun = { ...run, status: 'in_progress', failed: [], numFailure: 0, totalBatches };
      await mutateRun(restart, { revalidate: false });
      try {
        const progress = await retryRun(showId, run.runId);
        await mutateRun(runOf(progress, restart), { revalidate: false });
      } finally {
        void mutateRun();
      }
    };
    /** Takes back the votes of the run; the run that does so is then shown instead. */
    const undo = async (undoneId: string) => {
      const { runId: undoId } = await undoRun(showId, undoneId);
      await markRunSeen(showId, undoneId);
      await mutate(keys.bulk(showId, 'run', undoId), await readRun(showId, undoId), { revalidate: false });
      await lookForRun({ runId: undoId }, { revalidate: false });
    };
    const close = async () => {
      await dropStart();
      await lookForRun({ runId: null }, { revalidate: false });
      if (runId !== null) await markRunSeen(showId, runId);
    };
    return { cancel, retry, undo, close };
  }, [show.id, mutate, send, starting, runId, run, mutateRun, lookForRun]);
}
