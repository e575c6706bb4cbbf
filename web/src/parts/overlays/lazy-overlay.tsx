import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useToast } from './toast.tsx';
import { OpensOnPressContext } from '../hooks/lazy-part.tsx';

/**
 * What opens on a press, drawn from its first opening on. Should its code not come, it closes and a banner says so: the
 * screen, and what is being written on it, stays.
 */
export function LazyOverlay(props: {
  /** For what stays while it is closed. */
  isOpen?: boolean;
  onClose: () => void;
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const { isOpen = true, onClose } = props;
  const flash = useToast();
  const [state, setState] = useState<'closed' | 'drawn' | 'failed'>('closed');
  if (isOpen && state === 'closed') setState('drawn');
  // Only a press tries again.
  if (!isOpen && state === 'failed') setState('closed');
  const fail = () => {
    setState('failed');
    onClose();
    // Browsers may remember that a file did not come: a new page always asks again.
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
