import { useSyncExternalStore } from 'react';

/** DEC-74: mobile is below 769 px, tablet below 1221 px. */
const phone = '(width < 769px)';
const belowDesktop = '(width < 1221px)';

function useMatch(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    () => matchMedia(query).matches,
  );
}

/** The same for code that draws nothing yet. */
export function isPhone(): boolean {
  return matchMedia(phone).matches;
}

/** Whether cards replace tables (UX-09). */
export function useIsPhone(): boolean {
  return useMatch(phone);
}

/** Whether there is too little room for two columns side by side. */
export function useIsBelowDesktop(): boolean {
  return useMatch(belowDesktop);
}
