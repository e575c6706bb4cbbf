import type { User } from '#domain/management/management-response';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';

const ReplaceApprover = lazyPart(async () => (await import('./replace-approver.tsx')).ReplaceApprover);

/** The dialog that replaces a user, or shows a replacement that was started before. */
export function ReplacementOverlay(props: { user: User; openedId: string | null; onClose: () => void }) {
  const { user, openedId, onClose } = props;
  const former = { userId: user.id, name: `${user.firstName} ${user.lastName}` };
  return (
    <LazyOverlay onClose={onClose}>
      <ReplaceApprover former={former} openedId={openedId} onClose={onClose} />
    </LazyOverlay>
  );
}
