import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { RequestId } from '../../../parts/display/request-id.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';

/** The error page of an item that failed to load, with a retry and a link to its list. */
export function FormFailure(props: {
  text: string;
  list: { text: string; href: string };
  /** Absent if there is nothing to load. */
  retry?: { onRetry: () => void; isBusy: boolean; error: unknown };
}) {
  const { text, list, retry } = props;
  useTitle(list.text);
  const action = (
    <>
      <div className="flex flex-wrap justify-center gap-2">
        {retry ? (
          <Button onPress={retry.onRetry} isPending={retry.isBusy}>
            Try again
          </Button>
        ) : null}
        <ButtonLink href={list.href}>{`Back to ${list.text}`}</ButtonLink>
      </div>
      {retry ? <RequestId error={retry.error} /> : null}
    </>
  );
  return (
    <div role="alert">
      <EmptyState title={text} action={action}>
        {retry
          ? 'Nothing was changed. Try again in a moment.'
          : 'It may have been removed, or the address may be wrong.'}
      </EmptyState>
    </div>
  );
}
