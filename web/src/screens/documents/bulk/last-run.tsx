import { useEffect } from 'react';
import { CircleCheck } from 'lucide-react';
import useSWR, { useSWRConfig } from 'swr';
import { keys } from '../../../keys.ts';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Notice } from '../../../parts/page/notice.tsx';
import { useSession } from '../../../session/session.tsx';
import { paymentsText } from './words.ts';

interface LastRun {
  numSuccess: number;
  total: number;
}

/** The list of approved payments (LS-19). */
export const approvedPath = '/approvals/payments?status=approved';

function useLastRun() {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  const key = keys.bulk(show.id, 'last');
  const { data } = useSWR<LastRun | undefined>(key, null);
  return { last: data, store: (run: LastRun | undefined) => mutate(key, run, { revalidate: false }) };
}

/** Stores the result of a run for the queue, after its progress is cleared (BK-10). */
export function useStoreLastRun(): (run: LastRun) => void {
  const { store } = useLastRun();
  return ({ numSuccess, total }) => void store({ numSuccess, total });
}

/** The result of the last run, until the user dismisses it or leaves the queue. */
export function LastRunNotice() {
  const { last, store } = useLastRun();
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  useEffect(
    () => () => void mutate(keys.bulk(show.id, 'last'), undefined, { revalidate: false }),
    [mutate, show.id],
  );
  if (!last) return null;
  return (
    <div className="gutter pb-3">
      <Notice
        icon={<CircleCheck aria-hidden className="size-4" />}
        actions={<ButtonLink href={approvedPath}>Show Approved</ButtonLink>}
        onPutAway={() => void store(undefined)}
      >
        {`You approved ${last.numSuccess} of ${paymentsText(last.total)}.`}
      </Notice>
    </div>
  );
}
