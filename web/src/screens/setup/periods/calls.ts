import useSWRInfinite from 'swr/infinite';
import type { AddedPeriods, PeriodSetUp, PeriodTurn } from '#domain/periods/period-request';
import type { PeriodHistory, Periods } from '#domain/periods/period-response';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { useSaveOfArea } from '../use-save-of-area.ts';

const periodApi = api.api.periods;

/** Who set up, closed and reopened periods, the newest first, in pages. */
export function usePeriodHistory() {
  const { show } = useSession();
  return useSWRInfinite<PeriodHistory>(
    (index: number, previous: PeriodHistory | null) => {
      if (previous && !previous.hasMore) return null;
      const before = index === 0 ? '' : (previous?.changes.at(-1)?.id ?? '');
      return keys.managed(show.id, 'periods', 'changes', before);
    },
    (key: readonly unknown[]) => {
      const before = String(key.at(-1));
      return ask(periodApi.changes.$get({ query: { showId: show.id, ...(before !== '' && { before }) } }));
    },
  );
}

/** A change of one company's periods. */
export type PeriodEdit =
  | { kind: 'set-up'; json: PeriodSetUp }
  | { kind: 'add'; json: AddedPeriods }
  | { kind: 'close' | 'reopen'; json: PeriodTurn };

/** Saves a change. Throws `ApiError`. */
export function savePeriods(showId: string, { kind, json }: PeriodEdit): Promise<Periods> {
  const query = { showId };
  switch (kind) {
    case 'set-up':
      return ask(periodApi['set-up'].$post({ query, json }));
    case 'add':
      return ask(periodApi.add.$post({ query, json }));
    case 'close':
      return ask(periodApi.close.$post({ query, json }));
    case 'reopen':
      return ask(periodApi.reopen.$post({ query, json }));
  }
}

export const useSave = (onSaved?: () => void) => useSaveOfArea<Periods>('periods', onSaved);
