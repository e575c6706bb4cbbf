import { useEffect, useRef, useState } from 'react';
import type { DocType } from '#domain/document';
import { noteLimit } from '#domain/document';
import { mayEditNote } from '#domain/documents/notes';
import { Button } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/page/card.tsx';
import { LinkButton } from '../../parts/controls/link-button.tsx';
import { TextArea } from '../../parts/fields/text-field.tsx';
import { noteLooks } from './note-style.tsx';
import type { NotesLook } from './note-style.tsx';
import { useRegisterUnsavedNote } from '../unsaved-note.tsx';
import type { Note } from '#domain/documents/document-response';

function NoteEditor(props: {
  label: string;
  text: string;
  onSave: (content: string) => Promise<boolean>;
  /** `returnsFocus`: the user closed it here, instead of by another action. */
  onClose: (returnsFocus: boolean) => void;
}) {
  const [content, setContent] = useState(props.text);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Focusing scrolls only the text into view, not the buttons below.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const request = useRef<Promise<boolean> | null>(null);
  const send = async (returnsFocus: boolean) => {
    setBusy(true);
    const isSaved = await props.onSave(content.trim());
    setBusy(false);
    request.current = null;
    if (isSaved) props.onClose(returnsFocus);
    return isSaved;
  };
  // A second press while saving waits for the same request.
  const save = (returnsFocus: boolean) => (request.current ??= send(returnsFocus));
  useRegisterUnsavedNote(() => {
    const hasChanged = content.trim() !== '' && content !== props.text;
    return hasChanged ? save(false) : Promise.resolve(true);
  });
  return (
    <div ref={box} className="grid scroll-mb-32 gap-2 py-2">
      <TextArea label={props.label} value={content} onChange={setContent} limit={noteLimit} startsFocused />
      <div className="flex justify-end gap-2">
        <Button onPress={() => props.onClose(true)}>Cancel</Button>
        <Button onPress={() => void save(true)} isDisabled={content.trim() === ''} isPending={busy}>
          Save Note
        </Button>
      </div>
    </div>
  );
}

function AddNote(props: { look: NotesLook; startsFocused: boolean; onPress: () => void }) {
  const { look, startsFocused, onPress } = props;
  if (look === 'thread') {
    return (
      <LinkButton onPress={onPress} startsFocused={startsFocused}>
        Add Note
      </LinkButton>
    );
  }
  return (
    <Button look="quiet" flush="right" onPress={onPress} {...(startsFocused && { autoFocus: true })}>
      Add Note
    </Button>
  );
}

export interface NotesPanelProps {
  docType: DocType;
  notes: readonly Note[];
  meId: string;
  look?: NotesLook;
  /** False for notes that are not stored yet. */
  hasTimes?: boolean;
  /** Resolves to whether the note was saved; the caller reports a failure. */
  onAdd: (content: string) => Promise<boolean>;
  onEdit: (note: Note, content: string) => Promise<boolean>;
}

/** The notes, newest first, without hidden ones; users can edit their own (NO-03 to NO-12). */
export function NotesPanel(props: NotesPanelProps) {
  const { look = 'plain' } = props;
  const { Item, list, item } = noteLooks[look];
  const [open, setOpen] = useState<string | null>(null);
  // The button that takes the focus when its editor closes, because it is rendered again.
  const [returned, setReturned] = useState<string | null>(null);
  const shown = props.notes
    .filter((note) => note.context !== 'HIDDEN')
    .toSorted((a, b) => b.createdTimestamp.localeCompare(a.createdTimestamp));
  const close = (returnsFocus: boolean) => {
    setReturned(returnsFocus ? open : null);
    setOpen(null);
  };
  const add =
    open === 'new' ? null : (
      <AddNote look={look} startsFocused={returned === 'new'} onPress={() => setOpen('new')} />
    );
  return (
    <Card title="Notes" aside={add}>
      {open === 'new' ? <NoteEditor label="New note" text="" onSave={props.onAdd} onClose={close} /> : null}
      {shown.length === 0 && open !== 'new' ? <p className="text-sm text-ink-muted">No notes yet.</p> : null}
      <ul className={`grid grid-cols-1 ${list}`}>
        {shown.map((note) => (
          <li key={note.id} className={item}>
            {open === note.id ? (
              <NoteEditor
                label="Change note"
                text={note.content}
                onSave={(content) => props.onEdit(note, content)}
                onClose={close}
              />
            ) : (
              <Item
                note={note}
                docType={props.docType}
                hasTime={props.hasTimes ?? true}
                onEdit={mayEditNote(note, props.meId) ? () => setOpen(note.id) : null}
                startsFocused={returned === note.id}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
