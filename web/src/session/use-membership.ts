import { useEffect } from 'react';
import { connect } from '../api.ts';
import { isNoMember } from './startup.ts';

/**
 * After a call was refused for its show, checks once whether the user is still a member of the open show. If not, the
 * failing call never settles, because its page is gone and must not report an error.
 */
export function useMembership(refreshShow: () => Promise<void>): void {
  useEffect(() => {
    let checking: Promise<boolean> | null = null;
    const isLost = async () => {
      const lost = await refreshShow().then(() => false, isNoMember);
      checking = null;
      return lost;
    };
    const check = async () => {
      checking ??= isLost();
      if (await checking) await new Promise(() => undefined);
    };
    connect({ onNoMember: check });
    return () => connect({ onNoMember: async () => undefined });
  }, [refreshShow]);
}
