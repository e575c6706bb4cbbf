import { useToast } from '../parts/overlays/toast.tsx';
import { texts } from '../texts.ts';
import { useSession } from './session.tsx';
import { PermissionsUnavailable } from './startup.ts';
import type { ShowSummary } from './api-types.ts';

/** Opens a show, tells where that fails, and says whether it is open now; the caller then navigates (SH-45, SH-51). */
export function useOpenShow(): (show: ShowSummary) => Promise<boolean> {
  const { selectShow } = useSession();
  const flash = useToast();
  return (show) =>
    selectShow(show).catch((error: unknown) => {
      flash('error', error instanceof PermissionsUnavailable ? texts.permissionsFailed : texts.anError);
      return false;
    });
}
