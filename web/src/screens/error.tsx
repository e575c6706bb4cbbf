import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ButtonLink } from '../parts/controls/button.tsx';
import { EmptyState } from '../parts/page/empty-state.tsx';
import { PlainPage } from '../parts/page/plain-page.tsx';
import { Reference } from '../parts/display/request-id.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { texts } from '../texts.ts';

/** A screen whose code could not be fetched: it is, as soon as there is a network again. */
function useRetryOnline(): void {
  useEffect(() => {
    if (navigator.onLine) return undefined;
    const retry = () => location.reload();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
}

/** What is said of it, and the way on. */
function useFailure() {
  useTitle('Error');
  useRetryOnline();
  const error = useRouteError();
  return {
    title: navigator.onLine ? 'Something went wrong' : 'This page opens when you are online again',
    action: (
      <>
        <ButtonLink href="/approvals">Go to Approvals</ButtonLink>
        <Reference error={error} />
      </>
    ),
    children: texts.systemError,
  };
}

/** ER-04: what stands in the place of a screen that failed; the shell around it goes on. */
export function SystemError() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState {...useFailure()} />
    </div>
  );
}

/** ER-04: the same as a page of its own. */
export function SystemErrorPage() {
  return <PlainPage {...useFailure()} />;
}
