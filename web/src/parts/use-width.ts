import { useSyncExternalStore } from 'react';

/** DEC-74: mobile is below 769 px. */
const phone = matchMedia('(width < 769px)');

/** Whether cards stand in for tables (UX-09). */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (tell) => {
      phone.addEventListener('change', tell);
      return () => phone.removeEventListener('change', tell);
    },
    () => phone.matches,
  );
}
