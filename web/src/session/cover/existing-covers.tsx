import { Day } from '../../parts/display/date-format.tsx';
import { useSession } from '../session.tsx';
import type { Absent } from './covers.tsx';
import { useCovers } from './use-covers.ts';

/** The days on which the absent user is covered already: another cover of these days would be refused (COV-28). */
export function ExistingCovers({ absent }: { absent: Absent }) {
  const { user } = useSession();
  const { data } = useCovers();
  const userId = absent?.userId ?? user.id;
  const existing = (data ?? []).filter((cover) => cover.state !== 'ENDED' && cover.absent.userId === userId);
  if (existing.length === 0) return null;
  return (
    <section aria-label="Existing covers" className="col-span-full text-sm text-ink-muted">
      <p>{absent ? `${absent.name} is already covered:` : 'You are already covered:'}</p>
      <ul>
        {existing.map(({ id, covering, firstDay, lastDay, state }) => (
          <li key={id} className="wrap-anywhere">
            <Day day={firstDay} />
            {' to '}
            <Day day={lastDay} />
            {` by ${covering.name}`}
            {state === 'PENDING' ? ', awaits approval' : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
