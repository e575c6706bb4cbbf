import { useCallback } from 'react';
import useSWR from 'swr';
import type { DocType, Persona } from '#domain/document';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import { readDocument } from './calls.ts';
import type { StoredDocument } from './document.ts';
import { usePollingFallback } from './use-polling-fallback.ts';

/** Reads a document and keeps it up to date, by the realtime channel or by polling. */
export function useDocument(docType: DocType, id: string, persona: Persona) {
  const { show } = useSession();
  const answer = useSWR<StoredDocument, unknown>(keys.document(docType, id, persona), () =>
    readDocument(docType, show.id, id, persona),
  );
  const { mutate } = answer;
  const refresh = useCallback(() => void mutate(), [mutate]);
  usePollingFallback(refresh);
  return answer;
}
