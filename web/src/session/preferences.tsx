import type { ReactNode } from 'react';
import useSWR from 'swr';
import { api, ask } from '../api.ts';
import { keys } from '../keys.ts';
import { DateFormatContext } from '../parts/date-format.tsx';
import type { Preferences } from './wire.ts';

/** The preferences of Account Settings (SE-24). */
export function usePreferences() {
  return useSWR(keys.preferences(), () => ask(api.api.users.userSettings.$get()), {
    revalidateOnFocus: false,
    revalidateIfStale: false,
  });
}

export function savePreferences(preferences: Preferences): Promise<Preferences> {
  return ask(api.api.users.addUpdateUserSettings.$post({ json: preferences }));
}

/** Every date below is written in the user's format; start-up brings the first one. */
export function PreferencesProvider(props: { first: Preferences['dateFormat']; children: ReactNode }) {
  const { data } = usePreferences();
  const format = data === undefined ? props.first : data.dateFormat;
  return <DateFormatContext value={format}>{props.children}</DateFormatContext>;
}
