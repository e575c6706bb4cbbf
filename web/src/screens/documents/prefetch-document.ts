import { useCallback, useEffect } from 'react';
import type { RefObject } from 'react';
import { unstable_serialize, useSWRConfig } from 'swr';
import type { DocType, Persona } from '#domain/document';
import { keys } from '../../keys.ts';
import { loadOptional } from '../../parts/hooks/lazy-part.tsx';
import { useSession } from '../../session/session.tsx';

/** A pointer that only passes over a row asks for nothing. */
const REST_MS = 80;

/** What is on its way already. */
const coming = new Set<string>();

/** Reads a document before it is opened, so that it is there at once; opening reads it again. */
export function usePrefetch(docType: DocType, persona: Persona): (id: string) => void {
  const { show } = useSession();
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    (id) => {
      const key = keys.document(docType, id, persona);
      const name = unstable_serialize(key);
      if (coming.has(name) || cache.get(name)?.data !== undefined) return;
      coming.add(name);
      const load = async () => {
        // Not with the list: until a row is pointed at, it needs no code of the documents themselves.
        const calls = await loadOptional(() => import('./calls.ts'));
        if (calls)
          await mutate(key, calls.readDocument(docType, show.id, id, persona), { revalidate: false });
      };
      load()
        // Whoever opens it is told.
        .catch(() => undefined)
        .finally(() => coming.delete(name));
    },
    [docType, persona, show.id, cache, mutate],
  );
}

/** The document to which the row or card under this leads. */
function documentAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest('[role="row"][data-href], a[href]');
  const href = row?.getAttribute('data-href') ?? row?.getAttribute('href') ?? '';
  return /\/(?:review|edit)\/([^/?]+)/.exec(href)?.[1] ?? null;
}

/** The rows of a list on which the pointer rests, or that have the focus, are read before they are opened. */
export function useRowPrefetch(
  list: RefObject<HTMLElement | null>,
  docType: DocType,
  persona: Persona,
): void {
  const read = usePrefetch(docType, persona);
  useEffect(() => {
    const box = list.current;
    if (!box) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const point = ({ target }: Event) => {
      clearTimeout(timer);
      const id = documentAt(target);
      if (id !== null) timer = setTimeout(() => read(id), REST_MS);
    };
    box.addEventListener('pointerover', point);
    box.addEventListener('focusin', point);
    return () => {
      clearTimeout(timer);
      box.removeEventListener('pointerover', point);
      box.removeEventListener('focusin', point);
    };
  }, [list, read]);
}
