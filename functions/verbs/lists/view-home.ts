import { docTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import { fromCents } from '#domain/values/money';
import { needsRevision } from '#domain/lifecycle/transition';
import { isApprover, moduleVisible } from '#domain/identity/permissions';
import { orderNumber } from '#domain/documents/document-number';
import {
  commitmentsShown,
  ownDocumentsShown,
  questionsShown,
  pendingAgeOf,
  pendingAges,
  revisionsShown,
} from '#domain/workflow/pending-age';
import { waitingDays } from '#domain/workflow/waiting-clock';
import { visibleNumber } from '#domain/identity/visibility';
import type { PlanRows } from '#store/d1/query';
import { homeQuery } from '#store/show/lists/read-home';
import type { HomeRequest } from '#store/show/lists/read-home';
import { ownDocumentsQuery } from '#store/show/lists/read-own-documents';
import { questionsToQuery } from '#store/show/documents/questions';
import { revisionsQuery } from '#store/show/lists/read-revision-requests';
import { numberMilestone, visibilitiesOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { Home } from '#domain/lists/home-response';

function homeRequest(member: MembershipContext): HomeRequest {
  return {
    userId: member.user.id,
    orders: visibilitiesOf(member, 'PO'),
  };
}

/** Reads what the home page shows; an approver's page has no documents of their own. */
export const homePlan = (member: MembershipContext) => ({
  home: homeQuery(member.store, homeRequest(member)),
  sentBack: revisionsQuery(member.store, member.user.id, revisionsShown),
  questions: questionsToQuery(member.store, member.user.id, questionsShown),
  newest: isApprover(member.membership.role)
    ? null
    : ownDocumentsQuery(member.store, member.user.id, ownDocumentsShown),
});

type HomeRows = PlanRows<typeof homePlan>;

/** The home page of a user: the queue by age and amount, what was sent back, and commitments by department. */
export function viewHome(
  context: RequestContext,
  { home, sentBack, questions, newest }: HomeRows,
): Omit<Home, 'tiles'> {
  const revisions = revisionsOf(context, sentBack);
  return {
    waiting: waitingOf(context, home.waiting),
    firsts: firstsOf(context, home.firsts),
    revisions,
    questions: questions
      .filter(({ docType }) => moduleVisible(context.modules, docType))
      .map(({ question, asker, since, isOwn, ...row }) => ({
        ...printedRow(context, row),
        question,
        asker,
        since,
        isOwn,
      })),
    own: newest ? ownDocumentsOf(context, revisions, newest) : [],
    commitments: commitmentsOf(home.commitments, home.pending),
  };
}

/** Whether documents of this type can be in the user's queue (DEC-12, DEC-21). */
function hasQueue({ membership, modules }: RequestContext, docType: DocType): boolean {
  return isApprover(membership.role) && moduleVisible(modules, docType);
}

/** The queue by type, age and currency: the rows of a day are of one age (WAIT-13). */
function waitingOf(context: RequestContext, rows: HomeRows['home']['waiting']): Home['waiting'] {
  const ageOf = (since: string) => pendingAgeOf(waitingDays(since, context.now, context.settings));
  return docTypes
    .filter((docType) => hasQueue(context, docType))
    .flatMap((docType) =>
      pendingAges.flatMap(({ id: age }) => {
        const ofAge = rows.filter((row) => row.docType === docType && ageOf(row.oldest) === age);
        const byCurrency = Map.groupBy(ofAge, ({ currency }) => currency);
        return [...byCurrency].map(([currency, days]) => ({
          docType,
          age,
          currency,
          count: days.reduce((sum, { count }) => sum + count, 0),
          totalCost: fromCents(days.reduce((sum, { totalCents }) => sum + totalCents, 0)),
          since: earliest(days.map(({ oldest }) => oldest)),
        }));
      }),
    );
}

function earliest(since: readonly string[]): string {
  return new Date(Math.min(...since.map((at) => Date.parse(at)))).toISOString();
}

function firstsOf(context: RequestContext, rows: HomeRows['home']['firsts']): Home['firsts'] {
  const milestone = numberMilestone(context);
  return docTypes
    .filter((docType) => hasQueue(context, docType))
    .flatMap((docType) => {
      const own = rows.filter((row) => row.docType === docType);
      const oldest = own.find(({ byAge }) => byAge === 1);
      const largest = own.filter(({ bySize }) => bySize === 1);
      return [
        ...(oldest ? [{ ...oldest, why: 'OLDEST' as const }] : []),
        ...largest.map((row) => ({ ...row, why: 'LARGEST' as const })),
      ];
    })
    .map(({ docType, why, id, number, milestones, vendorName, currency, totalCents, since }) => ({
      docType,
      why,
      id,
      number: docType === 'PO' ? visibleNumber(number, milestones, milestone) : number,
      vendorName,
      currency,
      totalCost: fromCents(totalCents),
      since: earliest([since]),
      days: waitingDays(since, context.now, context.settings),
    }));
}

function revisionsOf(context: RequestContext, rows: HomeRows['sentBack']): Home['revisions'] {
  return rows
    .filter(({ docType }) => moduleVisible(context.modules, docType))
    .map((row) => printedRow(context, row));
}

/** A document of home, with its number as the user may see it. */
export function printedRow(
  context: RequestContext,
  row: HomeRows['sentBack'][number],
): Home['revisions'][number] {
  const { docType, id, number, milestones, prefix, vendorName, currency, totalCents } = row;
  const milestone = numberMilestone(context);
  const poNumber = docType === 'PO' ? visibleNumber(number, milestones, milestone) : number;
  const totalCost = fromCents(totalCents);
  return { docType, id, number: orderNumber({ prefix, poNumber }), vendorName, currency, totalCost };
}

function ownDocumentsOf(
  context: RequestContext,
  revisions: Home['revisions'],
  newest: NonNullable<HomeRows['newest']>,
): Home['own'] {
  const isSentBack = new Set(revisions.map(({ id }) => id));
  const others = newest
    .filter(({ id, docType }) => !isSentBack.has(id) && moduleVisible(context.modules, docType))
    .map((row) => {
      const { status, submissionStatus } = row;
      return { ...printedRow(context, row), status, submissionStatus };
    });
  return [...revisions.map((row) => ({ ...row, ...needsRevision })), ...others].slice(0, ownDocumentsShown);
}

/** Amounts of two currencies have no common scale: only the currency with the most departments is shown. */
function commitmentsOf(
  committed: HomeRows['home']['commitments'],
  pending: HomeRows['home']['pending'],
): Home['commitments'] {
  const all = [
    ...committed.map((row) => ({ ...row, waitingCents: 0 })),
    ...pending.map((row) => ({ ...row, committedCents: 0, invoicedCents: 0 })),
  ];
  const byCurrency = Map.groupBy(all, ({ currency }) => currency);
  const departmentsOf = (rows: typeof all) => new Set(rows.map(({ departmentId }) => departmentId)).size;
  const [main] = [...byCurrency].toSorted(([, a], [, b]) => departmentsOf(b) - departmentsOf(a));
  if (!main) return null;
  const [currency, rows] = main;
  const departments = [...Map.groupBy(rows, ({ departmentId }) => departmentId)]
    .map(([id, own]) => {
      const sum = (cents: 'committedCents' | 'invoicedCents' | 'waitingCents') =>
        fromCents(own.reduce((total, row) => total + row[cents], 0));
      return {
        id,
        name: own[0]?.department ?? '',
        committed: sum('committedCents'),
        invoiced: sum('invoicedCents'),
        waiting: sum('waitingCents'),
      };
    })
    .toSorted((a, b) => b.waiting - a.waiting || b.committed - a.committed);
  return {
    currency,
    departments: departments.slice(0, commitmentsShown),
    others: Math.max(0, departments.length - commitmentsShown),
  };
}
