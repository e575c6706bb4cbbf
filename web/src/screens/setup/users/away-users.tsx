import { Link } from 'react-aria-components/Link';
import useSWR from 'swr';
import type { Cover } from '#domain/cover/cover-request';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { Day } from '../../../parts/display/date-format.tsx';
import { NotCovered } from '../../../session/cover/not-covered.tsx';
import { useSession } from '../../../session/session.tsx';

const isPending = ({ state }: Pick<Cover, 'state'>) => Number(state === 'PENDING');

/**
 * Who is away or will be, who covers, and which waiting documents nobody else may decide (COV-13, COV-27). Covers that
 * await approval come first (COV-19).
 */
export function AwayUsers() {
  const { show } = useSession();
  const { data } = useSWR(keys.covers(show.id), () =>
    ask(api.api.covers.$get({ query: { showId: show.id } })),
  );
  const away = (data ?? [])
    .filter(({ state }) => state !== 'ENDED')
    .toSorted(
      (a, b) =>
        isPending(b) - isPending(a) ||
        (b.undecided ?? 0) - (a.undecided ?? 0) ||
        (a.firstDay < b.firstDay ? -1 : 1),
    );
  if (!data) return null;
  if (away.length === 0)
    return <p className="gutter pb-4 text-ink-muted">Nobody is away. Set cover on a user’s page.</p>;
  return (
    <section aria-labelledby="away-users" className="gutter pb-4">
      <h2 id="away-users" className="pb-2 text-base font-semibold">
        Away
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface-raised px-4">
        {away.map(({ id, absent, covering, firstDay, lastDay, state, undecidedByType }) => (
          <li key={id} className="flex flex-wrap gap-x-2 py-2">
            <Link
              href={`/setup/users/${absent.userId}`}
              className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm font-medium underline underline-offset-2 data-hovered:no-underline"
            >
              {absent.name}
            </Link>
            <span className="self-center text-ink-muted">
              <Day day={firstDay} />
              {' to '}
              <Day day={lastDay} />
              {`, ${covering.name} covers`}
            </span>
            {state === 'PENDING' ? <span className="self-center font-medium">Awaits approval</span> : null}
            <NotCovered cover={{ absent, undecidedByType }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
