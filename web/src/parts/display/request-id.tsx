import { lazy, Suspense } from 'react';

// It is shown on error screens: if its code cannot be loaded either, they do without it.
const Line = lazy(() =>
  import('./request-id-line.tsx').then(
    ({ RequestIdLine }) => ({ default: RequestIdLine }),
    () => ({ default: () => null }),
  ),
);

/** The id of the failed request, by which support finds it in the log; nothing if the server sent none. */
export function RequestId(props: { error: unknown }) {
  return (
    <Suspense fallback={null}>
      <Line {...props} />
    </Suspense>
  );
}
