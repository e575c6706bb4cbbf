import { lineTotalCents } from '#domain/values/money';
import { day, dayOf } from '../clock.ts';
import { subjects, wares } from './catalog.ts';
import type { Ware } from './catalog.ts';
import type { Company } from '../show/companies.ts';
import type { Life, Line } from './document-builder.ts';
import type { Department, Show } from '../show/show.ts';

export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.totalCents, 0);
}

const rentalDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, EPISODIC: 14 } as const;

interface LinePlace {
  documentId: string;
  department: Department;
  company: Company;
  /** Milliseconds: when the document is written. */
  at: number;
}

/** A purchase order line with its account codes; rentals have dates and the quantity that follows (DEC-50). */
export function buildLine(show: Show, place: LinePlace, lineNumber: number, ware: Ware): Line {
  const { random, chart } = show;
  const { department, at } = place;
  const account = String(department.account + ware.detail);
  const isCoded = chart.accounts.get(department.account)?.includes(account) === true && !random.chance(0.08);
  const start = at + random.int(3, 30) * day;
  const periods = random.int(1, 4);
  const span = ware.rental ? rentalDays[ware.rental] * periods : 0;
  const rented = ware.rental === 'EPISODIC' ? 1 : periods;
  const quantityHundredths = (ware.rental ? rented : random.int(1, ware.high < 200 ? 24 : 4)) * 100;
  const unitCostCents = random.int(ware.low * 4, ware.high * 4) * 25;
  const [id, keyId] = [show.newId(at), random.hex(16)];
  const episode = show.plan.episodes > 1 ? random.pick(chart.episodes) : '';
  const coding = isCoded ? codingFor(show, account) : onlyEpisode(show);
  return {
    id,
    showId: show.plan.id,
    documentId: place.documentId,
    keyId,
    lineNumber,
    description: ware.words,
    quantityHundredths,
    unitCostCents,
    totalCents: lineTotalCents(quantityHundredths, unitCostCents),
    acquisitionType: ware.rental ? 'RENTAL' : 'PURCHASE',
    rentalType: ware.rental ?? 'UNDEFINED',
    rentalStart: ware.rental ? dayOf(start) : null,
    rentalEnd: ware.rental ? dayOf(start + (span - 1) * day) : null,
    // A line has one episode, wherever it stands (LI-01).
    episode: coding['EPISODE'] ?? episode,
    coding,
    coaExternalId: isCoded ? `AP-${account}` : null,
    taxCode:
      place.company.taxCodes.length > 0 && random.chance(0.6) ? random.pick(place.company.taxCodes) : null,
    accountingBalanceCents: null,
    note: '',
    referencePo: '',
    referencePoLineNumber: null,
    relievePoLineId: null,
    glTransactionDetailExternalId: null,
  };
}

/** LI-29: where there is one episode, a form fills it in. */
function onlyEpisode({ chart: { episodes } }: Show): Record<string, string> {
  const [only, another] = episodes;
  return only !== undefined && another === undefined ? { EPISODE: only } : {};
}

export function codingFor(show: Show, account: string): Record<string, string> {
  const { random, chart, plan } = show;
  return {
    ACCOUNT: account,
    ...(plan.episodes > 1 ? { EPISODE: random.pick(chart.episodes) } : onlyEpisode(show)),
    LOCATION: random.pick(chart.locations),
    ...(random.chance(0.5) ? { SET: random.pick(chart.sets) } : {}),
    ...(random.chance(0.06) ? { INSURANCE: random.pick(chart.insurance) } : {}),
    ...(random.chance(0.4) ? { FREE_FIELD: random.pick(chart.free) } : {}),
  };
}

export function buildLines(show: Show, place: LinePlace, count: number): Line[] {
  const list = wares[place.department.key];
  return Array.from({ length: count }, (_, n) => buildLine(show, place, n + 1, show.random.pick(list)));
}

export function subjectFor(show: Show, department: Department): string {
  return show.random.pick(subjects[department.key]);
}

/** A new line of a change order. */
export function extraLine(life: Life): Line {
  const { show, header, purchaseOrder } = life;
  const department = show.departments.find(({ id }) => id === header.departmentId);
  const company = show.companies.find(
    ({ projectCompanyExternalId }) => projectCompanyExternalId === purchaseOrder?.projectCompanyExternalId,
  );
  if (!department || !company) throw new Error('A change order without department or company');
  const place = { documentId: header.id, department, company, at: life.at };
  return buildLine(show, place, life.lines.length + 1, show.random.pick(wares[department.key]));
}
