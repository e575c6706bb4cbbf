import { useSWRConfig } from 'swr';
import { keys } from '../../keys.ts';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../parts/overlays/lazy-overlay.tsx';
import { useSession } from '../session.tsx';

const SetCover = lazyPart(async () => (await import('./set-cover.tsx')).SetCover);

/** Sets who covers the user, from outside of Account Settings. */
export function SetCoverOverlay({ onClose }: { onClose: () => void }) {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  return (
    <LazyOverlay onClose={onClose}>
      <SetCover absent={null} onSent={() => void mutate(keys.covers(show.id))} onClose={onClose} />
    </LazyOverlay>
  );
}
