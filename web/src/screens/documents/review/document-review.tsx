import type { ComponentType } from 'react';
import type { DocType, Persona } from '#domain/document';
import { UnsavedNoteProvider } from '../../../forms/unsaved-note.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { WithDisplayedContent } from '../displayed-content.tsx';
import { isOf } from '../document.ts';
import type { DocumentOf } from '../document.ts';
import { kinds, listPath } from '../paths.ts';
import { DocumentLoadFailure } from '../load-failure.tsx';
import { useDocument } from '../use-document.ts';
import { ApproverBar } from './actions/approver-bar.tsx';
import { ReviewBody } from './review-body.tsx';
import type { SheetProps } from './review-body.tsx';
import { ReviewHead } from './review-header.tsx';
import { ReviewSkeleton } from './review-skeleton.tsx';
import { SubmitterBar } from './actions/submitter-bar.tsx';

/** What the review of one type of document brings along; the rest is the same for all three. */
interface ReviewParts<Type extends DocType> {
  docType: Type;
  /** The document itself; what it refers to can be opened beside it. */
  Sheet: ComponentType<SheetProps<Type>>;
  /** The way out of a document that is none to be reviewed. */
  over?: {
    is: (document: DocumentOf<Type>) => boolean;
    Leave: ComponentType<{ document: DocumentOf<Type>; persona: Persona }>;
  };
}

interface ReviewedProps<Type extends DocType> extends ReviewParts<Type> {
  document: DocumentOf<Type>;
  persona: Persona;
  onChanged: () => void;
}

function Reviewed<Type extends DocType>(props: ReviewedProps<Type>) {
  const { document, persona, Sheet } = props;
  return (
    <div className="flex min-h-full flex-col">
      <div className="gutter w-full flex-1">
        <ReviewHead document={document} />
        <ReviewBody document={document} persona={persona} Sheet={Sheet} onChanged={props.onChanged} />
      </div>
      {persona === 'APPROVER' ? <ApproverBar document={document} /> : <SubmitterBar document={document} />}
    </div>
  );
}

/** The review of a document (SH-11 to SH-13, SH-59, SH-63): what it says, where it stands, what can be done. */
export function DocumentReview<Type extends DocType>(
  props: ReviewParts<Type> & { id: string; persona: Persona },
) {
  const { docType, id, persona, over } = props;
  const { noun, short, title } = kinds[docType];
  const { data, error, mutate } = useDocument(docType, id, persona);
  useTitle(data ? `${short} ${data.number}` : title);
  if (data && isOf(data, docType)) {
    if (over?.is(data)) return <over.Leave document={data} persona={persona} />;
    // Another document is another screen: nothing of the one before stays open.
    return (
      <UnsavedNoteProvider key={data.id}>
        <WithDisplayedContent
          document={data}
          afterConflict="The page now shows the current version. Take a look, then decide again."
        >
          <Reviewed {...props} document={data} onChanged={() => void mutate()} />
        </WithDisplayedContent>
      </UnsavedNoteProvider>
    );
  }
  if (!error) return <ReviewSkeleton label={`Loading ${noun}`} />;
  return (
    <DocumentLoadFailure
      docType={docType}
      error={error}
      back={listPath(docType, persona)}
      onRetry={() => void mutate()}
    />
  );
}
