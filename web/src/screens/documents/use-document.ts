import { useCallback, useEffect } from 'react';
import useSWR from 'swr';
import type { DocType, Persona } from '#domain/document';
import { keys } from '../../keys.ts';
import { useLive } from '../../session/live-provider.tsx';
import { useSession } from '../../session/session.tsx';
import { readDocument } from './calls.ts';
import type { StoredDocument } from './document.ts';

/** How often an open screen asks by itself while the live channel is closed. */
const ASK_EVERY_MS = 4000;

/** Calls `refresh` every few seconds for as long as no live message can come, and the page is looked at (DEC-100). */
export function useRefreshWithoutLive(refresh: () => void): void {
  const live = useLive();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !live?.isOpen()) refresh();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [live, refresh]);
}

/** One document, always as it is now: the live channel makes it be read again, and so does its absence. */
export function useDocument(docType: DocType, id: string, persona: Persona) {
  const { show } = useSession();
  const answer = useSWR<StoredDocument, unknown>(keys.document(docType, id, persona), () =>
    readDocument(docType, show.id, id, persona),
  );
  const { mutate } = answer;
  const refresh = useCallback(() => void mutate(), [mutate]);
  useRefreshWithoutLive(refresh);
  return answer;
}
