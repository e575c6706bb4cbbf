import type { DocType } from '#domain/document';
import { ApiError } from '../../api.ts';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { RequestId } from '../../parts/display/request-id.tsx';
import { kinds } from './paths.ts';
import { failureTexts } from './messages.ts';

/**
 * The error page of a document that failed to load. Offers no retry if the document does not exist or the user may not
 * see it (PO-62).
 */
export function DocumentLoadFailure(props: {
  docType: DocType;
  error: unknown;
  back: string;
  onRetry: () => void;
}) {
  const isNotFound = props.error instanceof ApiError && props.error.status === 404;
  const action = (
    <>
      <div className="flex flex-wrap justify-center gap-2">
        {isNotFound ? null : <Button onPress={props.onRetry}>Try again</Button>}
        <ButtonLink href={props.back}>Back to Dashboard</ButtonLink>
      </div>
      <RequestId error={props.error} />
    </>
  );
  const { noun } = kinds[props.docType];
  return (
    <EmptyState title={failureTexts.load(props.docType)} action={action}>
      {isNotFound
        ? `This ${noun} does not exist in this show, or you do not have access to it.`
        : 'The saved version is unchanged. Try again in a moment.'}
    </EmptyState>
  );
}
