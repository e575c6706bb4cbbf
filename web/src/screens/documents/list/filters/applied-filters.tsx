import { Suspense } from 'react';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { FilterChip } from './filter-definition.ts';

const ChipList = lazyPart(async () => (await import('../../../../parts/display/chip-list.tsx')).ChipList);

const HealthLink = lazyPart(
  async () => (await import('./health-link.tsx')).HealthLink,
  () => false,
);

export function AppliedFilters<Filters>(props: {
  chips: readonly FilterChip<Filters>[];
  onChange: (filters: Filters) => void;
}) {
  const { chips, onChange } = props;
  const { can } = useSession();
  if (chips.length === 0) return null;
  const remove = (id: string) => {
    const chip = chips.find((one) => one.id === id);
    if (chip) onChange(chip.without);
  };
  return (
    <>
      <div className="touch:min-h-13 min-h-8.5 pb-2">
        <Suspense>
          <ChipList label="Applied filters" items={chips} onRemove={remove} />
        </Suspense>
      </div>
      {can('Show', 'FULL') && chips.some(({ id }) => id === 'failed') ? (
        <div className="touch:min-h-14 min-h-11">
          <Suspense>
            <HealthLink />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
