import { useSyncExternalStore } from 'react';

/** DEC-74: mobile is below 769 px, tablet below 1221 px. */
const phone = matchMedia('(width < 769px)');
const belowDesktop = matchMedia('(width < 1221px)');

function useMatch(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (tell) => {
      query.addEventListener('change', tell);
      return () => query.removeEventListener('change', tell);
    },
    () => query.matches,
  );
}

/** The same for whoever draws nothing yet. */
export function isPhone(): boolean {
  return phone.matches;
}

/** Whether cards stand in for tables (UX-09). */
export function useIsPhone(): boolean {
  return useMatch(phone);
}

/** Whether there is too little room for two columns side by side. */
export function useIsBelowDesktop(): boolean {
  return useMatch(belowDesktop);
}
