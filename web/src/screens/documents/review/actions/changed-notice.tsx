import { Info } from 'lucide-react';
import { Button } from '../../../../parts/controls/button.tsx';
import { useChangedAt } from '../../changes-since.tsx';
import { useDisplayedContent } from '../../displayed-content.tsx';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';

/** The newest change, such as `Dana replaced an attachment 2 minutes ago. 1 more change.`, if the document lists it. */
function NewestChange({ document }: { document: StoredDocument }) {
  const changedAt = useChangedAt();
  const { unseenChanges } = useDisplayedContent();
  const last = unseenChanges.at(-1);
  if (!last) return <>{`This ${kinds[document.docType].noun} changed while you were looking at it. `}</>;
  const more = unseenChanges.length - 1;
  return (
    <>
      <bdi className="font-medium">{last.userName}</bdi>
      {` ${last.summary} ${changedAt(last.timeStamp)}. `}
      {more > 0 ? `${more} more ${more === 1 ? 'change' : 'changes'}. ` : null}
    </>
  );
}

/** Warns above the actions that the content changed while the user was reading it (DEC-30). */
export function ChangedNotice({ document }: { document: StoredDocument }) {
  const { isStale, unseenChanges, showChanges, accept } = useDisplayedContent();
  return (
    <div role="status">
      {isStale ? (
        <div className="gutter flex items-center gap-x-4 gap-y-2 border-b border-line bg-caution-soft py-2.5 max-sm:flex-wrap">
          <p className="flex min-w-0 flex-1 gap-3 max-sm:basis-full">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
            <span className="min-w-0">
              <NewestChange document={document} />
              The page shows the current version.
            </span>
          </p>
          <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-1">
            {unseenChanges.length > 0 ? <Button onPress={showChanges}>What Changed</Button> : null}
            <Button onPress={accept}>I Have Seen It</Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
