import type { DocType, Milestone } from '#domain/document';
import { numberFor } from '#domain/identity/visibility';
import type { RealtimeMessage } from '#domain/realtime/messages';
import type { readersQuery } from '#store/directory/document-audience';
import type { RowOf } from '#store/d1/query';

/** A nudge to publish. */
export interface Nudge {
  document: {
    id: string;
    showId: string;
    type: DocType;
    number: string;
    milestones: readonly Milestone[];
    prefix: string;
  };
  /** From which milestone on the show displays PO numbers to users without a setting of their own (DEC-17). */
  milestone: Milestone;
  userName: string;
  /** The nudged users, each with the absent approvers on whose behalf they may decide. */
  absentNames: ReadonlyMap<string, readonly string[]>;
}

/** One message for each nudged user who sees the document, with the number as they may see it (NUDGE-12). */
export function nudgeMessages(
  { document, milestone, userName, absentNames }: Nudge,
  readers: RowOf<ReturnType<typeof readersQuery>>,
): RealtimeMessage[] {
  const { id: docId, showId, type: docType } = document;
  return readers.flatMap(({ userId, displayPoNumbers }): RealtimeMessage[] => {
    const absent = absentNames.get(userId);
    if (!absent) return [];
    const docNumber = numberFor(document, displayPoNumbers ?? milestone);
    const data = { docType, docId, showId, docNumber, userName, absentNames: absent };
    return [{ event: 'nudge_update', data, showId, to: [userId] }];
  });
}
