import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { DocType, Persona } from '#domain/document';
import { UnsavedNoteProvider } from '../../../forms/unsaved-note.tsx';
import { isFirstScreen } from '../../../parts/hooks/lazy-part.tsx';
import { SkeletonLines } from '../../../parts/page/skeleton.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { addRecent } from '../../../session/recent-documents.ts';
import { useSession } from '../../../session/session.tsx';
import { WithDisplayedContent } from '../displayed-content.tsx';
import { isOf } from '../document.ts';
import type { DocumentOf, StoredDocument } from '../document.ts';
import { pathBack } from '../opened-from.ts';
import { kinds } from '../paths.ts';
import { DocumentLoadFailure } from '../load-failure.tsx';
import { useDocument } from '../use-document.ts';
import { ApproverBar } from './actions/approver-bar.tsx';
import { ReviewBody } from './review-body.tsx';
import type { ReviewContent } from './review-body.tsx';
import { ReviewHeader } from './review-header.tsx';
import { SubmitterBar } from './actions/submitter-bar.tsx';

const sheet = 'rounded-lg border border-line bg-surface-raised';

/** The frame of a review while its document loads. The content takes the same places, so that nothing moves. */
function ReviewSkeleton(props: { label: string }) {
  return (
    <div role="status" aria-label={props.label} className="flex min-h-full flex-col">
      <div aria-hidden className="gutter grid w-full flex-1 content-start">
        <div className="grid gap-3 pt-6 pb-5">
          <SkeletonLines widths={['w-64']} />
          <SkeletonLines widths={['w-80', 'w-52']} />
        </div>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_22.5rem]">
          <div className={`grid content-start gap-5 px-8 py-7 max-sm:px-4 max-sm:py-5 ${sheet}`}>
            <SkeletonLines
              widths={['w-1/3', 'w-1/4', 'w-full', 'w-2/3', 'w-3/5', 'w-4/5', 'w-3/4', 'w-1/2']}
            />
          </div>
          <div className="grid content-start gap-4 max-md:hidden">
            {['approval', 'notes', 'history'].map((card) => (
              <div key={card} className={`grid gap-4 px-5 py-5 ${sheet}`}>
                <SkeletonLines widths={['w-1/4', 'w-2/3', 'w-1/2']} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div aria-hidden className="sticky bottom-0 h-15 border-t border-line bg-surface-raised max-sm:h-14" />
    </div>
  );
}

interface ReviewParts<Type extends DocType> extends ReviewContent<Type> {
  docType: Type;
  /** Shown instead of the review for a document that can no longer be reviewed. */
  over?: {
    is: (document: DocumentOf<Type>) => boolean;
    Leave: ComponentType<{ document: DocumentOf<Type>; persona: Persona }>;
  };
}

interface ReviewPageProps<Type extends DocType> extends ReviewParts<Type> {
  document: DocumentOf<Type>;
  persona: Persona;
  onChanged: () => void;
}

/** Offers the document again in the search (CMD-05). */
function useRecentDocument({ docType, id, number, summary }: StoredDocument, persona: Persona): void {
  const { user, show } = useSession();
  useEffect(() => {
    addRecent(
      { userId: user.id, showId: show.id },
      { docType, id, persona, number, vendorName: summary.who },
    );
  }, [user.id, show.id, docType, id, persona, number, summary.who]);
}

function ReviewPage<Type extends DocType>(props: ReviewPageProps<Type>) {
  const { document, persona, onChanged, Change, Flags, Page } = props;
  useRecentDocument(document, persona);
  // The first screen appears at once: a fading one would be visible later.
  const [isNext] = useState(() => !isFirstScreen());
  return (
    <div className="flex min-h-full flex-col">
      <div className={`gutter w-full flex-1 ${isNext ? 'animate-arrive' : ''}`}>
        <ReviewHeader document={document} />
        <ReviewBody
          {...{ document, persona, onChanged, Page }}
          {...(Change && { Change })}
          {...(Flags && { Flags })}
        />
      </div>
      {persona === 'APPROVER' ? <ApproverBar document={document} /> : <SubmitterBar document={document} />}
    </div>
  );
}

/** The review of a document: content, status and actions (SH-11 to SH-13, SH-59, SH-63). */
export function DocumentReview<Type extends DocType>(
  props: ReviewParts<Type> & { id: string; persona: Persona },
) {
  const { docType, id, persona, over } = props;
  const { noun, short, title } = kinds[docType];
  const { data, error, mutate } = useDocument(docType, id, persona);
  useTitle(data ? `${short} ${data.number}` : title);
  if (data && isOf(data, docType)) {
    if (over?.is(data)) return <over.Leave document={data} persona={persona} />;
    // Remounts for another document, so that nothing of the previous one stays open.
    return (
      <UnsavedNoteProvider key={data.id}>
        <WithDisplayedContent
          document={data}
          afterConflict="The page now shows the current version. Take a look, then decide again."
        >
          <ReviewPage {...props} document={data} onChanged={() => void mutate()} />
        </WithDisplayedContent>
      </UnsavedNoteProvider>
    );
  }
  if (!error) return <ReviewSkeleton label={`Loading ${noun}`} />;
  return (
    <DocumentLoadFailure
      docType={docType}
      error={error}
      back={pathBack(docType, persona)}
      onRetry={() => void mutate()}
    />
  );
}
