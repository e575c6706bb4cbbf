import { documentName } from '#domain/documents/document-name';
import { reviewPath } from '#domain/lifecycle/review-path';
import type { NudgeUpdate, QuestionUpdate } from '#domain/realtime/messages';

/** A message to this user about a document, with the page that shows the document. */
export interface Notice {
  showId: string;
  text: string;
  href: string;
}

/** A question may be long: the notice has its beginning, and links to the document. */
const shownLength = 140;

/** A question to the user, or the answer to theirs (ASK-04). */
export function questionNotice(update: QuestionUpdate): Notice {
  const { kind, userName, text, docType, docId, showId, isOwn } = update;
  const brief = text.length > shownLength ? `${text.slice(0, shownLength - 1).trimEnd()}…` : text;
  return {
    showId,
    text: `${userName} ${kind === 'ASKED' ? 'asks' : 'answers'}: ${brief}`,
    href: reviewPath(docType, docId, kind === 'ASKED' && isOwn ? 'CREATOR' : 'APPROVER'),
  };
}

/** A nudge of the user (NUDGE-12). */
export function nudgeNotice({
  userName,
  docType,
  docId,
  docNumber,
  showId,
  absentNames,
}: NudgeUpdate): Notice {
  const absent = absentNames.length === 0 ? '' : ` for ${absentNames.join(' and ')}`;
  return {
    showId,
    text: `${userName} nudged you about ${documentName(docType, docNumber, 'a')}${absent}.`,
    href: reviewPath(docType, docId, 'APPROVER'),
  };
}
