import useSWR from 'swr';
import { pageSize } from '#domain/lists/lists';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import type { Option } from '../../../parts/fields/select.tsx';

const optionsOf = (rows: readonly { id: string; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ id, text: name }));

/** A user without a show sends no show id (DEC-01). */
const showQuery = (showId: string | null) => (showId === null ? {} : { showId });

/** Licenses by code or name (API-117). */
export async function searchLicenses(showId: string | null, search: string): Promise<Option[]> {
  const rows = await ask(api.api.acct.licenses.$get({ query: { ...showQuery(showId), search } }));
  return rows.map(({ license, name }) => ({ id: license, text: license, detail: name }));
}

/** The regions that the show may have, the main one first; none if there is no choice (DEC-150). */
export function useRegions(showId: string | null) {
  return useSWR(
    keys.lookup(showId ?? '', 'regions', ''),
    async () => optionsOf(await ask(api.api.shows.regions.$get({ query: showQuery(showId) }))),
    { revalidateOnFocus: false },
  );
}

/** The names of the shows that already use a license. None without a license, or for the first show. */
export function useShowsOfLicense(showId: string | null, license: string | null): readonly string[] {
  const { data } = useSWR(
    showId === null || license === null ? null : keys.lookup(showId, 'shows-of-license', license),
    async () => {
      const query = { showId: showId ?? '', page: '1', count: String(pageSize.shows), search: license ?? '' };
      const { shows } = await ask(api.api.shows.$get({ query }));
      return shows.filter((show) => show.license === license).map(({ name }) => name);
    },
    { revalidateOnFocus: false },
  );
  return data ?? [];
}

/** The options that accounting offers for a license and a studio (API-118 to API-121). None without a selection. */
export function useLicenseOptions(showId: string | null, license: string | null, studioId: string | null) {
  const query = showQuery(showId);
  const key = (kind: string, of: string | null) => (of === null ? null : keys.lookup(showId ?? '', kind, of));
  const ofLicense = { param: { license: license ?? '' }, query };
  const once = { revalidateOnFocus: false };
  const acct = api.api.acct;
  const studios = useSWR(
    key('acct-studios', license),
    async () => optionsOf(await ask(acct.studios[':license'].$get(ofLicense))),
    once,
  );
  const divisions = useSWR(
    key('acct-divisions', studioId),
    async () =>
      optionsOf(await ask(acct.divisions[':studio'].$get({ param: { studio: studioId ?? '' }, query }))),
    once,
  );
  const packages = useSWR(
    key('acct-packages', license),
    async () => optionsOf(await ask(acct['acct-packages'][':license'].$get(ofLicense))),
    once,
  );
  const types = useSWR(
    key('acct-types', license),
    async () => optionsOf(await ask(acct['show-types'][':license'].$get(ofLicense))),
    once,
  );
  const all = [studios, divisions, packages, types];
  return {
    studios: studios.data,
    divisions: divisions.data,
    packages: packages.data,
    types: types.data,
    /** The first error. */
    error: all.find(({ error }) => error !== undefined)?.error as unknown,
    isBusy: all.some(({ isLoading, isValidating }) => isLoading || isValidating),
    retry: () => Promise.all(all.filter(({ error }) => error !== undefined).map(({ mutate }) => mutate())),
  };
}
