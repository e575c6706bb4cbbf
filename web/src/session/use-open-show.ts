import { useToast } from '../parts/overlays/toast.tsx';
import { texts } from '../texts.ts';
import { useSession } from './session.tsx';
import { PermissionsUnavailableError } from './startup.ts';
import type { ShowSummary } from './api-types.ts';

/**
 * Opens a show and reports a failure as a toast. Returns whether it is open now; the caller then navigates (SH-45,
 * SH-51).
 */
export function useOpenShow(): (show: ShowSummary) => Promise<boolean> {
  const { selectShow } = useSession();
  const flash = useToast();
  return (show) =>
    selectShow(show).catch((error: unknown) => {
      flash('error', error instanceof PermissionsUnavailableError ? texts.permissionsFailed : texts.anError);
      return false;
    });
}
