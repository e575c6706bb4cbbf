import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useToast } from './toast.tsx';
import { OpensOnPressContext } from '../hooks/lazy-part.tsx';

/**
 * An overlay rendered from its first opening on. If its code fails to load, it closes and shows a toast; the screen and
 * its input stay.
 */
export function LazyOverlay(props: {
  /** For an overlay that stays mounted while it is closed. */
  isOpen?: boolean;
  onClose: () => void;
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const { isOpen = true, onClose } = props;
  const flash = useToast();
  const [state, setState] = useState<'closed' | 'drawn' | 'failed'>('closed');
  if (isOpen && state === 'closed') setState('drawn');
  // Only the next press tries again.
  if (!isOpen && state === 'failed') setState('closed');
  const fail = () => {
    setState('failed');
    onClose();
    // Browsers may cache the failure of a module; a reload requests it again.
    flash('error', 'This could not be opened. Try again, or reload the page.', {
      text: 'Reload',
      onPress: () => location.reload(),
    });
  };
  if (state !== 'drawn') return null;
  return (
    <OpensOnPressContext value>
      <ErrorBoundary fallback={null} onError={fail}>
        <Suspense fallback={props.fallback ?? null}>{props.children}</Suspense>
      </ErrorBoundary>
    </OpensOnPressContext>
  );
}
