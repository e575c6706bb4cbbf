import { Info } from 'lucide-react';
import { Button } from '../../../../parts/controls/button.tsx';
import { useChangedAt } from '../../changes-since.tsx';
import { useDisplayedContent } from '../../displayed-content.tsx';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';

/** `Dana replaced an attachment 2 minutes ago. 1 more change.`: the newest change, where the document lists it. */
function News({ document }: { document: StoredDocument }) {
  const changedAt = useChangedAt();
  const { news } = useDisplayedContent();
  const last = news.at(-1);
  if (!last) return <>{`This ${kinds[document.docType].noun} changed while you were looking at it. `}</>;
  const more = news.length - 1;
  return (
    <>
      <bdi className="font-medium">{last.userName}</bdi>
      {` ${last.summary} ${changedAt(last.timeStamp)}. `}
      {more > 0 ? `${more} more ${more === 1 ? 'change' : 'changes'}. ` : null}
    </>
  );
}

/** Says that the content changed while it was read, beside what may be decided about it (DEC-30). */
export function ChangedNotice({ document }: { document: StoredDocument }) {
  const { isOvertaken, news, showNews, accept } = useDisplayedContent();
  return (
    <div role="status">
      {isOvertaken ? (
        <div className="gutter flex items-center gap-x-4 gap-y-2 border-b border-line bg-caution-soft py-2.5 max-sm:flex-wrap">
          <p className="flex min-w-0 flex-1 gap-3 max-sm:basis-full">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
            <span className="min-w-0">
              <News document={document} />
              The page shows the current version.
            </span>
          </p>
          <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-1">
            {news.length > 0 ? <Button onPress={showNews}>What Changed</Button> : null}
            <Button onPress={accept}>I Have Seen It</Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
