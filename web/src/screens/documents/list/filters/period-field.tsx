import { usePeriods } from '../../../../forms/document/model/use-periods.ts';
import { MultiSelect } from '../../../../parts/fields/multi-select.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { WaitingFilters } from './waiting-filters.ts';

/** The filter by accounting period, for users who may read periods in a show that has some (PERIOD-10). */
export function PeriodField(props: {
  filters: Pick<WaitingFilters, 'accountingPeriods'>;
  change: (part: Partial<WaitingFilters>) => void;
}) {
  const { change } = props;
  const { accountingPeriods: chosen } = props.filters;
  const { config, can } = useSession();
  const isOffered = config.settings.accountingPeriods && can('Budget', 'READ');
  const { data, error } = usePeriods(isOffered);
  if (!isOffered) return null;
  const names = (data?.companies ?? []).flatMap(({ periods }) => periods.map(({ name }) => name));
  return (
    <MultiSelect
      label="Period"
      options={[...new Set(names)].map((name) => ({ id: name, text: name }))}
      isLoadingOptions={!data && !error}
      picked={chosen.map((name) => ({ id: name, text: name }))}
      onPick={({ id }) => change({ accountingPeriods: [...chosen, id] })}
      onRemove={(id) => change({ accountingPeriods: chosen.filter((one) => one !== id) })}
      placeholder="Any period"
    />
  );
}
