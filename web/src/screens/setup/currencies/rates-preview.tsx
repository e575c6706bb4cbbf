import type { RatesCheck } from '#domain/currency/currency-response';
import { Day } from '../../../parts/display/date-format.tsx';

/** Enough to see what an import does. */
const maxRows = 50;

export const importLabel = (ready: number) => (ready === 1 ? 'Import 1 rate' : `Import ${ready} rates`);

/** What importing these rates would change. `source`: the file or the accounting system that has them. */
export function RatesPreview(props: {
  source: string;
  ignoredItems: 'Columns' | 'Currencies';
  check: RatesCheck;
}) {
  const { source, ignoredItems, check } = props;
  const { rates, faults, unchanged, ignored } = check;
  return (
    <section aria-label={source} className="grid gap-2">
      <h3 className="font-semibold wrap-anywhere">{source}</h3>
      {unchanged > 0 ? (
        <p className="text-sm text-ink-muted">
          {unchanged === 1 ? '1 rate is stored already.' : `${unchanged} rates are stored already.`}
        </p>
      ) : null}
      {ignored.length > 0 ? (
        <p className="text-sm wrap-anywhere text-ink-muted">{`${ignoredItems} ignored: ${ignored.join(', ')}.`}</p>
      ) : null}
      {faults.length > 0 ? (
        <ul aria-label="What is wrong" className="grid gap-1 text-sm text-negative">
          {faults.slice(0, maxRows).map(({ row, column, message }, index) => (
            <li key={index}>
              {[row === null ? source : `Row ${row}`, column].filter(Boolean).join(' · ')}: {message}
            </li>
          ))}
        </ul>
      ) : null}
      <ul aria-label="New rates" className="divide-y divide-line text-sm">
        {rates.slice(0, maxRows).map(({ currency, day, rate, before }) => (
          <li key={`${currency} ${day ?? ''}`} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span>
              {day === null ? (
                `${currency}, budgeted rate`
              ) : (
                <>
                  {currency} from <Day day={day} />
                </>
              )}
            </span>
            <span className="figures">
              {rate}
              {before === null ? null : <span className="text-ink-muted">{` instead of ${before}`}</span>}
            </span>
          </li>
        ))}
      </ul>
      {rates.length > maxRows ? (
        <p className="text-sm text-ink-muted">{`${rates.length - maxRows} more.`}</p>
      ) : null}
    </section>
  );
}
