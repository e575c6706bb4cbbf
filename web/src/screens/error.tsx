import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ButtonLink } from '../parts/controls/button.tsx';
import { EmptyState } from '../parts/page/empty-state.tsx';
import { PlainPage } from '../parts/page/plain-page.tsx';
import { RequestId } from '../parts/display/request-id.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { texts } from '../texts.ts';

/** Reloads a screen whose code failed to load as soon as the browser is online again. */
function useRetryOnline(): void {
  useEffect(() => {
    if (navigator.onLine) return undefined;
    const retry = () => location.reload();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
}

/** The text of the failure, and the next step. */
function useFailure() {
  useTitle('Error');
  useRetryOnline();
  const error = useRouteError();
  return {
    title: navigator.onLine ? 'Something went wrong' : 'This page opens when you are online again',
    action: (
      <>
        <ButtonLink href="/approvals">Go to Approvals</ButtonLink>
        <RequestId error={error} />
      </>
    ),
    children: texts.systemError,
  };
}

/** Replaces a screen that failed. The navigation stays usable (ER-04). */
export function SystemError() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState {...useFailure()} />
    </div>
  );
}

/** The same as a full page (ER-04). */
export function SystemErrorPage() {
  return <PlainPage {...useFailure()} />;
}
