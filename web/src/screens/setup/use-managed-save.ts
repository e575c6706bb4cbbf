import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { keys } from '../../keys.ts';
import { useToast } from '../../parts/overlays/toast.tsx';
import { useSession } from '../../session/session.tsx';
import { failureText } from '../../failure-text.ts';

/**
 * Saves a change of an area whose answer is all of it, and puts that on the screen. A refusal is returned as a sentence.
 */
export function useManagedSave<Saved>(area: string, onSaved: () => void = () => undefined) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { show, refreshShow } = useSession();
  const { mutate } = useSWRConfig();
  const flash = useToast();
  const save = async (write: (showId: string) => Promise<Saved>, message: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const saved = await write(show.id);
      await mutate(keys.managed(show.id, area), saved, { revalidate: false });
      // Lists and forms depend on the settings of the show.
      await refreshShow().catch(() => undefined);
      flash('success', message);
      onSaved();
    } catch (error) {
      setFailure(failureText(error, 'The change could not be saved. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy, failure };
}
