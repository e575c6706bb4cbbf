import { editable, inApproval } from '#domain/document';
import { Card } from '../../../parts/page/card.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import type { StoredDocument } from '../document.ts';
import type { Note } from '#domain/documents/document-response';

/** The last revision request and the later notes of others. Null if a change order has started since. */
function findRevisionRequest({
  notes,
  historyEvents,
}: StoredDocument): { request: Note; answers: Note[] } | null {
  const inOrder = notes.toSorted((a, b) => a.createdTimestamp.localeCompare(b.createdTimestamp));
  const at = inOrder.findLastIndex(({ context }) => context === 'REVISION');
  const request = inOrder[at];
  if (!request) return null;
  const isOld = historyEvents.some(
    ({ type, timeStamp }) => type === 'CHANGE ORDER' && timeStamp > request.createdTimestamp,
  );
  if (isOld) return null;
  const answers = inOrder
    .slice(at + 1)
    .filter(({ commenter, context }) => context === 'STANDARD' && commenter.id !== request.commenter.id);
  return { request, answers };
}

function NoteItem({ note, as }: { note: Note; as: string }) {
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium">{`${note.commenter.name} ${as}`}</span>
        <span className="text-xs text-ink-muted">
          <Time at={note.createdTimestamp} />
        </span>
      </p>
      <p className="break-words whitespace-pre-wrap">{note.content}</p>
    </li>
  );
}

/**
 * The reason of the revision request and the answers to it, above the document on narrow screens, where the notes are
 * below it.
 */
export function RevisionRequest({ document }: { document: StoredDocument }) {
  const revision = findRevisionRequest(document);
  const isWaiting = inApproval(document.status);
  if (!revision || !(isWaiting || editable(document.submissionStatus))) return null;
  return (
    <Card title="Sent Back for Revision">
      <ul className="grid gap-3">
        <NoteItem note={revision.request} as="asked" />
        {revision.answers.map((note) => (
          <NoteItem key={note.id} note={note} as="answered" />
        ))}
      </ul>
      {isWaiting && revision.answers.length === 0 ? (
        <p className="pt-3 text-sm text-ink-muted">It was returned without a note.</p>
      ) : null}
    </Card>
  );
}
