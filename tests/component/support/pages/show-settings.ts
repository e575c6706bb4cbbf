import { Refusal } from '#domain/codes';
import type { World } from '../api/default-stubs.ts';
import type { FakeApi } from '../api/fake-api.ts';
import type { Show } from '../fixtures/shows.ts';
import { summaryOf } from '../fixtures/shows.ts';

/** Fakes the routes that change the open show. Later reads return the saved values. */
export function serveShow(api: FakeApi, world: World): void {
  const open = (): Show => {
    const [show] = world.shows;
    if (!show) throw new Refusal('NOT_FOUND');
    return show;
  };
  const change = (overrides: Partial<Show>) => {
    const show = { ...open(), ...overrides };
    world.shows = [show, ...world.shows.slice(1)];
    return show;
  };
  api.on('GET /api/shows/:id/features', () => open().features);
  api.on('POST /api/shows/:id/settings', ({ body }) => {
    const input = Object.entries(body).filter(([, value]) => value !== undefined);
    return change({ settings: { ...open().settings, ...Object.fromEntries(input) } }).settings;
  });
  api.on('PATCH /api/shows/:id/resource', ({ body }) => change(body as Partial<Show>));
  api.on('GET /api/shows', ({ query: { search = '' } }) => {
    const shows = world.shows
      .filter(({ name, license }) => `${name} ${license}`.toLowerCase().includes(search.toLowerCase()))
      .map((show) => ({ ...summaryOf(show), mayEdit: true, isMember: true }));
    return { shows, total: shows.length };
  });
  api.on('POST /api/shows/:id/address', ({ query, body }) => {
    const { address2, city, state, zip, ...input } = body;
    const optional = { address2: address2 ?? '', city: city ?? '', state: state ?? '', zip: zip ?? '' };
    const addressType = query['addressType'] === 'BILL_TO' ? 'BILL_TO' : 'SHIP_TO';
    const created = { ...input, ...optional, id: 'address-new', addressType, isActive: true } as const;
    change({ addresses: [...open().addresses, created] });
    return created;
  });
  api.on('PATCH /api/shows/:id/address', ({ body }) => {
    const { addresses } = open();
    const previous = addresses.find(({ id }) => id === body.id);
    if (!previous) throw new Refusal('NOT_FOUND');
    const saved = { ...previous, ...body } as typeof previous;
    change({ addresses: addresses.map((one) => (one === previous ? saved : one)) });
    return saved;
  });
  api.on('POST /api/shows/:id/categories', ({ body: { name } }) => {
    const { categories } = open();
    if (categories.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw categoryExists();
    const created = { id: 'category-new', name, isActive: true };
    change({ categories: [...categories, created] });
    return created;
  });
  api.on('PATCH /api/shows/:id/categories', ({ body }) => {
    const { categories } = open();
    const previous = categories.find(({ id }) => id === body.id);
    if (!previous) throw new Refusal('NOT_FOUND');
    const saved = { ...previous, ...body } as typeof previous;
    change({ categories: categories.map((one) => (one === previous ? saved : one)) });
    return saved;
  });
  api.on('POST /api/shows/:id/company-settings', ({ body }) => {
    const input = (name: string) => (body as FormData).get(name);
    const { companySettings } = open();
    const previous = companySettings.find(
      (one) => one.projectCompanyExternalId === input('projectCompanyExternalId'),
    );
    if (!previous) throw new Refusal('NOT_FOUND');
    const hasTerms = input('termsConditionsAttachmentId') !== 'TC_NO_ATTACHMENT';
    const saved = {
      ...previous,
      termsConditionsAttachmentId: hasTerms ? `terms-${crypto.randomUUID()}` : null,
      attachmentLabel: hasTerms ? (input('attachmentLabel') as string) : null,
    };
    change({ companySettings: companySettings.map((one) => (one === previous ? saved : one)) });
    return saved;
  });
}

function categoryExists(): Refusal {
  return new Refusal('invalid_parameter', { message: 'A category with that name already exists.' });
}
