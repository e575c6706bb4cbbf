import type { DocType } from '#domain/document';
import { ApiError } from '../../api.ts';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { Reference } from '../../parts/display/request-id.tsx';
import { kinds } from './paths.ts';
import { failed } from './messages.ts';

/** PO-62: a document that cannot be read. What is not there, or not for this user, need not be asked for again. */
export function DocumentLoadFailure(props: {
  docType: DocType;
  error: unknown;
  back: string;
  onRetry: () => void;
}) {
  const isGone = props.error instanceof ApiError && props.error.status === 404;
  const action = (
    <>
      <div className="flex flex-wrap justify-center gap-2">
        {isGone ? null : <Button onPress={props.onRetry}>Try again</Button>}
        <ButtonLink href={props.back}>Back to Dashboard</ButtonLink>
      </div>
      <Reference error={props.error} />
    </>
  );
  const { noun } = kinds[props.docType];
  return (
    <EmptyState title={failed.load(props.docType)} action={action}>
      {isGone
        ? `This ${noun} does not exist in this show, or you do not have access to it.`
        : 'The saved version is unchanged. Try again in a moment.'}
    </EmptyState>
  );
}
