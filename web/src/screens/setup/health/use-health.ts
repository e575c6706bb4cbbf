import { useState } from 'react';
import useSWR from 'swr';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { pluralize } from './words.ts';

const call = api.api.health;
const readAll = (showId: string) => ask(call.$get({ query: { showId } }));
const readOne = (showId: string, id: string) => ask(call[':id'].$get({ param: { id }, query: { showId } }));

export type Overview = Awaited<ReturnType<typeof readAll>>;
export type ShowReport = Awaited<ReturnType<typeof readOne>>;
export type ShowHealth = Overview['shows'][number];
export type Failure = ShowReport['failures'][number];

/** Refresh intervals. Running or retried work refreshes more often. */
const refreshMs = { calm: 15_000, moving: 2000 };

function isMoving({ at, shows: [show] }: ShowReport): boolean {
  const begunLately = (since: string | null) => since !== null && Date.parse(at) - Date.parse(since) < 60_000;
  if (show?.history?.isGoingOn) return true;
  return (
    show?.waiting.some(({ count, resting, oldestAt }) => count > resting && begunLately(oldestAt)) ?? false
  );
}

/** The shows that the user manages. */
export function useOverview() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'health'), () => readAll(show.id), { refreshInterval: refreshMs.calm });
}

export function useShowReport(id: string) {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'health', id), () => readOne(show.id, id), {
    refreshInterval: (latest) => (latest && isMoving(latest) ? refreshMs.moving : refreshMs.calm),
  });
}

export type FailureSelection = { all: true } | { ids: string[] };
type HealthAction = 'retry' | 'dismissal' | 'verification';

/** The actions on a show's background work, one at a time. A toast shows the result. */
export function useHealthActions(id: string) {
  const { show } = useSession();
  const { mutate } = useShowReport(id);
  const flash = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const target = { param: { id }, query: { showId: show.id } };
  const run = async (action: HealthAction, what: string, request: () => Promise<string>) => {
    setBusy(what);
    try {
      flash('success', await request());
      await mutate();
    } catch {
      flash('error', failures[action]);
    } finally {
      setBusy(null);
    }
  };
  return {
    /** The running action with an id or `all`. */
    busy,
    retry: (selection: FailureSelection, what: string) =>
      run('retry', `retry ${what}`, async () => {
        const { settled, left } = await ask(call[':id'].retry.$post({ ...target, json: selection }));
        const more = left > 0 ? ` ${left.toLocaleString('en-US')} more: retry all again.` : '';
        return `${pluralize(settled, 'failure')} will be tried again now.${more}`;
      }),
    dismiss: (selection: FailureSelection, what: string) =>
      run('dismissal', `dismiss ${what}`, async () => {
        const { settled } = await ask(call[':id'].dismissal.$post({ ...target, json: selection }));
        return `${pluralize(settled, 'failure')} dismissed.`;
      }),
    verify: () =>
      run('verification', 'verify', async () => {
        await ask(call[':id'].verification.$post(target));
        return 'The histories are being verified.';
      }),
  };
}

const failures = {
  retry: 'Nothing was retried. Please try again.',
  dismissal: 'Nothing was dismissed. Please try again.',
  verification: 'The verification could not be started. Please try again.',
} as const satisfies Record<HealthAction, string>;
