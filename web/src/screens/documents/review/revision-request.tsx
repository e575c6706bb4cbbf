import { editable, inApproval } from '#domain/document';
import type { Note } from '#domain/documents/notes';
import { Card } from '../../../parts/page/card.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import type { StoredDocument } from '../document.ts';

/** Why it was last sent back, and what others have written since; null where that is no longer what is decided about. */
function sentBack({ notes, historyEvents }: StoredDocument): { asked: Note; answers: Note[] } | null {
  const inOrder = notes.toSorted((a, b) => a.createdTimestamp.localeCompare(b.createdTimestamp));
  const at = inOrder.findLastIndex(({ context }) => context === 'REVISION');
  const asked = inOrder[at];
  if (!asked) return null;
  const isOld = historyEvents.some(
    ({ type, timeStamp }) => type === 'CHANGE ORDER' && timeStamp > asked.createdTimestamp,
  );
  if (isOld) return null;
  const answers = inOrder
    .slice(at + 1)
    .filter(({ commenter, context }) => context === 'STANDARD' && commenter.id !== asked.commenter.id);
  return { asked, answers };
}

function Said({ note, as }: { note: Note; as: string }) {
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

/** What came back is read for what was asked: the reason and the answer, ahead of the document where the notes lie below it. */
export function SentBack({ document }: { document: StoredDocument }) {
  const said = sentBack(document);
  const waits = inApproval(document.status);
  if (!said || !(waits || editable(document.submissionStatus))) return null;
  return (
    <Card title="Sent Back for Revision">
      <ul className="grid gap-3">
        <Said note={said.asked} as="asked" />
        {said.answers.map((note) => (
          <Said key={note.id} note={note} as="answered" />
        ))}
      </ul>
      {waits && said.answers.length === 0 ? (
        <p className="pt-3 text-sm text-ink-muted">It was returned without a note.</p>
      ) : null}
    </Card>
  );
}
