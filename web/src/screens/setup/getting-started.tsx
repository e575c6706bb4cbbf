import { Suspense } from 'react';
import useSWR from 'swr';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { lazyPart, loadOptional } from '../../parts/hooks/lazy-part.tsx';
import { useSession } from '../../session/session.tsx';

/** Only new shows need it; if it fails to load, the page does without. */
const Steps = lazyPart(
  async () =>
    (await loadOptional(() => import('./getting-started-steps.tsx')))?.GettingStartedSteps ?? (() => null),
  () => false,
);

/**
 * The remaining setup of a new show, for users with the permission. Disappears when everything is set up. A show that
 * has approved purchase orders does not load it at all.
 */
export function GettingStarted() {
  const { show, can } = useSession();
  const mayBegin = can('Departments', 'FULL') || can('Show', 'FULL');
  const { data } = useSWR(mayBegin ? keys.home(show.id) : null, () =>
    ask(api.api.home.$get({ query: { showId: show.id } })),
  );
  return mayBegin && data && !data.commitments ? (
    <Suspense fallback={null}>
      <Steps />
    </Suspense>
  ) : null;
}
