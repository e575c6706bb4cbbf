import { expect } from '@playwright/test';
import { uniqueName } from '../browser/unique-names.ts';
import type { Person } from '../environment/person.ts';

interface CreatedShow {
  id: string;
  name: string;
  license: string;
}

/** The license of shows that tests create; no demo show has it. */
export const spareLicense = 'HSP-SA-1077';

/** Creates a show for this test alone and waits for its companies. `api` is an EP Internal's. */
export async function createTestShow(api: Person, over: Record<string, unknown> = {}): Promise<CreatedShow> {
  const show = await api.post<CreatedShow>('/api/shows', {
    name: uniqueName('Test Show'),
    license: spareLicense,
    studioId: 'studio-halcyon',
    divisionId: 'DIV-1',
    acctPackageId: 'PKG-STD',
    showTypeId: 'FEATURE',
    features: ['APIA'],
    ...over,
  });
  await waitForCompanies(api, show.id);
  return show;
}

/** Waits until the companies are imported from accounting. */
async function waitForCompanies(api: Person, showId: string): Promise<void> {
  const companies = async () => (await api.get<unknown[]>(`/api/companies/?showId=${showId}`)).length;
  await expect
    .poll(companies, { message: `the companies of ${showId}`, timeout: 120_000 })
    .toBeGreaterThan(0);
}
