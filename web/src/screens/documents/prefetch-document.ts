import { useCallback, useEffect } from 'react';
import type { RefObject } from 'react';
import { unstable_serialize, useSWRConfig } from 'swr';
import type { DocType, Persona } from '#domain/document';
import { keys } from '../../keys.ts';
import { loadOptional } from '../../parts/hooks/lazy-part.tsx';
import { useSession } from '../../session/session.tsx';

/** Delay before a prefetch, so that a pointer passing over a row requests nothing. */
const HOVER_DELAY_MS = 80;

/** The keys of prefetches that are still running. */
const inFlight = new Set<string>();

/** Prefetches a document, so that it shows at once when opened. Opening it reads it again. */
export function usePrefetch(docType: DocType, persona: Persona): (id: string) => void {
  const { show } = useSession();
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    (id) => {
      const key = keys.document(docType, id, persona);
      const name = unstable_serialize(key);
      if (inFlight.has(name) || cache.get(name)?.data !== undefined) return;
      inFlight.add(name);
      const load = async () => {
        // Loaded on demand: the list itself does not need the code of the documents.
        const calls = await loadOptional(() => import('./calls.ts'));
        if (calls)
          await mutate(key, calls.readDocument(docType, show.id, id, persona), { revalidate: false });
      };
      load()
        // Opening the document shows the error.
        .catch(() => undefined)
        .finally(() => inFlight.delete(name));
    },
    [docType, persona, show.id, cache, mutate],
  );
}

/** The id of the document that the row or card around `target` links to. */
function documentAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest('[role="row"][data-href], a[href]');
  const href = row?.getAttribute('data-href') ?? row?.getAttribute('href') ?? '';
  return /\/(?:review|edit)\/([^/?]+)/.exec(href)?.[1] ?? null;
}

/** Prefetches the document of the row that the pointer rests on or that has the focus. */
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
    const schedule = ({ target }: Event) => {
      clearTimeout(timer);
      const id = documentAt(target);
      if (id !== null) timer = setTimeout(() => read(id), HOVER_DELAY_MS);
    };
    box.addEventListener('pointerover', schedule);
    box.addEventListener('focusin', schedule);
    return () => {
      clearTimeout(timer);
      box.removeEventListener('pointerover', schedule);
      box.removeEventListener('focusin', schedule);
    };
  }, [list, read]);
}
