import { docTypes } from '#domain/document';
import { reasonsOf } from '#domain/bulk-approval/left-out';
import type { LeftOutReason } from '#domain/bulk-approval/left-out';
import {
  anyModule,
  flagsChecked,
  isWithin,
  periodsNamed,
  rentalsShown,
  rentalWindow,
  stuckSteps,
  submittedShown,
  tilesFor,
  waitingForNobody,
  weekOf,
} from '#domain/lists/home-tiles';
import type { HomeTiles } from '#domain/lists/home-tiles-response';
import { moduleVisible, permissionsOf } from '#domain/identity/permissions';
import { addDays } from '#domain/values/days';
import { fromCents } from '#domain/values/money';
import type { PlanRows } from '#store/d1/query';
import { queuedDocumentsQuery } from '#store/show/bulk/read-selection';
import type { SelectedDocument } from '#store/show/bulk/read-selection';
import { endedPeriodsQuery } from '#store/show/budget/periods';
import { coversQuery } from '#store/show/cover/covers';
import {
  arrivalsQuery,
  draftInvoiceCountQuery,
  dueInvoicesQuery,
  endingRentalsQuery,
  failedPushCountsQuery,
  submittedQuery,
} from '#store/show/lists/read-home-tiles';
import { reasonsAgainst } from '#verbs/bulk/preview';
import { waitingOf } from '#verbs/documents/waiting-view';
import { printedRow } from '#verbs/lists/view-home';
import { todayOf, visibilityOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';

/** The day of a show is at most one day away from that of UTC. */
function around({ from, until }: { from: string; until: string }) {
  return { from: addDays(from, -1), until: addDays(until, 1) };
}

/** Weeks that contain the show's day, whatever its zone. */
function weeksAround(day: string) {
  return { from: weekOf(addDays(day, -1)).from, until: weekOf(addDays(day, 1)).until };
}

/** Reads the tiles of a user, with the rest of home: before the settings are known, so without the show's time zone. */
export function tilesPlan(member: MembershipContext) {
  const { store, user, membership, now } = member;
  const tiles = tilesFor({ ...membership, permissions: permissionsOf(membership) }, anyModule);
  const day = now.slice(0, 10);
  const flagsOf = (docType: (typeof docTypes)[number]) =>
    tiles.flagged ? queuedDocumentsQuery(store, user.id, docType, flagsChecked + 1) : null;
  const visibilities = {
    PO: visibilityOf(member, 'PO', 'CREATOR'),
    INVOICE: visibilityOf(member, 'INVOICE', 'CREATOR'),
  };
  return {
    submitted: tiles.submitted ? submittedQuery(store, user.id, submittedShown) : null,
    rentals: tiles.rentals ? endingRentalsQuery(store, user.id, around(rentalWindow(day))) : null,
    queuedOrders: flagsOf('PO'),
    queuedInvoices: flagsOf('INVOICE'),
    queuedPayments: flagsOf('PAYMENT'),
    due: tiles.due ? dueInvoicesQuery(store, weeksAround(day)) : null,
    failed: tiles.failedInvoicesAndPayments ? failedPushCountsQuery(store) : null,
    drafts: tiles.drafts ? draftInvoiceCountQuery(store, user.id) : null,
    ended: tiles.periods ? endedPeriodsQuery(store, addDays(day, 1)) : null,
    covers: tiles.away ? coversQuery(store, now, true) : null,
    arrivals: tiles.stuck ? arrivalsQuery(store, user.id, visibilities) : null,
  };
}

type TileRows = PlanRows<typeof tilesPlan>;

/** The tiles of a user, by what they may do in the show (HOME-01). */
export function viewTiles(context: RequestContext, rows: TileRows): HomeTiles {
  const { membership, permissions, modules } = context;
  const tiles = tilesFor({ ...membership, permissions }, modules);
  return {
    submitted: rows.submitted && tiles.submitted ? submittedOf(context, rows.submitted) : null,
    rentals: rows.rentals && tiles.rentals ? rentalsOf(context, rows.rentals) : null,
    flagged: tiles.flagged ? flaggedOf(context, rows) : [],
    due: rows.due && tiles.due ? dueOf(context, rows.due) : null,
    failed:
      rows.failed && tiles.failed ? (rows.failed.find(({ docType }) => docType === 'PO')?.count ?? 0) : null,
    failedInvoicesAndPayments:
      rows.failed && tiles.failedInvoicesAndPayments
        ? rows.failed.filter(({ docType }) => docType !== 'PO' && moduleVisible(modules, docType))
        : null,
    drafts: tiles.drafts ? rows.drafts : null,
    periods: rows.ended && tiles.periods ? periodsOf(context, rows.ended) : null,
    away: rows.covers && tiles.away ? awayOf(context, rows.covers) : null,
    waitingForNobody:
      rows.arrivals && tiles.stuck ? waitingForNobody(visibleArrivals(context, rows.arrivals)) : null,
    stuck: rows.arrivals && tiles.stuck ? stuckOf(context, rows.arrivals) : null,
  };
}

function submittedOf(
  context: RequestContext,
  { counts, longest }: NonNullable<TileRows['submitted']>,
): HomeTiles['submitted'] {
  const isVisible = ({ docType }: { docType: (typeof docTypes)[number] }) =>
    moduleVisible(context.modules, docType);
  const waiting = longest.filter(isVisible).flatMap(({ waitingWith, waitingSince, nudgedAt, ...row }) => {
    const view = waitingOf(context, { waitingSince, nudgedAt }, waitingWith);
    if (view === null) return [];
    const { since, step, days, usualDays } = view;
    return [{ since, document: { ...printedRow(context, row), step, with: view.with, days, usualDays } }];
  });
  return {
    counts: counts.filter(({ count }) => count > 0).filter(isVisible),
    longest: waiting.toSorted((a, b) => a.since.localeCompare(b.since)).map(({ document }) => document),
  };
}

function rentalsOf(context: RequestContext, rows: NonNullable<TileRows['rentals']>): HomeTiles['rentals'] {
  const days = rentalWindow(todayOf(context));
  const ending = rows.filter(({ endsOn }) => isWithin(endsOn, days));
  const first = [...Map.groupBy(ending, ({ id }) => id).values()].flatMap((own) => own.slice(0, 1));
  return {
    ...days,
    count: first.length,
    next: first.slice(0, rentalsShown).map(({ endsOn, ...row }) => ({ ...printedRow(context, row), endsOn })),
  };
}

function flaggedOf(context: RequestContext, rows: TileRows): HomeTiles['flagged'] {
  const queues = { PO: rows.queuedOrders, INVOICE: rows.queuedInvoices, PAYMENT: rows.queuedPayments };
  return docTypes
    .filter((docType) => moduleVisible(context.modules, docType))
    .flatMap((docType) => {
      const queue = queues[docType] ?? [];
      const flagged = queue
        .slice(0, flagsChecked)
        .map((row) => ({ id: row.document.id, reasons: flagsAgainst(context, row) }))
        .filter(({ reasons }) => reasons.length > 0);
      if (flagged.length === 0) return [];
      const byReason = Map.groupBy(
        flagged.flatMap(({ reasons }) => reasons),
        (reason) => reason,
      );
      return [
        {
          docType,
          ids: flagged.map(({ id }) => id),
          reasons: [...byReason].toSorted(([, a], [, b]) => b.length - a.length).map(([reason]) => reason),
          isPartial: queue.length > flagsChecked,
        },
      ];
    });
}

function flagsAgainst(context: RequestContext, row: SelectedDocument): LeftOutReason[] {
  return reasonsOf({ ...reasonsAgainst(context, row), CHANGED: false });
}

function dueOf(context: RequestContext, rows: NonNullable<TileRows['due']>): HomeTiles['due'] {
  const days = weekOf(todayOf(context));
  const ofWeek = rows.filter(({ day }) => isWithin(day, days));
  const sum = (own: typeof rows, of: 'count' | 'totalCents') =>
    own.reduce((total, row) => total + row[of], 0);
  return {
    ...days,
    count: sum(ofWeek, 'count'),
    sums: [...Map.groupBy(ofWeek, ({ currency }) => currency)]
      .toSorted(([, a], [, b]) => sum(b, 'count') - sum(a, 'count'))
      .map(([currency, own]) => ({ currency, totalCost: fromCents(sum(own, 'totalCents')) })),
  };
}

function periodsOf(context: RequestContext, rows: NonNullable<TileRows['ended']>): HomeTiles['periods'] {
  const today = todayOf(context);
  const ended = rows.filter(({ lastDay }) => lastDay < today);
  const names = [...new Set(ended.map(({ name }) => name))].slice(0, periodsNamed);
  return { count: ended.length, names };
}

/** Absent approvers whose covers leave documents that nobody may decide, by type (COV-08). */
function awayOf({ modules, now }: RequestContext, rows: NonNullable<TileRows['covers']>): HomeTiles['away'] {
  return rows
    .filter(({ cover }) => cover.startsAt <= now)
    .flatMap(({ cover: { userId, userName, lastDay }, undecidedByType }) =>
      undecidedByType
        .filter(({ docType }) => moduleVisible(modules, docType))
        .map(({ docType, count }) => ({ userId, name: userName, lastDay, docType, undecided: count })),
    )
    .toSorted((a, b) => b.undecided - a.undecided);
}

function visibleArrivals({ modules }: RequestContext, rows: NonNullable<TileRows['arrivals']>) {
  return rows.filter(({ docType }) => moduleVisible(modules, docType));
}

function stuckOf(context: RequestContext, rows: NonNullable<TileRows['arrivals']>): HomeTiles['stuck'] {
  const { settings, usualDurations } = context;
  return stuckSteps(visibleArrivals(context, rows), usualDurations, todayOf(context), settings);
}
