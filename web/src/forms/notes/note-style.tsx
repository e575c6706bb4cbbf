import { noteBadge } from '#domain/documents/badges';
import type { DocType } from '#domain/document';
import { showsEdited } from '#domain/documents/notes';
import { questionLabel } from '#domain/questions/question';
import { Avatar } from '../../parts/display/avatar.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { Chip } from '../../parts/display/chip.tsx';
import { Time } from '../../parts/display/date-format.tsx';
import { LinkButton } from '../../parts/controls/link-button.tsx';
import type { Note } from '#domain/documents/document-response';

interface ItemProps {
  note: Note;
  docType: DocType;
  hasTime: boolean;
  onEdit: (() => void) | null;
  /** Focuses its Edit button after the note's editor has closed. */
  startsFocused: boolean;
}

function PlainNote(props: ItemProps) {
  const { note } = props;
  const badge = noteBadge(props.docType, note);
  const label = questionLabel(note);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="font-medium">{note.commenter.name}</span>
        {badge ? <Chip tone="caution">{badge}</Chip> : null}
        {label ? <span className="text-xs text-ink-muted">{label}</span> : null}
        {showsEdited(note) ? <span className="text-xs text-ink-muted">EDITED</span> : null}
        {props.onEdit ? (
          <span className="-my-1.5 ml-auto">
            <Button
              look="quiet"
              flush="right"
              aria-label={`Edit note of ${note.commenter.name}`}
              onPress={props.onEdit}
              {...(props.startsFocused && { autoFocus: true })}
            >
              Edit
            </Button>
          </span>
        ) : null}
      </header>
      {props.hasTime ? (
        <p className="text-xs text-ink-muted">
          <Time at={note.createdTimestamp} />
        </p>
      ) : null}
      <p className="pt-1 break-words whitespace-pre-wrap">{note.content}</p>
    </>
  );
}

function initialsOf(name: string): string {
  const parts = name.split(' ').filter(Boolean);
  return [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => part?.[0] ?? '').join('');
}

/** The author at the left, the note in a bubble (SH-60). */
function ThreadNote(props: ItemProps) {
  const { note } = props;
  const { name } = note.commenter;
  const badge = noteBadge(props.docType, note);
  const label = questionLabel(note);
  return (
    <div className="flex items-start gap-2.5">
      <Avatar initials={initialsOf(name)} name={name} hideName />
      <div className="min-w-0 flex-1 rounded-lg rounded-tl-sm bg-surface-sunken px-3 py-2">
        <header className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
          <span className="font-medium">{name}</span>
          {badge ? <Chip tone="caution">{badge}</Chip> : null}
          {label ? <span className="text-xs text-ink-muted">{label}</span> : null}
          {showsEdited(note) ? <span className="text-xs text-ink-muted">EDITED</span> : null}
          {props.hasTime ? (
            <span className="text-xs text-ink-muted">
              <Time at={note.createdTimestamp} />
            </span>
          ) : null}
        </header>
        <p className="break-words whitespace-pre-wrap">{note.content}</p>
        {props.onEdit ? (
          <LinkButton
            label={`Edit note of ${name}`}
            onPress={props.onEdit}
            startsFocused={props.startsFocused}
          >
            Edit
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}

/** Styles of notes: `thread` is used by the invoice review (SH-60). */
export const noteLooks = {
  plain: { Item: PlainNote, list: 'divide-y divide-line', item: 'py-2.5 first:pt-0 last:pb-0' },
  thread: { Item: ThreadNote, list: 'gap-3', item: '' },
} as const;

export type NotesLook = keyof typeof noteLooks;
