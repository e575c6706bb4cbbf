import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';

/** Keeps the note that is being written; answers whether that succeeded, and yes when there was nothing to keep. */
type TakeNote = () => Promise<boolean>;

const OpenNote = createContext<RefObject<TakeNote | null> | null>(null);

/** One screen: a note that is still open in it goes along with what the user does to the document. */
export function WithOpenNote(props: { children: ReactNode }) {
  const openRef = useRef<TakeNote | null>(null);
  return <OpenNote value={openRef}>{props.children}</OpenNote>;
}

/** For the box in which a note is written. */
export function useOfferOpenNote(take: TakeNote): void {
  const openRef = useContext(OpenNote);
  const latest = useEffectEvent(take);
  useEffect(() => {
    if (!openRef) return undefined;
    const offer: TakeNote = () => latest();
    openRef.current = offer;
    return () => {
      if (openRef.current === offer) openRef.current = null;
    };
  }, [openRef]);
}

/** For an act that leaves the screen: false means that the note could not be kept, and that the act must wait. */
export function useTakeOpenNote(): TakeNote {
  const openRef = useContext(OpenNote);
  return () => openRef?.current?.() ?? Promise.resolve(true);
}
