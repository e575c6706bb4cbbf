import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { leftOutTexts } from '#domain/bulk-approval/left-out';
import { flagsChecked } from '#domain/lists/home-tiles';
import type { HomeSummary } from './queue-summary.tsx';
import { flaggedHref } from './tile-links.ts';

/** Links to the waiting documents that need a closer look, with the reasons (HOME-05). */
export function FlaggedLink({ flagged }: { flagged: HomeSummary['tiles']['flagged'][number] }) {
  const { ids, reasons, isPartial } = flagged;
  const text = leftOutTexts(reasons);
  return (
    <Link
      href={flaggedHref(flagged)}
      className="touch:min-h-11 group flex cursor-pointer items-center gap-3 rounded-sm py-1 text-sm max-sm:shrink-0 max-sm:gap-2"
    >
      <span className="shrink-0 text-ink-muted sm:w-12">Flagged</span>
      <span className="figures shrink-0 font-medium underline-offset-2 group-data-hovered:underline">
        {ids.length}
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-muted max-sm:sr-only">
        {isPartial ? `${text}; of the ${flagsChecked} that have waited longest` : text}
      </span>
      <ChevronRight aria-hidden className="-ml-2 size-4 text-ink-muted sm:hidden" />
    </Link>
  );
}
