import { useEffect } from 'react';
import { CircleCheck } from 'lucide-react';
import type { DocType } from '#domain/document';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import { keys } from '../../../keys.ts';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Notice } from '../../../parts/page/notice.tsx';
import { useSession } from '../../../session/session.tsx';
import { kinds } from '../paths.ts';
import type { BulkRun } from '#domain/bulk-approval/bulk-response';
import { countText } from './words.ts';

interface LastRun {
  docType: DocType;
  numSuccess: number;
  total: number;
  /** How many of the selection the run left out. */
  leftOut: number;
}

/** The list of documents that the user approved (LS-19). */
export const approvedPath = (docType: DocType) => `${kinds[docType].queue}?status=approved`;

function useLastRun() {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  const key = keys.bulk(show.id, 'last');
  const { data } = useSWR<LastRun | undefined>(key, null);
  return { last: data, store: (run: LastRun | undefined) => mutate(key, run, { revalidate: false }) };
}

/** Stores the result of a run for the queue, after its progress is cleared (BK-10). */
export function useStoreLastRun(): (run: BulkRun) => void {
  const { store } = useLastRun();
  const { show } = useSession();
  const { cache } = useSWRConfig();
  return ({ runId, docType = 'PAYMENT', numSuccess, total }) => {
    // Only the window that started the run knows what its dialog left out.
    const { data } = cache.get(unstable_serialize(keys.bulk(show.id, 'last', runId))) ?? {};
    void store({ docType, numSuccess, total, leftOut: typeof data === 'number' ? data : 0 });
  };
}

const leftOutText = (count: number) => (count === 1 ? '1 was left out.' : `${count} were left out.`);

/** The result of the last run, until the user dismisses it or leaves the queue. */
export function LastRunNotice({ docType }: { docType: DocType }) {
  const { last, store } = useLastRun();
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  useEffect(
    () => () => void mutate(keys.bulk(show.id, 'last'), undefined, { revalidate: false }),
    [mutate, show.id],
  );
  if (last?.docType !== docType) return null;
  return (
    <div className="gutter pb-3">
      <Notice
        icon={<CircleCheck aria-hidden className="size-4" />}
        actions={<ButtonLink href={approvedPath(docType)}>Show Approved</ButtonLink>}
        onPutAway={() => void store(undefined)}
      >
        {[
          `You approved ${last.numSuccess} of ${countText({ docType, action: 'approve' }, last.total)}.`,
          ...(last.leftOut > 0 ? [leftOutText(last.leftOut)] : []),
        ].join(' ')}
      </Notice>
    </div>
  );
}
