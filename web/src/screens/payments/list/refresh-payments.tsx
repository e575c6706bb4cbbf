import { useState } from 'react';
import { RefreshCw } from 'lucide-react';
import { api, ask } from '../../../api.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';

/** Makes the server ask accounting for new payments. The list updates as they arrive (DEC-44). */
export function RefreshPayments() {
  const { show } = useSession();
  const flash = useToast();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    try {
      const call = { query: { showId: show.id } };
      await ask(api.api.payments.refresh.$post(call));
      flash('info', 'Checking Accounting for new payments. They appear here as they arrive.');
    } catch {
      flash('error', 'Unable to ask Accounting for new payments.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button onPress={() => void refresh()} isPending={busy}>
      <RefreshCw aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Refresh from Accounting</span>
    </Button>
  );
}
