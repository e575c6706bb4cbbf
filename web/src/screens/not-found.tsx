import { ButtonLink } from '../parts/controls/button.tsx';
import { EmptyState } from '../parts/page/empty-state.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { texts } from '../texts.ts';

/** Any other path (SH-29). */
export function NotFound() {
  useTitle('Page not found');
  return (
    <div className="grid h-full place-items-center">
      <EmptyState title="Page not found" action={<ButtonLink href="/approvals">Go to Approvals</ButtonLink>}>
        {texts.notFound}
      </EmptyState>
    </div>
  );
}
