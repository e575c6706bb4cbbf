import { lazy, Suspense } from 'react';

// It stands on screens that failed: where its code cannot be fetched either, they do without it.
const Line = lazy(() =>
  import('./request-id-line.tsx').then(
    ({ RequestIdLine }) => ({ default: RequestIdLine }),
    () => ({ default: () => null }),
  ),
);

/** By which support finds what went wrong in the log; nothing where the server said none. */
export function Reference(props: { error: unknown }) {
  return (
    <Suspense fallback={null}>
      <Line {...props} />
    </Suspense>
  );
}
