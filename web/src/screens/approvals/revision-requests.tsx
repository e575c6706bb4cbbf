import { Link } from 'react-aria-components/Link';
import type { DocType } from '#domain/document';
import { revisionsShown } from '#domain/workflow/pending-age';
import { editPath, kinds } from '../documents/paths.ts';
import type { HomeSummary } from './queue-summary.tsx';
import { OwnDocument } from './own-document.tsx';
import { returnedHref } from './tile-rows.ts';

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

/** Documents sent back to the user. Each row opens the form. */
export function RevisionRequests(props: {
  revisions: HomeSummary['revisions'];
  /** How many there are, listed or not. */
  counts: { PO: number; INVOICE: number };
}) {
  const ofType = (docType: DocType) => props.revisions.filter((row) => row.docType === docType).length;
  return (
    <section aria-labelledby="to-revise" className="min-w-0 max-w-2xl">
      <h2 id="to-revise" className="pb-1 text-xs font-semibold text-ink-muted">
        Sent back to you for revision
        {(['PO', 'INVOICE'] as const)
          .filter((docType) => props.counts[docType] > ofType(docType))
          .map((docType) => (
            <Link
              key={docType}
              href={returnedHref(docType)}
              className="ml-3 rounded-sm font-normal underline underline-offset-2 data-hovered:no-underline"
            >
              {`All ${props.counts[docType]} ${kinds[docType].plural.toLowerCase()}`}
            </Link>
          ))}
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
