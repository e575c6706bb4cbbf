import { useEffect } from 'react';
import { connect } from '../api.ts';

/** A call that was refused for its show makes the session ask once whether the user is still in the one that is open. */
export function useMembership(refreshShow: () => Promise<void>): void {
  useEffect(() => {
    let isAsking = false;
    const look = async () => {
      // The question itself is refused in the same words.
      if (isAsking) return;
      isAsking = true;
      await refreshShow().catch(() => undefined);
      isAsking = false;
    };
    connect({ onNoMember: () => void look() });
    return () => connect({ onNoMember: () => undefined });
  }, [refreshShow]);
}
