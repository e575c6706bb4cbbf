import { useCallback, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk';
import { bulkBatchSize, isSettled } from '#domain/bulk-approval/bulk-progress';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { cancelRun, readCurrentRun, readRun, retryRun, seeRun, startRun } from './calls.ts';
import type { BulkBody } from './calls.ts';
import type { CurrencySum } from '../../documents/list/totals.ts';

/** A run that was asked for here, and that the server does not know of yet. */
interface Starting {
  key: string;
  body: BulkBody;
  /** What it comes to, as far as that is known. */
  sums: readonly CurrencySum[];
  phase: 'waiting' | 'sending' | 'failed';
  timer: ReturnType<typeof setTimeout>;
}

/** Where a bulk approval of the open show stands for this user, in whichever window it was begun. */
export type Stage =
  | { name: 'none'; run: null }
  /** `waiting`: the user may think better of it (BK-05). `failed`: the server could not be asked. */
  | { name: Starting['phase']; run: null; total: number; sums: readonly CurrencySum[] }
  | { name: 'running' | 'ended'; run: BulkRun };

function stageOf(starting: Starting | undefined, run: BulkRun | undefined): Stage {
  if (starting) return { name: starting.phase, run: null, total: starting.body.total, sums: starting.sums };
  if (!run) return { name: 'none', run: null };
  return { name: isSettled(run) ? 'ended' : 'running', run };
}

/** An answer to a call as the run itself, until that is read anew. */
function runOf(progress: BulkProgress, known: Omit<BulkRun, keyof BulkProgress>): BulkRun {
  return { ...known, ...progress };
}

/** The server's side: which run there is, and how far it is. */
export function useServerRun() {
  const { show, rights } = useSession();
  const current = useSWR(rights.payments ? keys.bulk(show.id, 'current') : null, () =>
    readCurrentRun(show.id),
  );
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

/** BK-14: where the run of this user stands. */
export function useBulkStage(): Stage {
  const { run } = useServerRun();
  return stageOf(useStarting(), run);
}

/** What is to be approved is on its way there; `failed` is not, and can be begun anew. */
export function isBusy({ name }: Pick<Stage, 'name'>): boolean {
  return name === 'waiting' || name === 'sending' || name === 'running';
}

const nothing = (): boolean => false;

/**
 * Which rows of a list with these filters a run has in hand, from the press on: what is selected by all of them is so
 * in that list only, until the server has said which those are.
 */
export function useInWork(filters: BulkBody['filters']): (id: string) => boolean {
  const { run } = useServerRun();
  const starting = useStarting();
  const listed = JSON.stringify(filters);
  const items = starting || !run || isSettled(run) ? null : run.items;
  const sent = starting && starting.phase !== 'failed' ? starting.body : null;
  return useMemo(() => {
    if (sent?.allSelected) {
      return JSON.stringify(sent.filters) === listed
        ? (id: string) => !sent.excludedIds.some((one) => one === id)
        : nothing;
    }
    const ids = new Set<string>((sent?.items ?? items ?? []).map(({ id }) => id));
    return ids.size === 0 ? nothing : (id: string) => ids.has(id);
  }, [sent, items, listed]);
}

/** Begins a run after `delayMs`, wherever the user has gone meanwhile; `useRunActs().cancel` stops it before (BK-05). */
export function useStartRun(): (body: BulkBody, sums: readonly CurrencySum[], delayMs: number) => void {
  const send = useSend();
  const { mutate } = useSWRConfig();
  return useCallback(
    (body, sums, delayMs) => {
      const key = crypto.randomUUID();
      const start = keys.bulk(body.showId, 'start');
      const timer = setTimeout(() => void send({ ...starting, timer, phase: 'sending' }), delayMs);
      const starting = { key, body, sums };
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
      const { body, key } = starting;
      const { showId } = body;
      const put = (next: Starting | undefined) =>
        mutate(keys.bulk(showId, 'start'), next, { revalidate: false });
      await put({ ...starting, phase: 'sending' });
      try {
        const progress = await startRun(body, key);
        const { runId } = progress;
        const { items, allSelected, filters, isRetry } = body;
        const run = runOf(progress, { items, allSelected, filters, isRetry, payments: [] });
        await mutate(keys.bulk(showId, 'run', runId), run, { revalidate: false });
        await mutate(keys.bulk(showId, 'current'), { runId }, { revalidate: false });
        await put(undefined);
        void mutate(keys.bulk(showId, 'run', runId));
      } catch {
        await put({ ...starting, phase: 'failed' });
      }
    },
    [mutate],
  );
}

/** What can be done with the run. Errors: `ApiError`. */
export function useRunActs() {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  const send = useSend();
  const starting = useStarting();
  const { runId, run, mutateRun, lookForRun } = useServerRun();
  return useMemo(() => {
    const showId = show.id;
    const forgetStart = () => mutate(keys.bulk(showId, 'start'), undefined, { revalidate: false });
    const cancel = async () => {
      if (starting?.phase === 'waiting') {
        clearTimeout(starting.timer);
        return void forgetStart();
      }
      // While the first answer is awaited, only the server knows the run.
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
      const again: BulkRun = { ...run, status: 'in_progress', failed: [], numFailure: 0, totalBatches };
      await mutateRun(again, { revalidate: false });
      try {
        const progress = await retryRun(showId, run.runId);
        await mutateRun(runOf(progress, again), { revalidate: false });
      } finally {
        void mutateRun();
      }
    };
    const close = async () => {
      await forgetStart();
      await lookForRun({ runId: null }, { revalidate: false });
      if (runId !== null) await seeRun(showId, runId);
    };
    return { cancel, retry, close };
  }, [show.id, mutate, send, starting, runId, run, mutateRun, lookForRun]);
}
