import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';

/** Saves an unsaved note or files. Resolves to whether that succeeded, true if there was nothing to save. */
type SaveNote = () => Promise<boolean>;

const UnsavedNoteContext = createContext<RefObject<Set<SaveNote>> | null>(null);

/** The scope of one screen: unsaved notes in it are saved with the user's next action on the document. */
export function UnsavedNoteProvider(props: { children: ReactNode }) {
  const notesRef = useRef(new Set<SaveNote>());
  return <UnsavedNoteContext value={notesRef}>{props.children}</UnsavedNoteContext>;
}

/** For the editor of a note or files. */
export function useRegisterUnsavedNote(save: SaveNote): void {
  const notesRef = useContext(UnsavedNoteContext);
  const latest = useEffectEvent(save);
  useEffect(() => {
    if (!notesRef) return undefined;
    const saveLatest: SaveNote = () => latest();
    const all = notesRef.current;
    all.add(saveLatest);
    return () => {
      all.delete(saveLatest);
    };
  }, [notesRef]);
}

/** For an action that leaves the screen: false means that something could not be saved and the action must wait. */
export function useSaveUnsavedNote(): SaveNote {
  const notesRef = useContext(UnsavedNoteContext);
  return async () => {
    const results = await Promise.all([...(notesRef?.current ?? [])].map((save) => save()));
    return results.every(Boolean);
  };
}
