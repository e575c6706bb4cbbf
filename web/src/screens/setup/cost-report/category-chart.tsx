import { Link } from 'react-aria-components/Link';
import type { CostCategoryResponse, CostReport } from '#domain/budget/cost-report/response';
import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';

const measures = [
  { id: 'budget', name: 'Budget', look: 'bg-ink-muted' },
  { id: 'total', name: 'Cost', look: 'bg-accent' },
  { id: 'efc', name: 'EFC', look: 'bg-accent-strong' },
] as const;

const codeOf = ({ code, description }: CostCategoryResponse) =>
  /\d/.test(code) ? [code, description].filter(Boolean).join(' ') : description;

/**
 * Budget, cost and EFC by category as bars with their amounts. Each category leads to its accounts (REPORT-08). The
 * amounts are text, so that the bars need no description.
 */
export function CategoryChart(props: {
  report: CostReport;
  hrefOf: (category: string | null) => string;
  chosen: string | null;
}) {
  const { report, hrefOf, chosen } = props;
  const { categories, currency } = report;
  const shown = measures.filter(({ id }) => categories.some((one) => one[id] !== null));
  const largest = Math.max(1, ...categories.flatMap((one) => shown.map(({ id }) => one[id] ?? 0)));
  return (
    <section aria-label="By category" className="gutter pb-6">
      <h2 className="pb-3 text-base font-semibold">By category</h2>
      <ul className="grid grid-cols-2 gap-x-10 gap-y-4 rounded-lg border border-line bg-surface-raised px-5 py-4 max-sm:grid-cols-1 max-sm:px-4">
        {categories.map((category) => {
          const isChosen = category.code === chosen;
          return (
            <li key={category.code} className="min-w-0">
              <Link
                href={hrefOf(isChosen ? null : category.code)}
                {...(isChosen && { 'aria-current': 'true' as const })}
                className={`inline-flex min-h-11 cursor-pointer items-center underline decoration-line-strong underline-offset-4 sm:min-h-8 ${isChosen ? 'font-semibold' : 'font-medium'}`}
              >
                {codeOf(category)}
              </Link>
              <dl className="grid grid-cols-1 gap-1">
                {shown.map(({ id, name, look }) => (
                  <div
                    key={id}
                    className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-3 text-sm"
                  >
                    <dt className="text-ink-muted">{name}</dt>
                    <dd aria-hidden className="h-2.5 rounded-full bg-ink-soft">
                      <span
                        className={`block h-full rounded-full ${isOver(category, id) ? 'bg-negative' : look}`}
                        style={{ width: `${(Math.max(0, category[id] ?? 0) / largest) * 100}%` }}
                      />
                    </dd>
                    <dd className="min-w-[6.5rem] text-right">
                      {category[id] === null ? (
                        <span className="text-ink-muted">—</span>
                      ) : (
                        <Money cents={toCents(category[id])} currency={currency} />
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const isOver = ({ overUnder }: CostCategoryResponse, id: string) =>
  id !== 'budget' && overUnder !== null && overUnder < 0;
