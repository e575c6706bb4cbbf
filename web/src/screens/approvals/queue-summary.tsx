import { Suspense } from 'react';
import type { InferResponseType } from 'hono/client';
import useSWR from 'swr';
import type { DocType } from '#domain/document';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { useIsPhone } from '../../parts/hooks/use-breakpoint.ts';
import { preloadData } from '../../session/preload.ts';
import type { Counts } from '../../session/waiting-counts.ts';
import { useSession } from '../../session/session.tsx';
import { Questions } from './questions.tsx';
import { RevisionRequests, RevisionsPlaceholder } from './revision-requests.tsx';
import { Waiting } from './waiting.tsx';

export type HomeSummary = InferResponseType<typeof api.api.home.$get, 200>;

function home(showId: string) {
  return ask(api.api.home.$get({ query: { showId } }));
}

export function useHome() {
  const { show } = useSession();
  return useSWR(keys.home(show.id), () => home(show.id));
}

/** Loads it for the first render. Throws `ApiError`. */
export function readHome(showId: string): Promise<void> {
  return preloadData(keys.home(showId), () => home(showId));
}

// A phone does not show them.
const Departments = lazyPart(async () => (await import('./department-commitments.tsx')).Departments);

const heights = {
  ordersWaiting: 'h-26 sm:h-60 md:h-36',
  othersWaiting: 'h-26 sm:h-36',
  commitmentsAlone: 'sm:h-21 max-sm:hidden',
  nothing: 'hidden',
} as const;

/** Placeholder of the same height as the summary, so that the queue below does not move. */
function HomePlaceholder(props: { isOrders: boolean; isWaiting: boolean; toRevise: number }) {
  const waiting = props.isOrders ? heights.ordersWaiting : heights.othersWaiting;
  const alone = props.isOrders ? heights.commitmentsAlone : heights.nothing;
  return (
    <div aria-hidden>
      {props.toRevise > 0 ? <RevisionsPlaceholder count={props.toRevise} /> : null}
      <div className={`${props.isWaiting ? waiting : alone} pt-4 max-sm:pt-3`}>
        <div className="mt-6 h-2 max-w-lg rounded-full bg-surface-sunken max-sm:mt-0" />
      </div>
    </div>
  );
}

/** The summary above a queue: what waits for the user and, for purchase orders, the commitments of the departments. */
export function Home(props: {
  docType: DocType;
  /** How many documents wait. Undefined until the count has loaded. */
  waiting: number | undefined;
  /** How many documents were sent back to the user, if they are listed here. */
  toRevise: Counts['toRevise'];
}) {
  const { docType } = props;
  const { data, error } = useHome();
  const phone = useIsPhone();
  if (!data) {
    const toRevise = (props.toRevise?.po ?? 0) + (props.toRevise?.invoice ?? 0);
    const expected = { isOrders: docType === 'PO', isWaiting: props.waiting !== 0, toRevise };
    return error ? null : <HomePlaceholder {...expected} />;
  }
  // The count changes at once after a decision; `data` follows a moment later.
  const isWaiting = props.waiting !== 0 && data.waiting.some((row) => row.docType === docType);
  const commitments = docType === 'PO' && !phone ? data.commitments : null;
  // For a user who approves nothing, the questions and revision requests are above the tabs.
  const isAboveTabs = data.own.length > 0;
  const revisions = isAboveTabs ? [] : data.revisions;
  const questions = isAboveTabs ? [] : data.questions;
  if (!isWaiting && !commitments && revisions.length === 0 && questions.length === 0) return null;
  return (
    <div
      className={`grid gap-x-10 gap-y-3 pt-4 max-sm:pt-3 ${isWaiting && commitments ? 'md:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]' : ''} grid-cols-1`}
    >
      {questions.length > 0 ? (
        <div className="col-span-full">
          <Questions questions={questions} />
        </div>
      ) : null}
      {revisions.length > 0 ? (
        <div className="col-span-full">
          <RevisionRequests revisions={revisions} counts={props.toRevise} />
        </div>
      ) : null}
      {isWaiting ? <Waiting facts={data} docType={docType} /> : null}
      {commitments ? (
        <Suspense fallback={<div className={heights.commitmentsAlone} />}>
          <Departments commitments={commitments} isBeside={isWaiting} />
        </Suspense>
      ) : null}
    </div>
  );
}
