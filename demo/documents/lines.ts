import { orderLineFields } from '#domain/documents/line-fields';
import { emptyTexts } from '#domain/documents/text-fields';
import { lineTotalCents } from '#domain/values/money';
import { day, dayOf } from '../clock.ts';
import { subjects, items } from './catalog.ts';
import type { Item } from './catalog.ts';
import type { Company } from '../show/companies.ts';
import type { DemoDocument, Line } from './document-builder.ts';
import type { Department, Show } from '../show/show.ts';

export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.totalCents, 0);
}

const rentalDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, EPISODIC: 14 } as const;

interface LineContext {
  documentId: string;
  department: Department;
  company: Company;
  /** Milliseconds: time of the document. */
  at: number;
}

/** Builds a purchase order line with its account codes; rentals have dates and the resulting quantity (DEC-50). */
export function buildLine(show: Show, context: LineContext, lineNumber: number, item: Item): Line {
  const { random, chart } = show;
  const { department, at } = context;
  const account = String(department.account + item.detail);
  const isCoded = chart.accounts.get(department.account)?.includes(account) === true && !random.chance(0.08);
  const start = at + random.int(3, 30) * day;
  const periods = random.int(1, 4);
  const span = item.rental ? rentalDays[item.rental] * periods : 0;
  const rented = item.rental === 'EPISODIC' ? 1 : periods;
  const quantityHundredths = (item.rental ? rented : random.int(1, item.high < 200 ? 24 : 4)) * 100;
  const unitCostCents = random.int(item.low * 4, item.high * 4) * 25;
  const [id, keyId] = [show.newId(at), random.hex(16)];
  const episode = show.plan.episodes > 1 ? random.pick(chart.episodes) : '';
  const coding = isCoded ? codingFor(show, account) : onlyEpisode(show);
  return {
    id,
    showId: show.plan.id,
    documentId: context.documentId,
    keyId,
    lineNumber,
    description: item.words,
    quantityHundredths,
    unitCostCents,
    totalCents: lineTotalCents(quantityHundredths, unitCostCents),
    acquisitionType: item.rental ? 'RENTAL' : 'PURCHASE',
    rentalType: item.rental ?? 'UNDEFINED',
    rentalStart: item.rental ? dayOf(start) : null,
    rentalEnd: item.rental ? dayOf(start + (span - 1) * day) : null,
    ...emptyTexts(orderLineFields),
    // A line has one episode, in its coding or on its own (LI-01).
    episode: coding['EPISODE'] ?? episode,
    coding,
    coaExternalId: isCoded ? `AP-${account}` : null,
    taxCode:
      context.company.taxCodes.length > 0 && random.chance(0.6)
        ? random.pick(context.company.taxCodes)
        : null,
    accountingBalanceCents: null,
    note: '',
    referencePo: '',
    referencePoLineNumber: null,
    relievePoLineId: null,
    glTransactionDetailExternalId: null,
    closesPoLine: null,
    approvedAmounts: null,
    closedAt: null,
    closedBy: null,
  };
}

/** The form fills in the only episode of a show (LI-29). */
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

export function buildLines(show: Show, context: LineContext, count: number): Line[] {
  const list = items[context.department.key];
  return Array.from({ length: count }, (_, n) => buildLine(show, context, n + 1, show.random.pick(list)));
}

export function subjectFor(show: Show, department: Department): string {
  return show.random.pick(subjects[department.key]);
}

/** Builds a new line of a change order. */
export function extraLine(document: DemoDocument): Line {
  const { show, header, purchaseOrder } = document;
  const department = show.departments.find(({ id }) => id === header.departmentId);
  const company = show.companies.find(
    ({ projectCompanyExternalId }) => projectCompanyExternalId === purchaseOrder?.projectCompanyExternalId,
  );
  if (!department || !company) throw new Error('A change order without department or company');
  const context = { documentId: header.id, department, company, at: document.at };
  return buildLine(show, context, document.lines.length + 1, show.random.pick(items[department.key]));
}
