import useSWR from 'swr';
import { pageSize } from '#domain/lists/lists';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import type { Option } from '../../../parts/fields/select.tsx';

const optionsOf = (rows: readonly { id: string; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ id, text: name }));

/** Who has no show yet stands in none (DEC-01). */
const standingIn = (showId: string | null) => (showId === null ? {} : { showId });

/** API-117: licenses by code or name. */
export async function searchLicenses(showId: string | null, search: string): Promise<Option[]> {
  const rows = await ask(api.api.acct.licenses.$get({ query: { ...standingIn(showId), search } }));
  return rows.map(({ license, name }) => ({ id: license, text: license, detail: name }));
}

/** The shows that were made from a license already, by name; none while no license is chosen, or for the first show. */
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

/** What a license offers to a new show, and a studio of it (API-118 to API-121); nothing while none is chosen. */
export function useOffers(showId: string | null, license: string | null, studioId: string | null) {
  const query = standingIn(showId);
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
    /** Why one of them did not come. */
    error: all.find(({ error }) => error !== undefined)?.error as unknown,
    isBusy: all.some(({ isLoading, isValidating }) => isLoading || isValidating),
    retry: () => Promise.all(all.filter(({ error }) => error !== undefined).map(({ mutate }) => mutate())),
  };
}
