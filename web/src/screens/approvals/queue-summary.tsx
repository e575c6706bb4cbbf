import type { InferResponseType } from 'hono/client';
import useSWR from 'swr';
import type { DocType } from '#domain/document';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { useIsPhone } from '../../parts/hooks/use-breakpoint.ts';
import { readFirst } from '../../session/preload.ts';
import { useSession } from '../../session/session.tsx';
import { Departments } from './department-commitments.tsx';
import { Revisions, RevisionsExpected } from './revision-requests.tsx';
import { Waiting } from './waiting.tsx';

export type HomeFacts = InferResponseType<typeof api.api.home.$get, 200>;

function home(showId: string) {
  return ask(api.api.home.$get({ query: { showId } }));
}

/** What the head of a queue tells. */
export function useHome() {
  const { show } = useSession();
  return useSWR(keys.home(show.id), () => home(show.id));
}

/** For the first drawing. Errors: `ApiError`. */
export function readHome(showId: string): Promise<void> {
  return readFirst(keys.home(showId), () => home(showId));
}

const heights = {
  ordersWaiting: 'h-26 sm:h-51 md:h-27',
  othersWaiting: 'h-26 sm:h-25',
  commitmentsAlone: 'sm:h-21 max-sm:hidden',
  nothing: 'hidden',
} as const;

/** As high as what comes, so that the queue below it stands still. */
function HomeExpected(props: { isOrders: boolean; waits: boolean; toRevise: number }) {
  const waiting = props.isOrders ? heights.ordersWaiting : heights.othersWaiting;
  const alone = props.isOrders ? heights.commitmentsAlone : heights.nothing;
  return (
    <div aria-hidden>
      {props.toRevise > 0 ? <RevisionsExpected count={props.toRevise} /> : null}
      <div className={`${props.waits ? waiting : alone} pt-4 max-sm:pt-3`}>
        <div className="mt-6 h-2 max-w-lg rounded-full bg-surface-sunken max-sm:mt-0" />
      </div>
    </div>
  );
}

/** The head of a queue: what waits for the user; of orders what the departments have committed too. */
export function Home(props: {
  docType: DocType;
  /** How many do; undefined while it is not known. */
  waiting: number | undefined;
  /** How many were sent back to the user, where they are listed here. */
  toRevise: number;
}) {
  const { docType, toRevise } = props;
  const { data, error } = useHome();
  const phone = useIsPhone();
  if (!data) {
    const expected = { isOrders: docType === 'PO', waits: props.waiting !== 0, toRevise };
    return error ? null : <HomeExpected {...expected} />;
  }
  // The count follows a decision at once, what is told of it a moment later.
  const waits = props.waiting !== 0 && data.waiting.some((row) => row.docType === docType);
  // A phone has no room for them.
  const commitments = docType === 'PO' && !phone ? data.commitments : null;
  // Above the tabs stand those of a user who approves nothing.
  const revisions = data.own.length > 0 ? [] : data.revisions;
  if (!waits && !commitments && revisions.length === 0) return null;
  return (
    <div
      className={`grid gap-x-10 gap-y-3 pt-4 max-sm:pt-3 ${waits && commitments ? 'md:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]' : ''} grid-cols-1`}
    >
      {revisions.length > 0 ? (
        <div className="col-span-full">
          <Revisions revisions={revisions} />
        </div>
      ) : null}
      {waits ? <Waiting facts={data} docType={docType} /> : null}
      {commitments ? <Departments commitments={commitments} isBeside={waits} /> : null}
    </div>
  );
}
