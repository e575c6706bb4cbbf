import { Suspense } from 'react';
import { revisionsShown } from '#domain/workflow/pending-age';
import type { Counts } from '../../session/waiting-counts.ts';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { editPath } from '../documents/paths.ts';
import type { HomeSummary } from './queue-summary.tsx';
import { OwnDocument } from './own-document.tsx';

/** Placeholder of the same height as the list of that many documents. */
export function RevisionsPlaceholder({ count }: { count: number }) {
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

const AllReturned = lazyPart(async () => (await import('./all-returned.tsx')).AllReturned);

export interface Returned {
  revisions: HomeSummary['revisions'];
  /** How many there are, listed or not. */
  counts: Counts['toRevise'];
}

/** Documents sent back to the user. Each row opens the form. */
export function RevisionRequests(props: Returned) {
  return (
    <section aria-labelledby="to-revise" className="min-w-0 max-w-2xl">
      <h2 id="to-revise" className="pb-1 text-xs font-semibold text-ink-muted">
        Sent back to you for revision
        <Suspense>
          <AllReturned {...props} />
        </Suspense>
      </h2>
      <ul>
        {props.revisions.map((row) => (
          <OwnDocument key={row.id} row={row} href={editPath(row.docType, row.id)}>
            <span aria-hidden className="size-2 shrink-0 rounded-full bg-caution" />
          </OwnDocument>
        ))}
      </ul>
    </section>
  );
}
