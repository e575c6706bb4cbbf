import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { ImportCheck, ImportKind } from '#domain/import/import';
import { ApiError } from '../../../api.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsHere } from '../../../parts/hooks/use-same-page.ts';
import { useSession } from '../../../session/session.tsx';
import { wordsFor } from '../../../words.ts';
import { checkFile, importOrders, importVendors } from './calls.ts';
import type { Chosen } from './calls.ts';
import { counted } from './words.ts';

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The file could not be uploaded. Try again.';
  return error.text ?? wordsFor(error.code);
}

/** A file on its way in: chosen, checked, and then imported. */
export function useImport(kind: ImportKind) {
  const { show } = useSession();
  const flash = useToast();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { mutate } = useSWRConfig();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [found, setFound] = useState<ImportCheck | null>(null);
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const during = async (what: 'checking' | 'importing', work: () => Promise<void>) => {
    setBusy(what);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setBusy(null);
    }
  };
  const choose = (file: File) => {
    const next = { kind, file, key: crypto.randomUUID() };
    setChosen(next);
    setFound(null);
    return during('checking', async () => setFound(await checkFile(show.id, next)));
  };
  const start = async (now: Chosen, { ready }: ImportCheck) => {
    if (kind === 'VENDOR') {
      const { created } = await importVendors(show.id, now, ready);
      flash('success', `${counted(created, kind)} imported.`);
      return setFound(null);
    }
    const { id } = await importOrders(show.id, now, ready);
    await mutate((key) => Array.isArray(key) && key[0] === 'documents');
    if (isHere()) await navigate(`/po/import?run=${encodeURIComponent(id)}`);
  };
  const importAll = () =>
    during('importing', async () => {
      if (chosen && found) await start(chosen, found);
    });
  return { chosen, found, busy, failure, choose, importAll };
}
