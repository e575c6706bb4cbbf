import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { ImportKind } from '#domain/import/import';
import { useImportSteps } from '../../../parts/fields/file-to-check.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsSamePage } from '../../../parts/hooks/use-same-page.ts';
import { useSession } from '../../../session/session.tsx';
import { checkFile, importOrders, importVendors } from './calls.ts';
import type { Chosen } from './calls.ts';
import { pluralize } from './words.ts';
import type { ImportCheck } from '#domain/import/import-response';

/** The state of an import: choose a file, check it, import it. */
export function useImport(kind: ImportKind) {
  const { show } = useSession();
  const flash = useToast();
  const navigate = useNavigate();
  const isSamePage = useIsSamePage();
  const { mutate } = useSWRConfig();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [check, setCheck] = useState<ImportCheck | null>(null);
  const { busy, failure, runStep } = useImportSteps();
  const choose = (file: File) => {
    const next = { kind, file, key: crypto.randomUUID() };
    setChosen(next);
    setCheck(null);
    return runStep('checking', async () => setCheck(await checkFile(show.id, next)));
  };
  const start = async (now: Chosen, { ready }: ImportCheck) => {
    if (kind === 'VENDOR') {
      const { created } = await importVendors(show.id, now, ready);
      flash('success', `${pluralize(created, kind)} imported.`);
      return setCheck(null);
    }
    const { id } = await importOrders(show.id, now, ready);
    await mutate((key) => Array.isArray(key) && key[0] === 'documents');
    if (isSamePage()) await navigate(`/po/import?run=${encodeURIComponent(id)}`);
  };
  const importAll = () =>
    runStep('importing', async () => {
      if (chosen && check) await start(chosen, check);
    });
  return { chosen, check, busy, failure, choose, importAll };
}
