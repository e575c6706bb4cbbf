import { useEffect } from 'react';
import { connect } from '../api.ts';
import { isNoMember } from './startup.ts';

/**
 * A call that was refused for its show makes the session ask once whether the user is still in the one that is open. Who
 * is not has lost the page that called: it hears no more of it, so that it has nothing to say of what it could not read.
 */
export function useMembership(refreshShow: () => Promise<void>): void {
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    const isLost = async () => {
      const lost = await refreshShow().then(() => false, isNoMember);
      asking = null;
      return lost;
    };
    const look = async () => {
      asking ??= isLost();
      if (await asking) await new Promise(() => undefined);
    };
    connect({ onNoMember: look });
    return () => connect({ onNoMember: async () => undefined });
  }, [refreshShow]);
}
