import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { toCents } from '#domain/money';
import { revisionsShown } from '#domain/waiting';
import { Money } from '../../parts/money.tsx';
import { editPath, kinds } from '../documents/kinds.ts';
import type { HomeFacts } from './home.tsx';

/** As high as the list of so many will be, with the room below it. */
export function RevisionsExpected({ count }: { count: number }) {
  const shown = Math.min(count, revisionsShown);
  return (
    <div className="pt-4 max-sm:pt-3 -mb-1">
      <div className="h-5" />
      {Array.from({ length: shown }, (_, at) => (
        <div key={at} className="touch:h-11 h-7" />
      ))}
    </div>
  );
}

/** What was sent back to the user: each opens where it is put right. */
export function Revisions(props: { revisions: HomeFacts['revisions'] }) {
  return (
    <section aria-labelledby="to-revise" className="min-w-0 max-w-2xl">
      <h2 id="to-revise" className="pb-1 text-xs font-semibold text-ink-muted">
        Sent back to you for revision
      </h2>
      <ul>
        {props.revisions.map(({ docType, id, number, vendorName, currency, totalCost }) => (
          <li key={id}>
            <Link
              href={editPath(docType, id)}
              className="touch:min-h-11 group flex min-w-0 cursor-pointer items-center gap-3 rounded-sm py-1 text-sm"
            >
              <span aria-hidden className="size-2 shrink-0 rounded-full bg-caution" />
              <span className="shrink-0 font-medium underline-offset-2 group-data-hovered:underline">
                {`${kinds[docType].short} ${number === 'NA' ? '' : `#${number}`}`.trim()}
              </span>
              <span className="min-w-0 flex-1 truncate text-ink-muted">{vendorName}</span>
              <Money cents={toCents(totalCost)} currency={currency} />
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
