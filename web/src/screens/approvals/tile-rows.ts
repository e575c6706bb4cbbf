import { waitingPeopleText } from '#domain/history/waiting-people-text';
import type { DocType } from '#domain/document';
import { formatDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { formatMoney, toCents } from '#domain/values/money';
import { waitingTime } from '../documents/waiting-text.ts';
import { notCoveredHref } from '../../session/cover/not-covered.tsx';
import { kinds } from '../documents/paths.ts';
import { failedToSendHref } from '../documents/failed-to-send.ts';
import type { HomeSummary } from './queue-summary.tsx';
import { maxNamed, namedAway } from './tile-height.ts';
import { address } from './tile-links.ts';

type Tiles = HomeSummary['tiles'];

/** A line of a tile: a number of documents, or a person or step, and the list that has them. */
export interface TileRow {
  id: string;
  /** Shown before `text`, in semibold. */
  count: number | null;
  text: string;
  detail: string;
  href: string;
}

export interface TileGroup {
  id: string;
  title: string;
  rows: TileRow[];
}

/** `purchase orders`, as the list is named inside a sentence. */
function nounOf(docType: DocType, count: number): string {
  const { noun, plural } = kinds[docType];
  return count === 1 ? noun : plural.toLowerCase();
}

/** Only the user's own documents. */
const own = ['own', 'yes'] as const;

/** The user's documents that came back (HOME-04). */
export function returnedHref(docType: DocType): string {
  return address(kinds[docType].home, [['status', 'in-progress'], own, ['state', 'Needs revision']]);
}

function creatorRows({ submitted, rentals }: Tiles, dayText: (day: string) => string): TileRow[] {
  const waiting = (submitted?.counts ?? []).map(({ docType, count }): TileRow => {
    const longest = submitted?.longest.find((one) => one.docType === docType);
    const detail = longest ? `${waitingPeopleText(longest)}, ${waitingTime(longest)}` : '';
    const params = [['status', 'in-progress'], own, ['sort', 'WAITING_SINCE,ASC']] as const;
    return {
      id: `submitted ${docType}`,
      count,
      text: `${nounOf(docType, count)} in approval`,
      detail,
      href: address(kinds[docType].home, params),
    };
  });
  if (!rentals || rentals.count === 0) return waiting;
  const [first] = rentals.next;
  const params = [
    ['status', 'approved'],
    own,
    ['rentalFrom', rentals.from],
    ['rentalTo', rentals.until],
  ] as const;
  return [
    ...waiting,
    {
      id: 'rentals',
      count: rentals.count,
      text: `${rentals.count === 1 ? 'order with a rental' : 'orders with rentals'} to return`,
      detail: first ? `${first.vendorName}, ${dayText(first.endsOn)}` : '',
      href: address('/po', params),
    },
  ];
}

function accountantRows(
  { due, failed, failedInvoicesAndPayments, drafts, periods }: Tiles,
  mayResendOrders: boolean,
): TileRow[] {
  const notAccepted = (docType: DocType) =>
    docType === 'PO' && !mayResendOrders
      ? 'not accepted by Accounting; the creator or an approver resends'
      : 'not accepted by Accounting';
  const rows: (TileRow | null)[] = [
    due && due.count > 0
      ? {
          id: 'due',
          count: due.count,
          text: due.count === 1 ? 'invoice due this week' : 'invoices due this week',
          detail: due.sums
            .map(({ currency, totalCost }) => formatMoney(toCents(totalCost), currency))
            .join(' + '),
          href: address('/invoice', [
            ['status', 'in-progress'],
            ['dueFrom', due.from],
            ['dueTo', due.until],
          ]),
        }
      : null,
    ...[
      ...(failed ? [{ docType: 'PO' as const, count: failed }] : []),
      ...(failedInvoicesAndPayments ?? []),
    ].map(({ docType, count }) => ({
      id: `failed ${docType}`,
      count,
      text: nounOf(docType, count),
      detail: notAccepted(docType),
      href: failedToSendHref(docType),
    })),
    drafts
      ? {
          id: 'drafts',
          count: drafts,
          text: drafts === 1 ? 'invoice to submit' : 'invoices to submit',
          detail: '',
          href: address('/invoice', [['status', 'in-progress'], own, ['state', 'Draft']]),
        }
      : null,
    periods?.count
      ? {
          id: 'periods',
          count: periods.count,
          text: periods.count === 1 ? 'period to close' : 'periods to close',
          detail: periods.names.join(', '),
          href: '/setup/settings/periods',
        }
      : null,
  ];
  return rows.filter((row) => row !== null);
}

/** The documents that no approver may decide (HOME-16). */
function nobodyRows({ waitingForNobody }: Pick<Tiles, 'waitingForNobody'>): TileRow[] {
  return (waitingForNobody ?? []).map(({ docType, count }) => ({
    id: `nobody ${docType}`,
    count,
    text: nounOf(docType, count),
    detail: count === 1 ? 'waits for nobody' : 'wait for nobody',
    href: address(kinds[docType].home, [
      ['status', docType === 'PAYMENT' ? 'in-progress' : 'all'],
      ['nobody', 'yes'],
      ['sort', 'WAITING_SINCE,ASC'],
    ]),
  }));
}

function adminRows({ away, stuck, ...tiles }: Tiles, dayText: (day: string) => string): TileRow[] {
  const people = namedAway(away ?? []).map(({ userId, name, lastDay, docType, undecided }): TileRow => ({
    id: `away ${userId} ${docType}`,
    count: undecided,
    text: `${nounOf(docType, undecided)} without cover`,
    detail: `${name}, away until ${dayText(lastDay)}`,
    href: notCoveredHref(docType, userId),
  }));
  const steps = (stuck ?? []).slice(0, maxNamed).map((one): TileRow => {
    const { docType, workflowTemplateId, step, count, since } = one;
    const params = [
      ['status', docType === 'PAYMENT' ? 'in-progress' : 'all'],
      ['waitingAt', `${workflowTemplateId}~${step}`],
      ['waitingSince', since],
      ['sort', 'WAITING_SINCE,ASC'],
    ] as const;
    return {
      id: `stuck ${docType} ${workflowTemplateId} ${step}`,
      count,
      text: `${nounOf(docType, count)} at ${step}`,
      detail: waitingTime(one),
      href: address(kinds[docType].home, params),
    };
  });
  return [...nobodyRows(tiles), ...people, ...steps];
}

/** What concerns a user besides their queue, by what they may do; groups without rows are left out (HOME-01). */
export function tileGroups(
  tiles: Tiles,
  { today, format, mayResendOrders }: { today: string; format: DateFormat | null; mayResendOrders: boolean },
  health: TileRow | null,
): TileGroup[] {
  const dayText = (day: string) => (day === today ? 'today' : formatDay(day, format));
  const groups: TileGroup[] = [
    { id: 'admin', title: 'This show', rows: [...(health ? [health] : []), ...adminRows(tiles, dayText)] },
    { id: 'creator', title: 'Your orders and invoices', rows: creatorRows(tiles, dayText) },
    { id: 'accountant', title: 'Accounting', rows: accountantRows(tiles, mayResendOrders) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}
