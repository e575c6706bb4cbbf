import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';

/** Keeps what is being added, a note or files; answers whether that succeeded, and yes when there was nothing to keep. */
type TakeNote = () => Promise<boolean>;

const OpenNote = createContext<RefObject<Set<TakeNote>> | null>(null);

/** One screen: what is still open in it goes along with what the user does to the document. */
export function UnsavedNoteProvider(props: { children: ReactNode }) {
  const openRef = useRef(new Set<TakeNote>());
  return <OpenNote value={openRef}>{props.children}</OpenNote>;
}

/** For the box in which a note is written, or files are added. */
export function useRegisterUnsavedNote(take: TakeNote): void {
  const openRef = useContext(OpenNote);
  const latest = useEffectEvent(take);
  useEffect(() => {
    if (!openRef) return undefined;
    const offer: TakeNote = () => latest();
    const all = openRef.current;
    all.add(offer);
    return () => {
      all.delete(offer);
    };
  }, [openRef]);
}

/** For an act that leaves the screen: false means that something could not be kept, and that the act must wait. */
export function useSaveUnsavedNote(): TakeNote {
  const openRef = useContext(OpenNote);
  return async () => {
    const kept = await Promise.all([...(openRef?.current ?? [])].map((take) => take()));
    return kept.every(Boolean);
  };
}
