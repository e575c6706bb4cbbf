import { useEffect } from 'react';
import { CircleCheck } from 'lucide-react';
import useSWR, { useSWRConfig } from 'swr';
import { keys } from '../../../keys.ts';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Notice } from '../../../parts/page/notice.tsx';
import { useSession } from '../../../session/session.tsx';
import { paymentsText } from './words.ts';

/** What a run that has ended approved. */
interface LastRun {
  numSuccess: number;
  total: number;
}

/** LS-19: where what a run approved is found. */
export const approvedPath = '/approvals/payments?status=approved';

function useLastRun() {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  const key = keys.bulk(show.id, 'last');
  const { data } = useSWR<LastRun | undefined>(key, null);
  return { last: data, keep: (run: LastRun | undefined) => mutate(key, run, { revalidate: false }) };
}

/** Keeps what a run came to, after its progress is cleared (BK-10), for whoever looks at the queue. */
export function useKeepLastRun(): (run: LastRun) => void {
  const { keep } = useLastRun();
  return ({ numSuccess, total }) => void keep({ numSuccess, total });
}

/** What the last run came to, until it is put away or the queue is left. */
export function LastRunNotice() {
  const { last, keep } = useLastRun();
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
        onPutAway={() => void keep(undefined)}
      >
        {`You approved ${last.numSuccess} of ${paymentsText(last.total)}.`}
      </Notice>
    </div>
  );
}
