import { Refusal } from '#domain/codes';
import type { World } from '../api/default-answers.ts';
import type { FakeApi } from '../api/fake-api.ts';
import type { Show } from '../fixtures/shows.ts';
import { summaryOf } from '../fixtures/shows.ts';

/** Answers what changes the open show: what is saved is read from then on. */
export function serveShow(api: FakeApi, world: World): void {
  const open = (): Show => {
    const [show] = world.shows;
    if (!show) throw new Refusal('NOT_FOUND');
    return show;
  };
  const change = (over: Partial<Show>) => {
    const show = { ...open(), ...over };
    world.shows = [show, ...world.shows.slice(1)];
    return show;
  };
  api.on('GET /api/shows/:id/features', () => open().features);
  api.on('POST /api/shows/:id/settings', ({ body }) => {
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    return change({ settings: { ...open().settings, ...Object.fromEntries(given) } }).settings;
  });
  api.on('PATCH /api/shows/:id/resource', ({ body }) => change(body as Partial<Show>));
  api.on('GET /api/shows', ({ query: { search = '' } }) => {
    const shows = world.shows
      .filter(({ name, license }) => `${name} ${license}`.toLowerCase().includes(search.toLowerCase()))
      .map((show) => ({ ...summaryOf(show), mayEdit: true, isMember: true }));
    return { shows, total: shows.length };
  });
  api.on('POST /api/shows/:id/address', ({ query, body }) => {
    const { address2, city, state, zip, ...given } = body;
    const rest = { address2: address2 ?? '', city: city ?? '', state: state ?? '', zip: zip ?? '' };
    const addressType = query['addressType'] === 'BILL_TO' ? 'BILL_TO' : 'SHIP_TO';
    const made = { ...given, ...rest, id: 'address-new', addressType, isActive: true } as const;
    change({ addresses: [...open().addresses, made] });
    return made;
  });
  api.on('PATCH /api/shows/:id/address', ({ body }) => {
    const { addresses } = open();
    const before = addresses.find(({ id }) => id === body.id);
    if (!before) throw new Refusal('NOT_FOUND');
    const saved = { ...before, ...body } as typeof before;
    change({ addresses: addresses.map((one) => (one === before ? saved : one)) });
    return saved;
  });
  api.on('POST /api/shows/:id/categories', ({ body: { name } }) => {
    const { categories } = open();
    if (categories.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw taken();
    const made = { id: 'category-new', name, isActive: true };
    change({ categories: [...categories, made] });
    return made;
  });
  api.on('PATCH /api/shows/:id/categories', ({ body }) => {
    const { categories } = open();
    const before = categories.find(({ id }) => id === body.id);
    if (!before) throw new Refusal('NOT_FOUND');
    const saved = { ...before, ...body } as typeof before;
    change({ categories: categories.map((one) => (one === before ? saved : one)) });
    return saved;
  });
  api.on('POST /api/shows/:id/company-settings', ({ body }) => {
    const given = (name: string) => (body as FormData).get(name);
    const { companySettings } = open();
    const before = companySettings.find(
      (one) => one.projectCompanyExternalId === given('projectCompanyExternalId'),
    );
    if (!before) throw new Refusal('NOT_FOUND');
    const hasTerms = given('termsConditionsAttachmentId') !== 'TC_NO_ATTACHMENT';
    const saved = {
      ...before,
      termsConditionsAttachmentId: hasTerms ? `terms-${crypto.randomUUID()}` : null,
      attachmentLabel: hasTerms ? (given('attachmentLabel') as string) : null,
    };
    change({ companySettings: companySettings.map((one) => (one === before ? saved : one)) });
    return saved;
  });
}

function taken(): Refusal {
  return new Refusal('invalid_parameter', { message: 'A category with that name already exists.' });
}
