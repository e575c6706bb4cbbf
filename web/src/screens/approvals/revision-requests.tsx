import { revisionsShown } from '#domain/workflow/waiting-age';
import { editPath } from '../documents/paths.ts';
import type { HomeFacts } from './queue-summary.tsx';
import { OwnDocument } from './own-document.tsx';

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
        {props.revisions.map((row) => (
          <OwnDocument key={row.id} row={row} href={editPath(row.docType, row.id)}>
            <span aria-hidden className="size-2 shrink-0 rounded-full bg-caution" />
          </OwnDocument>
        ))}
      </ul>
    </section>
  );
}
