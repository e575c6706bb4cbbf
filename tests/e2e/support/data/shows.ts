import { expect } from '@playwright/test';
import { freshName } from '../browser/fresh.ts';
import type { Person } from '../environment/person.ts';

interface MadeShow {
  id: string;
  name: string;
  license: string;
}

/** The license that shows of tests are made from; no show of the demo has it. */
export const spareLicense = 'HSP-SA-1077';

/** A show of this test's own, made by EP Internal, whose books have been brought over. */
export async function ownShow(api: Person, own: Record<string, unknown> = {}): Promise<MadeShow> {
  const show = await api.post<MadeShow>('/api/shows', {
    name: freshName('Test Show'),
    license: spareLicense,
    studioId: 'studio-halcyon',
    divisionId: 'DIV-1',
    acctPackageId: 'PKG-STD',
    showTypeId: 'FEATURE',
    features: ['APIA'],
    ...own,
  });
  await booksOf(api, show.id);
  return show;
}

/** Waits until accounting's companies have come over. */
async function booksOf(api: Person, showId: string): Promise<void> {
  const companies = async () => (await api.get<unknown[]>(`/api/companies/?showId=${showId}`)).length;
  await expect.poll(companies, { message: `the books of ${showId}`, timeout: 120_000 }).toBeGreaterThan(0);
}
