import { Navigate, useLocation } from 'react-router';
import { ButtonLink } from '../parts/controls/button.tsx';
import { EmptyState } from '../parts/page/empty-state.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { texts } from '../texts.ts';

/** Any other path (SH-29). `/login` redirects to the start (DEC-09). */
export function NotFound() {
  const { pathname } = useLocation();
  useTitle('Page not found');
  // Users type it. A user who is signed out is sent to the sign-in page from any path.
  if (/^\/login\/?$/i.test(pathname)) return <Navigate to="/" replace />;
  return (
    <div className="grid h-full place-items-center">
      <EmptyState title="Page not found" action={<ButtonLink href="/approvals">Go to Approvals</ButtonLink>}>
        {texts.notFound}
      </EmptyState>
    </div>
  );
}
