import { docTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import { ButtonLink } from '../../parts/controls/button.tsx';
import { useCounts } from '../../session/waiting-counts.ts';
import { kinds } from './paths.ts';

/** Links to the queues of other types that are not empty (HOME-13). */
export function OtherQueues({ docType }: { docType: DocType }) {
  const { data } = useCounts();
  return docTypes
    .filter((one) => one !== docType)
    .map((one) => {
      const { code, noun, plural, queue } = kinds[one];
      const count = data?.awaitingApproval[code] ?? 0;
      const text = count === 1 ? `1 ${noun} waits for you` : `${count} ${plural.toLowerCase()} wait for you`;
      return count === 0 ? null : (
        <ButtonLink key={one} look="primary" href={queue}>
          {text}
        </ButtonLink>
      );
    });
}
