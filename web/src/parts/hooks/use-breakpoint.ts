import { useSyncExternalStore } from 'react';

/** DEC-74: mobile is below 769 px, tablet below 1221 px. */
const phone = '(width < 769px)';
const belowDesktop = '(width < 1221px)';
/** Below it the tabs have short labels (SH-38). */
const belowLongTabs = '(width < 1024px)';

function useMatch(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => matchMedia(query).matches,
  );
}

/** Outside of a component. */
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

/** Whether the labels of the tabs have to be short. */
export function useHasShortTabs(): boolean {
  return useMatch(belowLongTabs);
}
