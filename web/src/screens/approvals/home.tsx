import type { InferResponseType } from 'hono/client';
import useSWR from 'swr';
import type { DocType } from '#domain/document';
import { formatMoney, toCents } from '#domain/money';
import { waitingAges } from '#domain/waiting';
import type { WaitingAge } from '#domain/waiting';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { Money } from '../../parts/money.tsx';
import { useSession } from '../../session/session.tsx';

type HomeFacts = InferResponseType<typeof api.api.home.$get, 200>;
type Commitments = NonNullable<HomeFacts['commitments']>;

const ageTexts = {
  DAY: 'Today',
  THREE_DAYS: '2 to 3 days',
  WEEK: '4 to 7 days',
  LONGER: 'Over a week',
} as const satisfies Record<WaitingAge, string>;

/** The longer it waits, the more it stands out. */
const ageTones = {
  DAY: 'bg-ink-soft',
  THREE_DAYS: 'bg-info',
  WEEK: 'bg-caution',
  LONGER: 'bg-negative',
} as const satisfies Record<WaitingAge, string>;

function Age(props: { age: WaitingAge; waiting: HomeFacts['waiting']; most: number }) {
  const rows = props.waiting.filter(({ age }) => age === props.age).toSorted((a, b) => b.count - a.count);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return (
    <li className="min-w-0 flex-1">
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-surface-sunken">
        <span
          className={`block h-full rounded-full ${ageTones[props.age]}`}
          style={{ width: `${(100 * count) / props.most}%` }}
        />
      </span>
      <p className="flex items-baseline gap-x-1.5 pt-1 text-sm max-sm:flex-col">
        <span className={`figures font-semibold ${count === 0 ? 'text-ink-muted' : ''}`}>{count}</span>
        <span className="text-ink-muted max-sm:text-xs">{ageTexts[props.age]}</span>
      </p>
      <p className="text-xs max-sm:hidden">
        {rows.map(({ currency, totalCost }, index) => (
          <span key={currency}>
            {index > 0 ? ' · ' : null}
            <Money cents={toCents(totalCost)} currency={currency} />
          </span>
        ))}
      </p>
    </li>
  );
}

function WaitingByAge(props: { waiting: HomeFacts['waiting'] }) {
  const { waiting } = props;
  const most = Math.max(1, ...waiting.map(({ count }) => count));
  return (
    <section aria-labelledby="waiting-by-age" className="min-w-0">
      <h2 id="waiting-by-age" className="pb-1.5 text-xs font-semibold text-ink-muted">
        Waiting for you
      </h2>
      <ul className="flex gap-3">
        {waitingAges.map(({ id }) => (
          <Age key={id} age={id} waiting={waiting} most={most} />
        ))}
      </ul>
    </section>
  );
}

function Department(props: { of: Commitments['departments'][number]; currency: string; most: number }) {
  const { of, currency, most } = props;
  const text = `${of.name}: ${formatMoney(toCents(of.invoiced), currency)} invoiced of ${formatMoney(toCents(of.committed), currency)}`;
  const width = (amount: number) => `${Math.max(0, Math.min(100, (100 * amount) / most))}%`;
  return (
    <li className="min-w-0" title={text}>
      <p className="flex items-baseline justify-between gap-2 text-sm">
        <span className="truncate">{of.name || 'No department'}</span>
        <Money cents={toCents(of.committed)} currency={currency} className="text-xs" />
      </p>
      <span aria-hidden className="relative mt-0.5 block h-1.5 overflow-hidden rounded-full">
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-ink-muted/35"
          style={{ width: width(of.committed) }}
        />
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-ink-muted"
          style={{ width: width(of.invoiced) }}
        />
      </span>
      <span className="sr-only">{text}</span>
    </li>
  );
}

function CommitmentsByDepartment(props: { commitments: Commitments }) {
  const { currency, departments, others } = props.commitments;
  const most = Math.max(...departments.map(({ committed }) => committed));
  return (
    <section aria-labelledby="commitments" className="min-w-0 max-sm:hidden">
      <h2 id="commitments" className="pb-1.5 text-xs font-semibold text-ink-muted">
        Commitments by department · solid: invoiced
        {others > 0 ? ` · ${others} more ${others === 1 ? 'department' : 'departments'}` : ''}
      </h2>
      <ul className="grid grid-cols-3 gap-x-5 gap-y-1.5 max-md:grid-cols-2">
        {departments.map((one) => (
          <Department key={one.id ?? ''} of={one} currency={currency} most={most} />
        ))}
      </ul>
    </section>
  );
}

/** What waits for the user by age and amount, and what the show has committed; nothing where there is neither. */
export function Home(props: { docType: DocType }) {
  const { show } = useSession();
  const { data } = useSWR(keys.home(show.id), () => ask(api.api.home.$get({ query: { showId: show.id } })));
  if (!data) return null;
  const waiting = data.waiting.filter(({ docType }) => docType === props.docType);
  if (waiting.length === 0 && !data.commitments) return null;
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-8 pt-4 max-md:grid-cols-1 max-md:gap-4">
      {waiting.length > 0 ? <WaitingByAge waiting={waiting} /> : null}
      {data.commitments ? <CommitmentsByDepartment commitments={data.commitments} /> : null}
    </div>
  );
}
