import { Navigate } from 'react-router';
import { Chip } from '../../../parts/display/chip.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { ManagedList } from '../managed-form/managed-list.tsx';
import { useOverview } from './use-health.ts';
import type { ShowHealth } from './use-health.ts';
import { findings } from './findings.ts';
import { pluralize, levels } from './words.ts';

export function LevelChip(props: { level: ShowHealth['level'] }) {
  const { text, tone, shape } = levels[props.level];
  return (
    <Chip tone={tone} shape={shape}>
      {text}
    </Chip>
  );
}

/** The worst finding in a few words. */
function worstOf({ findings: found, failures }: ShowHealth): string {
  const [first] = found;
  if (!first) return '';
  return first === 'failures' ? `${pluralize(failures, 'failure')}.` : findings[first].text;
}

const columns: readonly TableColumn<ShowHealth>[] = [
  {
    id: 'name',
    name: 'Show',
    isRowHeader: true,
    cell: (show) => <span className="font-medium">{show.name}</span>,
  },
  { id: 'level', name: 'Health', width: '9rem', cell: ({ level }) => <LevelChip level={level} /> },
  {
    id: 'worst',
    name: 'What was found',
    cell: (show) => worstOf(show) || <span className="text-ink-muted">Nothing</span>,
  },
  {
    id: 'failures',
    name: 'Failures',
    width: '7rem',
    align: 'right',
    cell: ({ failures }) => failures || null,
  },
  {
    id: 'waiting',
    name: 'Waiting',
    width: '7rem',
    align: 'right',
    cell: ({ waiting }) => waiting.reduce((sum, { count }) => sum + count, 0) || null,
  },
];

/** The shows that the user manages, the worst first. A single show opens its own page. */
export function HealthOverview() {
  const { data, error, isLoading, isValidating, mutate } = useOverview();
  const [only, another] = data?.shows ?? [];
  if (only && !another) return <Navigate to={`/setup/health/${only.id}`} replace />;
  return (
    <ManagedList
      title="Health"
      columns={columns}
      items={data?.shows}
      hrefOf={({ id }) => `/setup/health/${id}`}
      renderCard={(show) => (
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 truncate font-medium">{show.name}</span>
          <LevelChip level={show.level} />
          <span className="block basis-full text-sm text-ink-muted empty:hidden">{worstOf(show)}</span>
        </span>
      )}
      empty="No shows yet."
      failure={
        error === undefined || isLoading || data
          ? null
          : {
              text: 'The health of the shows could not be read.',
              onRetry: () => void mutate(),
              isBusy: isValidating,
              error,
            }
      }
    />
  );
}
