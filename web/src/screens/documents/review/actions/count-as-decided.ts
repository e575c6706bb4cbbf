import { useSWRConfig } from 'swr';
import { keys } from '../../../../keys.ts';
import type { Counts } from '../../../../session/waiting-counts.ts';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';
import { markDecided } from '../../list/decided-rows.ts';

/** Removes a decided document from the queue and its count before the server has been asked again. */
export function useCountAsDecided(): (document: StoredDocument) => void {
  const { mutate } = useSWRConfig();
  return ({ id, docType, showId }) => {
    markDecided(id);
    const { code } = kinds[docType];
    const without = (counts?: Counts) => {
      const waiting = counts?.awaitingApproval[code] ?? 0;
      if (!counts || waiting === 0) return counts;
      return { ...counts, awaitingApproval: { ...counts.awaitingApproval, [code]: waiting - 1 } };
    };
    void mutate<Counts>(keys.meta(showId), without, { revalidate: true });
  };
}
