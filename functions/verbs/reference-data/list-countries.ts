import { Refusal } from '#domain/codes';

/** A country or one of its regions; `id` is its whole ISO 3166 code, `code` the part people write. */
export interface CountryOrRegion {
  id: string;
  name: string;
  code: string;
}

// The lists are large and rarely needed, so they are loaded on first use and not when the Worker starts.
const countries = async () => (await import('iso-3166')).iso31661;
const subdivisions = async () => (await import('iso-3166')).iso31662;

function byName(places: CountryOrRegion[]): CountryOrRegion[] {
  return places.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** All countries of ISO 3166-1 by name (AC-12, API-77). */
export async function listCountries(): Promise<CountryOrRegion[]> {
  const assigned = await countries();
  return byName(assigned.map(({ alpha2, name }) => ({ id: alpha2, name, code: alpha2 })));
}

/** The regions of a country by name, from ISO 3166-2 (AC-12, API-78). Throws `NOT_FOUND` for an unknown country. */
export async function listRegions(countryId: string): Promise<CountryOrRegion[]> {
  const assigned = await countries();
  if (!assigned.some(({ alpha2 }) => alpha2 === countryId)) throw new Refusal('NOT_FOUND');
  const prefix = `${countryId}-`;
  const regions = (await subdivisions()).filter(({ code }) => code.startsWith(prefix));
  return byName(regions.map(({ code, name }) => ({ id: code, name, code: code.slice(prefix.length) })));
}
