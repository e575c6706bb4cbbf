import { ButtonLink } from '../parts/button.tsx';
import { EmptyState } from '../parts/card.tsx';
import { texts } from '../words.ts';

/** SH-29: any other path. */
export function NotFound() {
  return (
    <EmptyState action={<ButtonLink href="/approvals">Go to Approvals</ButtonLink>}>
      {texts.notFound}
    </EmptyState>
  );
}
