import { useCallback } from 'react';
import useSWR from 'swr';
import type { DocType, Persona } from '#domain/document';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import { readDocument } from './calls.ts';
import type { StoredDocument } from './document.ts';
import { useRefreshWithoutLive } from './use-polling-fallback.ts';

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
