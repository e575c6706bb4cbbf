import type { AddedPeriods, PeriodSetUp, PeriodTurn } from '#domain/periods/period-request';
import type { PeriodHistory, Periods } from '#domain/periods/period-response';
import { api, ask } from '../../../api.ts';
import { usePagesBefore } from '../use-pages-before.ts';
import { useManagedSave } from '../use-managed-save.ts';

const periodApi = api.api.periods;

/** Who set up, closed and reopened periods, the newest first, in pages. */
export const usePeriodHistory = () =>
  usePagesBefore<PeriodHistory>(
    ['periods', 'changes'],
    ({ changes }) => changes.at(-1)?.id,
    (query) => ask(periodApi.changes.$get({ query })),
  );

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

export const useSave = (onSaved?: () => void) => useManagedSave<Periods>('periods', onSaved);
