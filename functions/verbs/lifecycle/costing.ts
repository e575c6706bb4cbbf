import { baseTotalCents, costingAtSubmit, requireStorable } from '#domain/currency/costing';
import type { Costing } from '#domain/currency/costing';
import { convertCents, rateOn, unitRate } from '#domain/currency/exchange-rate';
import { rateMissing } from '#domain/currency/rate-missing';
import { costPercent } from '#domain/currency/tax-terms';
import { inApproval } from '#domain/document';
import { canonical } from '#domain/history/history';
import type { Json } from '#domain/history/history';
import type { ContentRows } from '#domain/history/content';
import type { ApprovedSteps } from '#domain/workflow/change-order-steps';
import { addDays } from '#domain/values/days';
import { showMembersQuery } from '#store/directory/users';
import type { ShowMember } from '#store/directory/users';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows, Rows } from '#store/d1/query';
import { costTermsQuery } from '#store/show/currency/currency';
import { linesQuery } from '#store/show/documents/lines';
import { contentQuery } from '#store/show/documents/read-content';
import type { DocumentRow, LineRow, SubjectRows } from '#store/show/documents/read-document';
import { updateDocument } from '#store/show/documents/write-document';
import { changedContent } from '#verbs/lifecycle/content-stamp';
import type { ContentChange } from '#verbs/lifecycle/prepare-change';
import { todayOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** The columns of a document's costs. */
type CostColumns = Pick<DocumentRow, 'costing' | 'baseTotalCents'>;
type CostedLines = readonly Pick<LineRow, 'lineNumber' | 'totalCents'>[];
type Terms = PlanRows<typeof costPlan>['costTerms'];

/** Of a show without a base currency and tax terms. */
export const noCosts: CostColumns = { costing: null, baseTotalCents: null };

/** The latest day that is today in any time zone. */
const latestToday = (now: string) => addDays(now.slice(0, 10), 1);

/** The rates and tax terms that apply to a document, and its content, which they become part of. */
export const costPlan = ({ store, now }: Pick<RequestContext, 'store' | 'now'>, id: string) => ({
  costTerms: costTermsQuery(store, id, latestToday(now)),
  content: contentQuery(store, id),
});

function termsOf(
  { settings, now }: Pick<RequestContext, 'settings' | 'now'>,
  currency: string,
  { rates, taxes }: Terms,
): Omit<Costing, 'earlier'> | null | 'NO_RATE' {
  const { baseCurrency: base } = settings;
  const shares = taxes
    .map((terms) => [terms.code, costPercent(terms)] as const)
    .filter(([, percent]) => percent !== '0')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const taxShares = Object.fromEntries(shares);
  if (base === null) return shares.length === 0 ? null : { currency, base, rate: unitRate, taxes: taxShares };
  const day = todayOf({ settings, now });
  const rate = currency === base ? unitRate : rateOn(rates, day);
  return rate === null ? 'NO_RATE' : { currency, base, rate, taxes: taxShares };
}

/** What is stored about the costs of a document. Throws `invalid_parameter` for a total that is too large. */
function costsOf(costing: Costing, totalCents: number, lines: CostedLines): CostColumns {
  const costs = { costing, baseTotalCents: baseTotalCents(costing, totalCents, lines) };
  requireStorable(costs);
  return costs;
}

/** Throws `rate_missing`. */
function requireTerms(
  context: Pick<RequestContext, 'settings' | 'now'>,
  currency: string,
  terms: Terms,
  people: readonly ShowMember[],
): Omit<Costing, 'earlier'> | null {
  const found = termsOf(context, currency, terms);
  if (found !== 'NO_RATE') return found;
  const base = context.settings.baseCurrency ?? '';
  throw rateMissing({ currency, base, day: todayOf(context) }, people);
}

/**
 * What a submit stores about the costs of a document (CURR-10). Throws `rate_missing`. `lines` are needed only for a
 * purchase order, whose lines keep the rates of earlier change orders. Throws `invalid_parameter` for a total that is too
 * large in the base currency.
 */
export function costAtSubmit(
  context: Pick<RequestContext, 'settings' | 'now'>,
  rows: Pick<SubjectRows, 'document' | 'purchaseOrder'>,
  terms: Terms,
  people: readonly ShowMember[],
  lines: CostedLines = [],
): CostColumns {
  const { document } = rows;
  const currency = document.currencyCode.toUpperCase();
  const submitted = requireTerms(context, currency, terms, people);
  if (!submitted) return noCosts;
  const costing = costingAtSubmit(document.costing, submitted, lockedCount(rows));
  return costsOf(costing, document.totalCents, lines);
}

/** The rates that a forecast converts by, and the lines of a stored purchase order. */
export const forecastPlan = (
  { store, now }: Pick<RequestContext, 'store' | 'now'>,
  id: string | null,
  currency: string | null,
) => ({
  costTerms: costTermsQuery(store, id ?? '', latestToday(now), currency),
  costLines: id === null ? null : linesQuery(store, id),
});

/**
 * The costs if a document were submitted now with this total (ROUTE-01); null when the rate is missing. What was added to
 * the stored lines counts at the rate of today.
 */
export function forecastCosts(
  context: Pick<RequestContext, 'settings' | 'now'>,
  rows: Rows<ReturnType<typeof forecastPlan>> & { subject: SubjectRows | null },
  entered: { totalCents: number; currency: string | null },
): CostColumns | null {
  const { costTerms, costLines, subject } = rows;
  const currency = (entered.currency ?? subject?.document.currencyCode ?? '').toUpperCase();
  // Before a currency is chosen there is nothing to convert.
  if (currency === '') return noCosts;
  const submitted = termsOf(context, currency, costTerms);
  if (submitted === 'NO_RATE') return null;
  if (!submitted) return noCosts;
  const locked = subject ? lockedCount(subject) : 0;
  const costing = costingAtSubmit(subject?.document.costing ?? null, submitted, locked);
  const kept = (costLines ?? []).filter(({ lineNumber }) => lineNumber <= locked);
  const keptCents = kept.reduce((sum, line) => sum + line.totalCents, 0);
  const added = { lineNumber: locked + 1, totalCents: entered.totalCents - keptCents };
  return { costing, baseTotalCents: baseTotalCents(costing, entered.totalCents, [...kept, added]) };
}

/** How many lines an open change order has locked. */
export const lockedCount = ({ document, purchaseOrder }: Pick<SubjectRows, 'document' | 'purchaseOrder'>) =>
  document.currentChangeOrder > 0 ? (purchaseOrder?.lockedLineCount ?? 0) : 0;

/**
 * Approved versions with their totals in the base currency, as limits compare them. A version from before there was one
 * is converted at the rate of this submit (CURR-31).
 */
export function versionsInBase(
  { costing }: CostColumns,
  versions: readonly ApprovedSteps[],
): ApprovedSteps[] {
  const currency = costing?.base ?? null;
  if (!costing || currency === null) return [...versions];
  return versions.map(({ base, ...version }) => ({
    ...version,
    totalCents:
      base?.currency === currency
        ? base.cents
        : convertCents(version.totalCents, { rate: costing.rate, currency }),
  }));
}

/** The content with these costs; null when they are stored already. */
export async function costedContent(
  { store }: Pick<RequestContext, 'store'>,
  { document }: Pick<SubjectRows, 'document'>,
  content: ContentRows | null,
  costs: CostColumns,
): Promise<ContentChange | null> {
  const { costing, baseTotalCents: total } = document;
  const isStored = canonical(costing as unknown as Json) === canonical(costs.costing as unknown as Json);
  if (!content || (isStored && total === costs.baseTotalCents)) return null;
  const after = { ...content, document: { ...content.document, ...costs } };
  return {
    ...(await changedContent(store, document, content, after)),
    payload: costPayload(costs),
    writes: [updateDocument(store, document.id, costs)],
  };
}

/** The rate and the total of a submit, for the event. */
function costPayload({ costing, baseTotalCents: total }: CostColumns): Record<string, Json> {
  if (!costing || total === null) return {};
  return { exchangeRate: costing.rate, baseCurrency: costing.base, baseTotalCents: total };
}

/**
 * The costs after a save: the stored rates apply until the next submit (CURR-15). In another currency a draft has none
 * until then, and a document in approval needs the rate of today. Throws `rate_missing`.
 */
export async function costAfterSave(
  context: Pick<RequestContext, 'store' | 'directory' | 'settings' | 'now'>,
  document: DocumentRow,
  { currencyCode, totalCents }: Pick<DocumentRow, 'currencyCode' | 'totalCents'>,
  lines: CostedLines = [],
): Promise<Partial<CostColumns>> {
  const { costing } = document;
  const currency = currencyCode.toUpperCase();
  if (!costing) return {};
  if (costing.currency === currency) return costsOf(costing, totalCents, lines);
  if (!inApproval(document.status)) return noCosts;
  const { store, directory, now } = context;
  const { terms, people } = await readInOneTrip({
    terms: costTermsQuery(store, document.id, latestToday(now), currency),
    people: showMembersQuery(directory),
  });
  const next = requireTerms(context, currency, terms, people);
  return next ? costsOf(next, totalCents, lines) : noCosts;
}
