import { Suspense } from 'react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import type { DocType } from '#domain/document';
import { toCents } from '#domain/values/money';
import { pendingAges } from '#domain/workflow/pending-age';
import type { PendingAge } from '#domain/workflow/pending-age';
import { workingDaysText } from '#domain/workflow/working-days';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { Money } from '../../parts/display/money.tsx';
import { reviewPath } from '../documents/paths.ts';
import type { HomeSummary } from './queue-summary.tsx';

const ageTexts = {
  DAY: 'Today',
  THREE_DAYS: '1–3 days',
  WEEK: '4–5 days',
  LONGER: 'Over 5 days',
} as const satisfies Record<PendingAge, string>;

const ageTones = {
  DAY: 'bg-line-strong',
  THREE_DAYS: 'bg-info',
  WEEK: 'bg-caution',
  LONGER: 'bg-negative',
} as const satisfies Record<PendingAge, string>;

interface Age {
  id: PendingAge;
  count: number;
  rows: HomeSummary['waiting'];
}

/** The ages that are not empty, the oldest first. */
function agesOf(waiting: HomeSummary['waiting']): Age[] {
  return pendingAges
    .map(({ id }) => {
      const rows = waiting.filter(({ age }) => age === id).toSorted((a, b) => b.count - a.count);
      return { id, rows, count: rows.reduce((sum, row) => sum + row.count, 0) };
    })
    .filter(({ count }) => count > 0)
    .toReversed();
}

function AgeLegend({ age }: { age: Age }) {
  return (
    <li>
      <p className="flex items-baseline gap-x-1.5 text-sm">
        <span aria-hidden className={`size-2 shrink-0 self-center rounded-full ${ageTones[age.id]}`} />
        <span className="figures font-semibold">{age.count}</span>
        <span className="whitespace-nowrap text-ink-muted">{ageTexts[age.id]}</span>
      </p>
      <p className="flex flex-col pl-3.5 text-xs max-sm:hidden">
        {age.rows.map(({ currency, totalCost }) => (
          <Money key={currency} cents={toCents(totalCost)} currency={currency} />
        ))}
      </p>
    </li>
  );
}

type First = HomeSummary['firsts'][number];

const firstTexts = { OLDEST: 'Oldest', LARGEST: 'Largest' } as const satisfies Record<First['why'], string>;

/** Links to the oldest and the largest waiting document. On a phone each shows only its age or amount. */
function FirstLink({ first }: { first: First }) {
  const { docType, id, why, days, currency } = first;
  const cents = toCents(first.totalCost);
  const waited = days === 0 ? 'today' : workingDaysText(days);
  return (
    <Link
      href={reviewPath(docType, id, 'APPROVER')}
      className="touch:min-h-11 group flex cursor-pointer items-center gap-3 rounded-sm py-1 text-sm max-sm:shrink-0 max-sm:gap-2"
    >
      <span className="shrink-0 text-ink-muted sm:w-12">{firstTexts[why]}</span>
      <span className="min-w-0 flex-1 truncate font-medium underline-offset-2 group-data-hovered:underline max-sm:sr-only">
        {first.vendorName}
      </span>
      <span className={why === 'OLDEST' ? 'max-sm:sr-only' : 'max-sm:font-medium'}>
        <Money cents={cents} currency={currency} />
      </span>
      <span
        className={`figures text-right whitespace-nowrap sm:w-28 sm:text-ink-muted ${why === 'OLDEST' ? 'max-sm:font-medium' : 'max-sm:sr-only'}`}
      >
        {waited}
      </span>
      <ChevronRight aria-hidden className="-ml-2 size-4 text-ink-muted sm:hidden" />
    </Link>
  );
}

/** The oldest document, and the largest ones of the two most frequent currencies (HOME-12). */
const maxFirsts = 3;

const FlaggedLink = lazyPart(async () => (await import('./flagged-link.tsx')).FlaggedLink);

/** What waits for the user, by age, with links to the oldest and the largest document. */
export function Waiting(props: { facts: HomeSummary; docType: DocType }) {
  const ofType = <Row extends { docType: DocType }>(rows: readonly Row[]) =>
    rows.filter(({ docType }) => docType === props.docType);
  const ages = agesOf(ofType(props.facts.waiting));
  if (ages.length === 0) return null;
  const [flagged] = ofType(props.facts.tiles.flagged);
  const firsts = ofType(props.facts.firsts).slice(0, maxFirsts);
  return (
    <section
      aria-labelledby="waiting-by-age"
      className="grid min-w-0 grid-cols-[minmax(min-content,4fr)_minmax(0,3fr)] gap-x-8 gap-y-0.5 max-sm:grid-cols-1"
    >
      <div>
        <h2 id="waiting-by-age" className="pb-2 text-xs font-semibold text-ink-muted max-sm:sr-only">
          Waiting for you, in working days
        </h2>
        <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
          {ages.map(({ id, count }) => (
            <span key={id} className={`min-w-2 ${ageTones[id]}`} style={{ flexGrow: count }} />
          ))}
        </div>
        <ul
          aria-label="By age"
          className="grid grid-flow-col justify-start gap-x-3 gap-y-1 pt-2 max-sm:flex max-sm:flex-wrap max-sm:gap-x-5"
        >
          {ages.map((age) => (
            <AgeLegend key={age.id} age={age} />
          ))}
        </ul>
      </div>
      {/* Room for four lines: how many there are is known only when they have loaded. */}
      <div className="min-w-0 max-sm:flex max-sm:relative max-sm:gap-5 max-sm:overflow-x-auto sm:min-h-32 sm:max-w-lg sm:pt-4">
        {firsts.map((first) => (
          <FirstLink key={first.why + first.currency} first={first} />
        ))}
        {flagged ? (
          <Suspense fallback={<p className="touch:h-11 h-7" />}>
            <FlaggedLink flagged={flagged} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}
