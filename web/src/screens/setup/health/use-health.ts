import { useState } from 'react';
import useSWR from 'swr';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { counted } from './words.ts';

const call = api.api.health;
const readAll = (showId: string) => ask(call.$get({ query: { showId } }));
const readOne = (showId: string, id: string) => ask(call[':id'].$get({ param: { id }, query: { showId } }));

export type Overview = Awaited<ReturnType<typeof readAll>>;
export type ShowReport = Awaited<ReturnType<typeof readOne>>;
export type ShowHealth = Overview['shows'][number];
export type Failure = ShowReport['failures'][number];

/** While somebody looks; what goes on by itself, or was just retried, is seen sooner. */
const everyMs = { calm: 15_000, moving: 2000 };

function isMoving({ at, shows: [show] }: ShowReport): boolean {
  const begunLately = (since: string | null) => since !== null && Date.parse(at) - Date.parse(since) < 60_000;
  if (show?.history?.isGoingOn) return true;
  return (
    show?.waiting.some(({ count, resting, oldestAt }) => count > resting && begunLately(oldestAt)) ?? false
  );
}

/** The shows that the user looks after. */
export function useOverview() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'health'), () => readAll(show.id), { refreshInterval: everyMs.calm });
}

/** One of them, with what failed in it. */
export function useShowReport(id: string) {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'health', id), () => readOne(show.id, id), {
    refreshInterval: (latest) => (latest && isMoving(latest) ? everyMs.moving : everyMs.calm),
  });
}

/** Which failures are meant. */
export type FailureSelection = { all: true } | { ids: string[] };
type Act = 'retry' | 'dismissal' | 'verification';

/** What can be done about a show, one at a time; what came of it is told. */
export function useActs(id: string) {
  const { show } = useSession();
  const { mutate } = useShowReport(id);
  const flash = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const target = { param: { id }, query: { showId: show.id } };
  const run = async (act: Act, what: string, work: () => Promise<string>) => {
    setBusy(what);
    try {
      flash('success', await work());
      await mutate();
    } catch {
      flash('error', failures[act]);
    } finally {
      setBusy(null);
    }
  };
  return {
    /** What is under way: an act with an id, or `all`. */
    busy,
    retry: (selection: FailureSelection, what: string) =>
      run('retry', `retry ${what}`, async () => {
        const { settled, left } = await ask(call[':id'].retry.$post({ ...target, json: selection }));
        const more = left > 0 ? ` ${left.toLocaleString('en-US')} more: retry all again.` : '';
        return `${counted(settled, 'failure')} will be tried again now.${more}`;
      }),
    dismiss: (selection: FailureSelection, what: string) =>
      run('dismissal', `dismiss ${what}`, async () => {
        const { settled } = await ask(call[':id'].dismissal.$post({ ...target, json: selection }));
        return `${counted(settled, 'failure')} dismissed.`;
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
} as const satisfies Record<Act, string>;
