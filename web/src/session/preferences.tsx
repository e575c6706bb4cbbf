import type { ReactNode } from 'react';
import useSWR from 'swr';
import { api, ask } from '../api.ts';
import { keys } from '../keys.ts';
import { DateFormatContext } from '../parts/display/date-format-context.ts';
import type { Preferences } from './api-types.ts';

const read = () => ask(api.api.users.userSettings.$get());
const onlyWhenAsked = { revalidateOnFocus: false, revalidateIfStale: false };

/** The preferences of Account Settings (SE-24). */
export function usePreferences() {
  return useSWR(keys.preferences(), read, onlyWhenAsked);
}

export function savePreferences(preferences: Preferences): Promise<Preferences> {
  return ask(api.api.users.addUpdateUserSettings.$post({ json: preferences }));
}

/** Provides the user's date format: first that of the login context, later that of Account Settings. */
export function PreferencesProvider(props: { first: Preferences['dateFormat']; children: ReactNode }) {
  // Does not fetch at the start, but needs a fetcher: SWR's retry uses the fetcher of the first hook of a key, which is
  // this one.
  const start = { ...onlyWhenAsked, revalidateOnMount: false, revalidateOnReconnect: false };
  const { data } = useSWR(keys.preferences(), read, start);
  const format = data === undefined ? props.first : data.dateFormat;
  return <DateFormatContext value={format}>{props.children}</DateFormatContext>;
}
